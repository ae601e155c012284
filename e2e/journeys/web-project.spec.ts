import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { makeSite } from '../support/web-visitors.ts';

const content = (page: Page) => page.locator('#content');
const metric = (page: Page, name: string) =>
  content(page)
    .getByRole('button', { name: `${name}: ` })
    .first();
const row = (page: Page, table: string, name: string) =>
  content(page).getByRole('table', { name: table }).getByRole('row', { name, exact: true });

test('a website is visited: its reports say by whom and from where', async ({ enter, rich }) => {
  const page = await enter(await makeSite(rich));
  await page.goto('/overview');

  await test.step('the overview counts visits and new visitors', async () => {
    await expect(metric(page, 'Visits')).toHaveText('10');
    await expect(metric(page, 'New visitors')).toHaveText('9');
    // 20 pages in 10 visits, of which 4 had one page.
    await expect(metric(page, 'Pages per visit')).toHaveText('2.00');
    await expect(metric(page, 'Bounce rate')).toHaveText('40.0%');
    await expect(content(page).getByText('Install', { exact: false })).toHaveCount(0);
  });

  await test.step('sources are listed by type and by name', async () => {
    await expect(row(page, 'Sources', 'Search 2 2 3.00 0.0%')).toBeVisible();
    await page.getByRole('radio', { name: 'By name' }).click();
    await expect(row(page, 'Sources', 'ChatGPT AI search 1 1 1.00 100.0%')).toBeVisible();
  });

  await test.step('entry pages are listed without their parameters', async () => {
    await expect(row(page, 'Entry pages', '/tea/assam 2 2 1.50 50.0%')).toBeVisible();
    await expect(content(page).getByRole('table', { name: 'Entry pages' })).not.toContainText('utm_source');
  });

  await test.step('clicks at computers are found by a filter', async () => {
    await page.goto('/campaigns?platforms=desktop');
    await expect(content(page).getByRole('button', { name: 'Platform Desktop', exact: true })).toBeVisible();
    await expect(content(page).getByRole('columnheader', { name: 'New visitors' })).toBeVisible();
    await expect(content(page).getByRole('row', { name: /^Total · 1 campaign 1 0 0/ })).toBeVisible();
  });

  await test.step('people have visited and installed nothing', async () => {
    await page.goto('/users');
    await expect(content(page).getByRole('columnheader', { name: /First visit/ })).toBeVisible();
    await content(page).getByRole('link', { name: 'Mara Lind' }).click();
    await expect(
      content(page).getByRole('button', { name: 'Page view market.kite.example/tea/assam' }),
    ).toBeVisible();
    await expect(content(page).getByText(/\binstall/i)).toHaveCount(0);
  });
});
