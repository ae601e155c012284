import { INSTALLS } from '../support/rich-traffic.ts';
import { expect, test } from '../support/test.ts';

/** Every fifth install is of Nepal. */
const NEPALESE = Math.ceil(INSTALLS / 5);

test('installs are followed day by day; what is shown stands in the address', async ({ enter, rich }) => {
  const page = await enter(rich.people.viewer);
  const cohorts = '**/api/campaign/user-cohort?*';
  await page.route(cohorts, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/cohorts?p_id=${rich.project.project_id}`);
  await expect(page.getByText('We couldn’t load the cohorts')).toBeVisible();
  await page.unroute(cohorts);
  await page.getByRole('button', { name: 'Try again' }).click();

  const table = page.getByRole('grid', { name: 'Cohorts' }).filter({ has: page.getByText('Installs') });
  const all = table.getByRole('row', { name: /^All/ });
  const day = (number: number) => all.getByRole('gridcell').nth(number + 1);
  await expect(all.getByRole('gridcell').first()).toHaveText(String(INSTALLS));
  await expect(table.getByRole('columnheader').last()).toHaveText('D30');
  await expect(page.getByText('calendar days, Kolkata +5:30')).toBeVisible();
  // Not everybody is old enough for the later days, and the cell says so without colour.
  await expect(day(7)).toHaveCSS('font-style', 'italic');

  // A cell says what it was counted from, by mouse, by touch and by keyboard.
  await day(3).hover();
  await expect(page.getByText('All, day 3', { exact: true })).toBeVisible();
  await day(7).click();
  await expect(day(7)).toHaveAccessibleDescription(
    /^All, day 7.*\d+ of \d+ installs \+ reinstalls\. Not yet mature/,
  );
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(table.locator(':focus')).toHaveAccessibleDescription(/, day 30 No installs\./);
  await page.keyboard.press('Tab');
  await expect(table.locator(':focus')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(table.locator(':focus')).toHaveAccessibleDescription(/, day 30 No installs\./);

  await page.getByRole('radio', { name: 'LTV' }).click();
  await expect(page).toHaveURL(/figure=ltv/);
  await day(0).click();
  await expect(day(0)).toHaveAccessibleDescription(/^All, day 0 ₹.* ÷ \d+ installs/);
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

test('cohorts are narrowed by chips, which stand in the address and clear', async ({ enter, rich }) => {
  const page = await enter(rich.people.viewer);
  await page.goto(`/cohorts?p_id=${rich.project.project_id}&by=country`);
  const table = page.getByRole('grid', { name: 'Cohorts' });
  const filters = page.getByRole('group', { name: 'Filters' });
  const installs = table.getByRole('row', { name: /^All/ }).getByRole('gridcell').first();
  await expect(installs).toHaveText(String(INSTALLS));
  await filters.getByRole('button', { name: 'Country' }).click();
  await page.getByRole('checkbox', { name: 'Nepal' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/countries=NP/);
  await expect(table.getByRole('rowheader')).toHaveText(['All', 'Nepal']);
  await expect(installs).toHaveText(String(NEPALESE));
  await page.getByRole('radio', { name: 'ROAS' }).click();
  await expect(page.getByText('not known by country or platform')).toBeVisible();
  await filters.getByRole('button', { name: 'Campaign' }).click();
  await page.getByPlaceholder('Find a campaign…').fill('brand');
  await page.getByRole('option', { name: 'Brand search · exact' }).click();
  await expect(filters.getByRole('button', { name: /^Campaign\s?Brand search/ })).toBeVisible();
  await page.getByRole('button', { name: 'Remove the filter Country Nepal' }).click();
  await expect(installs).toHaveText(String(INSTALLS / 4));
  await filters.getByRole('button', { name: /^Network/ }).click();
  await page.getByRole('button', { name: 'Organic', exact: true }).click();
  await expect(page.getByText('No install in this period matches every filter.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(installs).toHaveText(String(INSTALLS));
  await expect(page).not.toHaveURL(/network=|campaign=|countries=/);
});
