import { listProjects } from '@trailmark/contract/projects';
import { readEnvironment } from '../support/environment.ts';
import { makeBuyer } from '../support/phone.ts';
import { expect, test } from '../support/test.ts';

/** Where the settings that were on one page are now, with something that only that page has. */
const SETTINGS_SCREENS = [
  ['General', '/settings/general', 'Days after an install'],
  ['Attribution', '/settings/attribution', 'Look-back windows'],
  ['Fraud', '/settings/fraud', 'Fraud checks'],
  ['Privacy', '/settings/privacy', 'Data retention'],
] as const;

test('each of the four settings screens has its own address, tab and palette entry', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const { page } = owner;
  await page.goto(`/settings?p_id=${project_id}`);
  await expect(page).toHaveURL(`/settings/general?p_id=${project_id}`);
  const tabs = page.getByRole('navigation', { name: 'Settings' });
  for (const [name, path, heading] of SETTINGS_SCREENS) {
    await tabs.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(`${path}?p_id=${project_id}`);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.getByText(/^Default: /).first()).toBeVisible();
  }
  for (const [typed, name] of [
    ['look-back', 'Attribution'],
    ['click injection', 'Fraud'],
    ['retention', 'Privacy'],
    ['time zone', 'General'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Go to' }).fill(typed);
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    const heading = SETTINGS_SCREENS.find(([title]) => title === name)?.[2] ?? '';
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  }
});

test('each settings screen saves its own settings and no others', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const { page } = owner;
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true }).click();
  const save = async () => {
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Unsaved changes')).toBeHidden();
  };
  await page.goto(`/settings/general?p_id=${project_id}`);
  await page.getByRole('radio', { name: /24-hour days/ }).click();
  const sent = page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith('/api/project'));
  await save();
  const body = (await sent).postDataJSON() as object;
  expect(Object.keys(body)).not.toContain('windows');
  expect(body).toMatchObject({ project_id, day_kind: '24h' });

  await tab('Attribution');
  await page.getByLabel('Meta: Click window in hours').fill('24');
  await page.getByLabel('Minimum similarity').fill('80');
  await tab('Fraud');
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await save();
  await tab('Fraud');
  await page.getByRole('combobox', { name: 'What follows from: Late installs' }).click();
  await page.getByRole('option', { name: /Do not credit it/ }).click();
  await save();

  await tab('Privacy');
  await page.getByLabel('Keep raw clicks').fill('20');
  await page.getByLabel('Keep deliveries for').fill('366');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The time is at least 30 days.')).toBeVisible();
  await expect(page.getByText('The time is at most 365 days.')).toBeVisible();
  await page.getByLabel('Keep raw clicks').fill('90');
  await page.getByLabel('Keep deliveries for').fill('14');
  await save();
  const [saved] = await owner.call(listProjects, { query: { project_id } });
  expect(saved).toMatchObject({
    day_kind: '24h',
    retention_days: 90,
    delivery_retention_days: 14,
    network_windows: { META: { click_hours: 24 } },
    plausibility: { levels: { distribution_outlier: 'no_credit' }, thresholds: { min_likeness: 80 } },
  });
  await page.reload();
  await expect(page.getByLabel('Keep raw clicks')).toHaveValue('90');
  await expect(page.getByLabel('Keep deliveries for')).toHaveValue('14');

  await tab('Attribution');
  await page.getByRole('link', { name: 'the page of Meta' }).click();
  await expect(page.getByRole('heading', { name: 'Set up Meta' })).toBeVisible();
});

for (const width of [390, 1440]) {
  test(`a toast leaves the save bar free at ${width} px`, async ({ people }) => {
    const owner = await people.visitor();
    const { project_id } = await people.project(owner);
    const { page } = owner;
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/settings/attribution?p_id=${project_id}`);
    await page.getByLabel('Meta: Click window in hours').fill('24');
    await page.route('**/api/project', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Save changes' }).click();
    const toast = page.locator('[data-slot=toast]');
    await expect(toast).toContainText('The settings were not saved');
    const bar = page.locator('[data-slot=save-bar]');
    // The bar grows with what it says, and the toast follows it a frame later.
    await expect(async () => {
      const [above, below] = [await toast.boundingBox(), await bar.boundingBox()];
      expect((above?.y ?? Number.NaN) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    }).toPass();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(bar).toBeHidden();
  });
}

test('the key of Meta’s install referrer goes in and never out', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const { page } = owner;
  await page.goto(`/integrations/meta?p_id=${project_id}`);
  await page.getByRole('button', { name: 'Set the key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set the key' });
  await dialog.getByLabel('Decryption key').fill('abc');
  await dialog.getByRole('button', { name: 'Save the key' }).click();
  await expect(dialog.getByText('The key has 64 hexadecimal digits.')).toBeVisible();
  await dialog.getByLabel('Decryption key').fill('0123456789abcdef'.repeat(4));
  await dialog.getByRole('button', { name: 'Save the key' }).click();
  await expect(page.getByText('The key is set')).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Remove the key' }).click();
  await expect(page.getByText('No key', { exact: true })).toBeVisible();
});

test('the first steps tick themselves as things come in', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const { page } = owner;
  await page.goto(`/overview?p_id=${project_id}`);
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(step('Add the SDK')).toContainText('Listening for the SDK…');
  await makeBuyer(owner.call, readEnvironment().fullUrl, project_id);
  for (const name of ['Add the SDK', 'First click', 'First install', 'First event']) {
    await expect(step(name)).toContainText('done');
  }
  await expect(page.getByText('Listening')).toHaveCount(0);
});
