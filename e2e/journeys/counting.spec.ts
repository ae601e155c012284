import { listProjects } from '@trailmark/contract/projects';
import { readEnvironment } from '../support/environment.ts';
import { makeBuyer } from '../support/phone.ts';
import { expect, test } from '../support/test.ts';

test('how a project counts is changed on one page', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const { page } = owner;
  await page.goto(`/settings/general?p_id=${project_id}`);
  await page.getByRole('radio', { name: /24-hour days/ }).click();
  await page.getByLabel('Keep raw clicks').fill('20');
  await page.getByLabel('Keep deliveries for').fill('366');
  await page.getByLabel('Meta: Click window in hours').fill('24');
  await page.getByRole('combobox', { name: 'What follows from: Late installs' }).click();
  await page.getByRole('option', { name: /Do not credit it/ }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The time is at least 30 days.')).toBeVisible();
  await expect(page.getByText('The time is at most 365 days.')).toBeVisible();
  await page.getByLabel('Keep raw clicks').fill('90');
  await page.getByLabel('Keep deliveries for').fill('14');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  const [saved] = await owner.call(listProjects, { query: { project_id } });
  expect(saved).toMatchObject({
    day_kind: '24h',
    retention_days: 90,
    delivery_retention_days: 14,
    network_windows: { META: { click_hours: 24 } },
    plausibility: { levels: { distribution_outlier: 'no_credit' } },
  });
  await page.reload();
  await expect(page.getByLabel('Keep raw clicks')).toHaveValue('90');
  await expect(page.getByLabel('Keep deliveries for')).toHaveValue('14');

  await page.getByRole('link', { name: 'the page of Meta' }).click();
  await expect(page.getByRole('heading', { name: 'Set up Meta' })).toBeVisible();
});

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
