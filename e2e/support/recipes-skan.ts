import { expect, type Page } from '@playwright/test';
import { getSkanOverlap, getSkanReport } from '@trailmark/contract/skan-report';
import { page, type Recipe, shown } from './recipe.ts';
import { SKAN_SCHEMA } from './recipes-skan-schema.ts';
import { SKAN_SET_UP } from './recipes-skan-set-up.ts';
import { fullOverlap, fullReport } from './skan-answers.ts';
import { sender } from './skan-device.ts';
import { failing } from './states.ts';

const CALLS = { report: `**/api${getSkanReport.path}?*`, overlap: `**/api${getSkanOverlap.path}?*` };

async function answer(page: Page, call: string, data: unknown): Promise<void> {
  await page.route(call, (route) => route.fulfill({ json: { msg: 'ok', status: 200, data } }));
}

/** The postbacks of months, without waiting for them. */
async function mockReport(page: Page): Promise<void> {
  await answer(page, CALLS.report, fullReport());
  await answer(page, CALLS.overlap, fullOverlap());
}

/** What Apple's postbacks say. */
export const SKAN: Record<string, Recipe[]> = {
  '/skan': [
    {
      name: 'skan',
      who: 'viewer',
      open: async ({ page, at }) => {
        await mockReport(page);
        await page.goto(at('/skan'));
        await expect(page.getByText('1,219 SKAN')).toBeVisible();
      },
    },
    { name: 'skan-new', who: 'owner', open: page('/skan', 'No postbacks yet') },
    {
      name: 'skan-nothing',
      who: 'viewer',
      open: async ({ page, at }) => {
        const { total, ...report } = fullReport();
        await answer(page, CALLS.report, { ...report, total: { ...total, postbacks: 0 }, rows: [] });
        await page.goto(`${at('/skan')}&windows=1`);
        await expect(page.getByText('No postbacks in this period')).toBeVisible();
      },
    },
    { name: 'skan-postbacks', who: sender, open: shown('/skan?tab=postbacks', 'No, invalid signature') },
    {
      name: 'skan-postback',
      who: sender,
      open: async ({ page }) => {
        await page.goto('/skan?tab=postbacks&counted=false');
        await page.getByRole('table', { name: 'Received postbacks' }).getByRole('button').first().click();
        await expect(page.getByText('It is not counted')).toBeVisible();
      },
    },
    {
      name: 'skan-postbacks-new',
      who: 'owner',
      open: async ({ page, go, at }) => {
        await go(`${at('/skan')}&tab=postbacks`);
        await expect(page.getByText('No postbacks in this period')).toBeVisible();
      },
    },
    {
      name: 'skan-failing',
      who: 'viewer',
      expected: /the server responded with a status of 500/,
      open: async ({ page, at }) => {
        await page.route(CALLS.report, failing);
        await page.goto(at('/skan'));
        await expect(page.getByText('We couldn’t load the SKAN report')).toBeVisible();
      },
    },
    ...SKAN_SCHEMA,
    ...SKAN_SET_UP,
  ],
};
