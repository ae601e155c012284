import type { Page } from '@playwright/test';
import { deleteProject, listProjects, RESTORE_DAYS, updateProject } from '@trailmark/contract/projects';
import { verifyUser } from '@trailmark/contract/users';
import { expect, test } from '../support/test.ts';

const switcher = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Project ${name}, .+, switch project$`) });

const lastSelected = (page: Page) => page.evaluate(() => localStorage.getItem('last_selected_project'));

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Types into the search of a long list and takes what it finds. */
async function find(page: Page, field: string, words: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByPlaceholder(/^Search/).fill(words);
  await page.getByRole('option', { name: words }).click();
}

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();

test.describe('more than one', () => {
  test('a second project is made, and the switcher leads from one to the other', async ({ people }) => {
    const visitor = await people.visitor();
    const first = await people.project(visitor, 'Kite Grocery');
    const { page } = visitor;
    await page.goto('/overview');
    await switcher(page, 'Kite Grocery').click();
    await page.getByRole('option', { name: 'New project' }).click();
    await expect(page.getByRole('heading', { name: 'New project', level: 1 })).toBeVisible();
    await page.getByLabel('Name').fill('Kite Pharmacy');
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toContainText('Asia/Kolkata');
    await page.getByRole('button', { name: 'Create project' }).click();
    await expect(switcher(page, 'Kite Pharmacy')).toBeVisible();
    await expect(page).toHaveURL(/\/overview\?p_id=/);
    const { project_members } = await visitor.call(verifyUser, {});
    const second = project_members.at(-1)?.project_id ?? '';
    expect(project_members.map(({ name }) => name)).toEqual(['Kite Grocery', 'Kite Pharmacy']);
    await expect(page).toHaveURL(`/overview?p_id=${second}`);
    expect(await lastSelected(page)).toBe(second);

    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByLabel('Name')).toHaveValue('Kite Pharmacy');
    await switcher(page, 'Kite Pharmacy').click();
    await page.getByPlaceholder('Find a project…').fill('groc');
    await page.getByRole('option', { name: 'Kite Grocery' }).click();
    await expect(page).toHaveURL(`/settings/general?p_id=${first.project_id}`);
    await expect(page.getByLabel('Name')).toHaveValue('Kite Grocery');
    expect(await lastSelected(page)).toBe(first.project_id);
  });

  test('p_id: missing or foreign leads to the last membership, and stays on the way', async ({ people }) => {
    const visitor = await people.visitor();
    const first = await people.project(visitor, 'Kite Grocery');
    const last = await people.project(visitor, 'Kite Pharmacy');
    const stranger = await people.visitor();
    const foreign = await people.project(stranger, 'Someone Else');
    const { page } = visitor;
    const notice = page.getByText('You don’t have access to that project', { exact: true });

    await page.goto('/settings/general');
    await expect(page).toHaveURL(`/settings/general?p_id=${last.project_id}`);
    await expect(switcher(page, 'Kite Pharmacy')).toBeVisible();
    expect(await lastSelected(page)).toBe(last.project_id);
    await expect(notice).toBeHidden();

    await page.goto(`/overview?p_id=${first.project_id}`);
    await expect(switcher(page, 'Kite Grocery')).toBeVisible();
    expect(await lastSelected(page)).toBe(first.project_id);
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL(`/settings/general?p_id=${first.project_id}`);

    await page.goto(`/overview?p_id=${foreign.project_id}`);
    await expect(notice).toBeVisible();
    await expect(page.getByText('Showing Kite Pharmacy instead.', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(`/overview?p_id=${last.project_id}`);
    await expect(page.getByText('Someone Else')).toBeHidden();

    await page.goto('/overview?p_id=nonsense');
    await expect(page).toHaveURL(`/overview?p_id=${last.project_id}`);
    await expect(notice).toBeVisible();
  });
});

test.describe('General', () => {
  test('every field can be changed', async ({ people }) => {
    const visitor = await people.visitor();
    const { project_id } = await people.project(visitor);
    const { page } = visitor;
    await page.goto(`/settings/general?p_id=${project_id}`);
    await page.getByLabel('App Store link').fill('apps.apple.com/app/id1234567890');
    await page.getByLabel('Play Store link').fill('play.google.com/store/apps/details?id=example.kite');
    await page.getByRole('radio', { name: /^Web/ }).click();
    await page.getByLabel('Website').fill('https://kite.example/shop');
    await page.getByLabel('Name').fill('Kite Market');
    await find(page, 'Currency', 'Euro (EUR)');
    await find(page, 'Time zone', 'Europe/Berlin');
    await save(page);
    await expect(page.getByText('Unsaved changes')).toBeHidden();
    await expect(switcher(page, 'Kite Market')).toBeVisible();
    await page.goto(`/settings/attribution?p_id=${project_id}`);
    await choose(page, 'Click window', '24 hours');
    await choose(page, 'Probabilistic click window', 'Custom…');
    await page.getByLabel('Probabilistic click window in hours', { exact: true }).fill('12');
    await choose(page, 'View window', 'Off');
    await choose(page, 'Re-attribution window', '365 days');
    await choose(page, 'Inactivity window', '30 days');
    await save(page);
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();
    await expect(page.getByText('Unsaved changes')).toBeHidden();

    const [project] = await visitor.call(listProjects, { query: { project_id } });
    expect(project).toMatchObject({
      name: 'Kite Market',
      platform: 'web',
      website: 'https://kite.example/shop',
      app_store_link: 'https://apps.apple.com/app/id1234567890',
      play_store_link: 'https://play.google.com/store/apps/details?id=example.kite',
      currency: 'EUR',
      timezone: 'Europe/Berlin',
      windows: {
        click_hours: 24,
        probabilistic_hours: 12,
        view_hours: 0,
        reattribution_days: 365,
        inactivity_days: 30,
      },
    });
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Click window', exact: true })).toHaveText('24 hours');
    await expect(page.getByLabel('Probabilistic click window in hours', { exact: true })).toHaveValue('12');
    await page.goto(`/settings/general?p_id=${project_id}`);
    await expect(page.getByLabel('Name')).toHaveValue('Kite Market');
    await expect(page.getByRole('radio', { name: /^Web/ })).toBeChecked();
    await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveText('Euro (EUR)');
  });

  test('the value 24 is the preset of 24 hours, however it came about', async ({ people }) => {
    const visitor = await people.visitor();
    const { project_id } = await people.project(visitor);
    const { page } = visitor;
    await visitor.call(updateProject, { body: { project_id, windows: { click_hours: 23 } } });
    await page.goto(`/settings/attribution?p_id=${project_id}`);
    const choice = page.getByRole('combobox', { name: 'Click window', exact: true });
    await expect(choice).toHaveText('Custom…');
    await page.getByLabel('Click window in hours', { exact: true }).fill('24');
    await save(page);
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(choice).toHaveText('24 hours');
    await choose(page, 'Click window', 'Custom…');
    await page.getByLabel('Click window in hours', { exact: true }).fill('5');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(choice).toHaveText('24 hours');
  });

  test('what is refused is said beside the field, and everything typed stays', async ({ people }) => {
    const visitor = await people.visitor();
    const { project_id } = await people.project(visitor);
    const { page } = visitor;
    // The list offers one zone that the database does not know, as an old page would.
    await page.route('**/api/project/timezones', async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as { data: object[] };
      json.data.push({ name: 'Mars/Olympus', offset_minutes: 0 });
      await route.fulfill({ response: answer, json });
    });
    await page.goto(`/settings/general?p_id=${project_id}`);
    await page.getByLabel('Name').fill('Kite Market');
    await find(page, 'Time zone', 'Mars/Olympus');
    await page.getByLabel('Play Store link').fill('not a link');
    await save(page);
    await expect(page.getByLabel('Play Store link')).toHaveAccessibleDescription(
      /^Play Store link is not a Play Store link\./,
    );
    await page.getByLabel('Play Store link').fill('');
    await save(page);

    await expect(page.getByText('The settings were not saved', { exact: true })).toBeVisible();
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await expect(zone).toHaveAccessibleDescription(/^Time zone is not a known time zone\./);
    await expect(zone).toHaveText('Mars/Olympus');
    await expect(page.getByLabel('Name')).toHaveValue('Kite Market');
    const [project] = await visitor.call(listProjects, { query: { project_id } });
    expect(project).toMatchObject({ name: 'Kite Grocery', timezone: 'Asia/Kolkata' });

    await find(page, 'Time zone', 'Asia/Dubai');
    await save(page);
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();

    await page.goto(`/settings/attribution?p_id=${project_id}`);
    await choose(page, 'Click window', 'Custom…');
    await page.getByLabel('Click window in hours', { exact: true }).fill('721');
    await save(page);
    await expect(page.getByText('Click window is at most 30 days.')).toBeVisible();
    await page.getByLabel('Click window in hours', { exact: true }).fill('48');
    await save(page);
    await expect(page.getByText('Unsaved changes')).toBeHidden();
  });

  test('typed values are not lost without a question', async ({ people }) => {
    const visitor = await people.visitor();
    await people.project(visitor);
    const { page } = visitor;
    await page.goto('/settings/general');
    await page.getByLabel('Name').fill('Kite Market');
    await page.getByRole('link', { name: 'Overview' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByLabel('Name')).toHaveValue('Kite Market');
    await page.getByRole('link', { name: 'Overview' }).click();
    await dialog.getByRole('button', { name: 'Leave the page' }).click();
    await expect(page).toHaveURL(/\/overview/);
  });
});

test.describe('deleting', () => {
  test('needs the name; the project vanishes and comes back from the account page', async ({ people }) => {
    const visitor = await people.visitor();
    const kept = await people.project(visitor, 'Kite Grocery');
    const gone = await people.project(visitor, 'Kite Pharmacy');
    const colleague = await people.member(visitor, gone.project_id, 'admin');
    const { page, call } = visitor;
    await page.goto(`/settings/danger?p_id=${gone.project_id}`);
    await page.getByRole('button', { name: 'Delete project' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete Kite Pharmacy?' });
    const confirm = dialog.getByRole('button', { name: 'Delete project' });
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel('Type Kite Pharmacy to confirm').fill('Kite Grocery');
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel('Type Kite Pharmacy to confirm').fill('Kite Pharmacy');
    await confirm.click();

    await expect(page).toHaveURL(`/overview?p_id=${kept.project_id}`);
    await expect(page.getByText('Kite Pharmacy is deleted', { exact: true })).toBeVisible();
    await switcher(page, 'Kite Grocery').click();
    await expect(page.getByRole('option', { name: 'Kite Grocery' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Kite Pharmacy' })).toBeHidden();
    await page.keyboard.press('Escape');
    expect((await call(listProjects, { query: {} })).map(({ name }) => name)).toEqual(['Kite Grocery']);
    expect((await colleague.call(verifyUser, {})).project_members).toEqual([]);

    await page.goto('/account');
    await expect(page.getByRole('heading', { name: 'Recently deleted' })).toBeVisible();
    const [deleted] = await call(listProjects, { query: { deleted: 'true' } });
    const removal = page.getByText('Removed for good').locator('time');
    await expect(removal).toHaveAttribute('datetime', deleted?.removal_at ?? '');
    expect(Date.parse(deleted?.removal_at ?? '') - Date.parse(deleted?.deleted_at ?? '')).toBe(
      RESTORE_DAYS * 24 * 60 * 60 * 1000,
    );
    await page.getByRole('button', { name: 'Restore Kite Pharmacy' }).click();
    await expect(page).toHaveURL(`/overview?p_id=${gone.project_id}`);
    await expect(switcher(page, 'Kite Pharmacy')).toBeVisible();
    expect(await call(listProjects, { query: { deleted: 'true' } })).toEqual([]);
    expect((await colleague.call(verifyUser, {})).project_members).toMatchObject([{ role: 'admin' }]);
  });

  test('the last one leads to the welcome, where it can be restored', async ({ people }) => {
    const visitor = await people.visitor();
    const { project_id } = await people.project(visitor);
    const { page } = visitor;
    await page.goto(`/overview?p_id=${project_id}`);
    await expect(switcher(page, 'Kite Grocery')).toBeVisible();
    await visitor.call(deleteProject, { query: { project_id, confirm_name: 'Kite Grocery' } });
    await page.goto(`/overview?p_id=${project_id}`);
    await expect(page).toHaveURL(/\/welcome/);
    await page.getByRole('button', { name: 'Restore Kite Grocery' }).click();
    await expect(page).toHaveURL(`/overview?p_id=${project_id}`);
    await expect(page.getByRole('heading', { name: 'Set up Kite Grocery' })).toBeVisible();
  });
});
