import { expect, test } from '../support/house.ts';
import { INSTALLS } from '../support/rich-traffic.ts';

test('installs are followed day by day; what is shown stands in the address', async ({ enter, rich }) => {
  const page = await enter(rich.people.viewer);
  const cohorts = '**/api/campaign/user-cohort?*';
  await page.route(cohorts, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/cohorts?p_id=${rich.project.project_id}`);
  await expect(page.getByText('The cohorts could not be loaded')).toBeVisible();
  await page.unroute(cohorts);
  await page.getByRole('button', { name: 'Try again' }).click();

  const table = page.getByRole('table', { name: 'Cohorts' }).filter({ has: page.getByText('Installs') });
  const all = table.getByRole('row', { name: /^All/ });
  await expect(all.getByRole('cell').first()).toHaveText(String(INSTALLS));
  await expect(table.getByRole('columnheader').last()).toHaveText('D30');
  await expect(page.getByText('calendar days, Kolkata +5:30')).toBeVisible();
  // Not everybody is old enough for the later days, and that is told without colour.
  await expect(all.getByTitle(/^Day 7\. .* Newer installs/)).toHaveCSS('font-style', 'italic');

  await page.getByRole('radio', { name: 'LTV' }).click();
  await expect(page).toHaveURL(/figure=ltv/);
  await expect(all.getByTitle(/^Day 0\. ₹.* ÷ \d+ installs/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Rows by' }).click();
  await page.getByRole('option', { name: 'By country' }).click();
  await expect(table.getByRole('rowheader')).toHaveText(['All', 'India', 'Nepal']);
  await page.getByRole('combobox', { name: 'Days after the install' }).click();
  await page.getByRole('option', { name: 'D0–D7' }).click();
  await expect(table.getByRole('columnheader').last()).toHaveText('D7');
  await page.reload();
  await expect(table.getByRole('rowheader')).toHaveText(['All', 'India', 'Nepal']);
  await expect(table.getByRole('columnheader').last()).toHaveText('D7');
  await page.goBack();
  await expect(table.getByRole('columnheader').last()).toHaveText('D30');
});
