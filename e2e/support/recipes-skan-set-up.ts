import { expect, type Page } from '@playwright/test';
import { getSkanGoogleStatus, getSkanMetaStatus } from '@trailmark/contract/skan-exports';
import { checkSkanSetUp, getSkanSettings, sendSkanTest } from '@trailmark/contract/skan-postbacks';
import { getSkanSchema } from '@trailmark/contract/skan-schema';
import { getStats } from '@trailmark/contract/stats';
import type { Recipe, ScreenFixture } from './recipe.ts';
import {
  domainAnswer,
  fullGoogle,
  fullMapping,
  fullMeta,
  fullSetUp,
  testAnswer,
} from './skan-set-up-answers.ts';
import { failing } from './states.ts';

const callOf = ({ path }: { path: string }) => `**/api${path}?*`;

async function answer(page: Page, called: { path: string }, data: unknown): Promise<void> {
  await page.route(callOf(called), (route) => route.fulfill({ json: { msg: 'ok', status: 200, data } }));
}

/** A project at work, with two accounts that need somebody. */
async function openFull({ page, at }: ScreenFixture): Promise<void> {
  await answer(page, getSkanSettings, fullSetUp());
  await answer(page, getSkanSchema, fullMapping());
  await answer(page, getSkanGoogleStatus, fullGoogle());
  await answer(page, getSkanMetaStatus, fullMeta());
  await answer(page, checkSkanSetUp, domainAnswer());
  await answer(page, sendSkanTest, testAnswer());
  await page.goto(`${at('/skan')}&tab=set-up`);
  await expect(page.getByText('Last read')).toBeVisible();
}

/** The tab on which SKAN is set up. */
export const SKAN_SET_UP: Recipe[] = [
  {
    name: 'skan-set-up',
    who: 'owner',
    open: async (fixture) => {
      await openFull(fixture);
      const { page } = fixture;
      await page.getByRole('textbox', { name: 'Domain' }).fill('go.kite.example');
      await page.getByRole('button', { name: 'Check domain' }).click();
      await expect(page.getByText('One path of kite.example does not lead here yet.')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Caddyfile' })).toContainText('Caddyfilekite.example {');
      await page.getByRole('button', { name: 'Send test postbacks' }).click();
      await expect(page.getByText('2 of 3 passed')).toBeVisible();
    },
  },
  { name: 'skan-set-up-viewer', who: 'viewer', open: openFull },
  {
    name: 'skan-set-up-off',
    who: 'admin',
    open: async (fixture) => {
      await openFull(fixture);
      await fixture.page.getByRole('switch', { name: 'SKAN switched on' }).click();
      await expect(fixture.page.getByRole('alertdialog')).toContainText('no longer handed to apps');
    },
  },
  {
    name: 'skan-set-up-new',
    who: 'owner',
    open: async ({ page, go, rich }) => {
      await go(`/skan?p_id=${rich.second.project_id}&tab=set-up`);
      await expect(page.getByText('SKAN is not active: Meta cannot read a schema.')).toBeVisible();
      await expect(page.getByText('No install on iOS in the last 30 days.')).toBeVisible();
    },
  },
  {
    name: 'skan-set-up-failing-lines',
    who: 'owner',
    expected: /the server responded with a status of 500/,
    open: async ({ page, at }) => {
      for (const called of [getStats, getSkanGoogleStatus, getSkanMetaStatus])
        await page.route(callOf(called), failing);
      await page.goto(`${at('/skan')}&tab=set-up`);
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(3);
    },
  },
  {
    name: 'skan-set-up-failing',
    who: 'viewer',
    expected: /the server responded with a status of 500/,
    open: async ({ page, at }) => {
      await page.route(callOf(getSkanSettings), failing);
      await page.goto(`${at('/skan')}&tab=set-up`);
      await expect(page.getByText('We couldn’t load the SKAN set-up')).toBeVisible();
    },
  },
  {
    name: 'skan-set-up-guest',
    who: 'guest',
    open: async ({ page, at }) => {
      await page.goto(`${at('/skan')}&tab=set-up`);
      await expect(page.getByRole('link', { name: 'Report', exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Set-up' })).toHaveCount(0);
    },
  },
];
