import { expect, test } from '../support/test.ts';

test('days of a report are picked in the calendar by mouse and by keyboard', async ({ enter, rich }) => {
  const page = await enter(rich.people.viewer);
  await page.goto(`/cohorts?p_id=${rich.project.project_id}&from=2026-03-28&to=2026-03-29`);
  await page.getByRole('button', { name: /^Days:/ }).click();
  const calendar = page.getByRole('grid', { name: 'Days' });
  const day = (name: string) => calendar.getByRole('button', { name: new RegExp(`\\b${name}$`) });
  await expect(calendar.getByRole('gridcell', { selected: true })).toHaveText(['28', '29']);

  await page.getByRole('button', { name: 'Previous month' }).click();
  await day('3 February 2026').click();
  await expect(page.getByLabel('First day')).toHaveValue('2026-02-03');
  await page.keyboard.press('ArrowDown');
  await expect(day('10 February 2026')).toBeFocused();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('End');
  await expect(day('15 March 2026')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('First day')).toHaveValue('2026-02-03');
  await expect(page.getByLabel('Last day')).toHaveValue('2026-03-15');

  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/from=2026-02-03&to=2026-03-15/);
});
