import type { Page } from '@playwright/test';
import { listSessions, updateUser, verifyUser } from '@trailmark/contract/users';
import { analyticsReceived, signInLink } from '../support/sandbox.ts';
import { expect, test } from '../support/test.ts';

const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `${name}, account menu` });

test('the name is changed, and the rail calls the person by it', async ({ people }) => {
  const visitor = await people.visitor();
  await people.project(visitor);
  const { page, call, email } = visitor;
  await page.goto('/account');
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await expect(page.getByLabel('E-mail')).not.toBeEditable();
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await page.getByLabel('First name').fill('');
  await save.click();
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('First name is required.');
  await page.getByLabel('First name').fill('Asha Devi');
  await page.getByLabel('Company').fill('Kite Market');
  await page.getByRole('combobox', { name: 'What do you do?' }).click();
  await page.getByRole('option', { name: 'Founder' }).click();
  await save.click();
  await expect(page.getByText('Profile saved', { exact: true })).toBeVisible();
  await expect(menuOf(page, 'Asha Devi Rao')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Asha Devi Rao' })).toBeVisible();
  expect(await call(verifyUser, {})).toMatchObject({
    first_name: 'Asha Devi',
    last_name: 'Rao',
    company: 'Kite Market',
    role: 'founder',
  });

  await page.getByLabel('Last name').fill('Iyer');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Last name')).toHaveValue('Rao');
});

test('another session is signed out from the list', async ({ people }) => {
  const visitor = await people.visitor();
  await people.project(visitor);
  const { page, call, email } = visitor;
  const phone = await people.stranger({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  });
  const after = new Date();
  await phone.context.request.post('/api/login/magic-link/send', { data: { email } });
  await phone.page.goto(await signInLink(email, after));
  await expect(phone.page).toHaveURL(/\/overview/);

  await page.goto('/account');
  const sessions = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Sign out/ }) });
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'This one' })).toHaveCount(1);
  const other = sessions.filter({ hasText: 'Safari on iPhone' });
  await expect(other).toContainText('Link by e-mail');
  await expect(other).not.toContainText('This one');
  await other.getByRole('button', { name: 'Sign out of Safari on iPhone' }).click();
  await expect(page.getByText('Safari on iPhone was signed out', { exact: true })).toBeVisible();
  await expect(sessions).toHaveCount(1);
  expect(await call(listSessions, {})).toMatchObject([{ current: true }]);

  await phone.page.reload();
  await expect(phone.page).toHaveURL(/\/login/);
  await sessions.getByRole('button', { name: /^Sign out/ }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('a person who does not share how they use the dashboard sends nothing any more', async ({ people }) => {
  const viewsOf = async (id: string) =>
    (await analyticsReceived()).events
      .filter(({ properties }) => properties.distinct_id === id || properties.$user_id === id)
      .map(({ properties }) => String(properties.$current_url ?? ''));
  const sharing = async () => {
    const visitor = await people.visitor();
    await visitor.call(updateUser, { body: { analytics_opt_out: false } });
    await people.project(visitor);
    return visitor;
  };
  const { page, call } = await sharing();
  const { id } = await call(verifyUser, {});
  await page.goto('/account');
  await expect
    .poll(() => viewsOf(id), { timeout: 30_000 })
    .toContainEqual(expect.stringContaining('/account'));

  await page.getByRole('switch', { name: 'Share how I use the dashboard' }).click();
  await expect(page.getByText('Usage sharing is off', { exact: true })).toBeVisible();
  expect(await call(verifyUser, {})).toMatchObject({ analytics_opt_out: true });
  const before = (await viewsOf(id)).length;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/ingest\/|intercom/.test(request.url())) sent.push(request.url());
  });
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await page.goto('/settings/members');
  await expect(page.getByRole('heading', { name: '1 member' })).toBeVisible();

  // Somebody else who opens a page later is heard of: what the first had sent would be here by then.
  const other = await sharing();
  await other.page.goto('/settings/keys');
  const { id: otherId } = await other.call(verifyUser, {});
  await expect
    .poll(() => viewsOf(otherId), { timeout: 30_000 })
    .toContainEqual(expect.stringContaining('/settings/keys'));
  expect(sent).toEqual([]);
  expect((await viewsOf(id)).length).toBe(before);
});
