import { mailTo } from '../support/sandbox.ts';
import { expect, test } from '../support/test.ts';

test('the overview is mailed to a member, who stops it with one click', async ({ people }) => {
  const owner = await people.visitor();
  const { project_id } = await people.project(owner);
  const { page, email } = owner;
  await page.goto(`/reports?p_id=${project_id}`);
  await page.getByText('No scheduled reports yet').waitFor();
  await page.getByRole('button', { name: 'Schedule a report' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Schedule a report' });
  await dialog.getByRole('radio', { name: 'Weekly' }).click();
  await expect(dialog.getByText('Covers the seven days before it')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Hour' }).click();
  await page.getByRole('option', { name: '07:00' }).click();
  await dialog.getByRole('button', { name: 'Schedule report' }).click();
  const table = page.getByRole('table', { name: 'Scheduled reports' });
  await expect(table).toContainText('Mondays at 07:00');
  await expect(page.getByText('Nothing was sent yet')).toBeVisible();

  await page.getByRole('button', { name: 'More for Overview' }).click();
  await page.getByRole('menuitem', { name: 'Send me one now' }).click();
  await expect(page.getByRole('table', { name: 'History' })).toContainText('Sent', { timeout: 30_000 });
  const { links } = await mailTo(email, { subject: /no activity|little changed/ });
  expect(links.find((link) => link.includes('/overview?'))).toContain('compare=previous');

  const stop = links.find((link) => link.includes('/unsubscribe?')) ?? '';
  await page.goto(stop);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  // Nobody was left who gets it.
  await page.goto(`/reports?p_id=${project_id}`);
  await expect(page.getByText('No scheduled reports yet')).toBeVisible();
});
