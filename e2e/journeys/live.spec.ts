import { getProjectToken } from '@trailmark/contract/keys';
import { readEnvironment } from '../support/environment.ts';
import { buyPhone } from '../support/phone.ts';
import { expect, test } from '../support/test.ts';

test('what is stored appears at once, can be paused, filtered and looked into', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const { token } = await owner.call(getProjectToken, { query: { project_id } });
  const phone = buyPhone(readEnvironment().fullUrl, token);
  const event = (event_name: string) => phone.tell('capture-event', { event_name, event_data: { items: 6 } });
  const { page } = owner;
  let isAway = true;
  await page.route('**/api/project/live?*', (route) => (isAway ? route.abort() : route.continue()));
  await page.goto(`/live?p_id=${project_id}`);
  await expect(page.getByText('Reconnecting…')).toBeVisible();
  isAway = false;
  await expect(page.getByText('Listening… nothing yet')).toBeVisible();
  await expect(page.getByText(token)).toBeVisible();

  await phone.open();
  await event('add_to_cart');
  const rows = page.getByRole('table', { name: 'Live events' }).getByRole('row');
  await expect(rows.filter({ hasText: 'add_to_cart' })).toHaveCount(1);
  await page.getByRole('button', { name: 'App opened' }).click();
  await expect(page.getByRole('dialog', { name: 'App opened' }).getByText('$open')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Pause' }).click();
  await event('search');
  await expect(page.getByText('paused, 1 waiting')).toBeVisible();
  await expect(rows.filter({ hasText: 'search' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Resume · 1 new' }).click();
  await expect(rows.nth(1)).toContainText('search');

  await page.getByRole('button', { name: 'add_to_cart' }).click();
  const sheet = page.getByRole('dialog', { name: 'Event add_to_cart' });
  await expect(sheet.getByRole('region', { name: 'As it was sent' })).toContainText('"items": 6');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Show/ }).click();
  await page.getByRole('checkbox', { name: 'Install' }).click();
  await expect(page).toHaveURL(/kinds=install/);
  await expect(rows.filter({ hasText: 'add_to_cart' })).toHaveCount(0);
  await expect(rows.filter({ hasText: 'Install' })).toHaveCount(1);
});
