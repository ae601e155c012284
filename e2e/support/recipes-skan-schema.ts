import { expect, type Page } from '@playwright/test';
import { type BackTest, getSkanBackTest } from '@trailmark/contract/skan-back-test';
import { getSkanSchema, type SkanSchemaMapping } from '@trailmark/contract/skan-schema';
import type { Recipe, ScreenFixture } from './recipe.ts';
import { doneBackTest, endedBackTest, fullMapping } from './skan-schema-answers.ts';
import { failing } from './states.ts';

const callOf = ({ path }: { path: string }) => `**/api${path}?*`;

async function answer(page: Page, called: { path: string }, data: unknown): Promise<void> {
  await page.route(callOf(called), (route) => route.fulfill({ json: { msg: 'ok', status: 200, data } }));
}

/** The tab with what is saved and the latest back-test; the preview is the server's. */
async function openTab(
  { page, at, rich }: ScreenFixture,
  test: BackTest,
  over: Partial<SkanSchemaMapping> = {},
): Promise<void> {
  const { call } = rich.people.owner;
  await answer(page, getSkanSchema, { ...(await fullMapping(call, rich.project.project_id)), ...over });
  await answer(page, getSkanBackTest, { back_test: test });
  await page.goto(`${at('/skan')}&tab=schema`);
  await expect(page.getByText('36 of 64 values are in use.')).toBeVisible();
}

const done = ({ rich }: ScreenFixture, over: Partial<BackTest> = {}) =>
  doneBackTest(rich.people.owner.call, rich.project.project_id, over);

/** A back-test that ended without a result, or has not ended. */
const ended = (state: 'running' | 'failed' | 'cancelled', says: string): Recipe => ({
  name: `skan-schema-${state}`,
  who: 'owner',
  open: async (fixture) => {
    await openTab(fixture, endedBackTest(state), { draft: null });
    await expect(fixture.page.getByText(says)).toBeVisible();
  },
});

/** A back-test with a result that needs an explanation. */
const explained = (name: string, over: Partial<BackTest>, says: string): Recipe => ({
  name: `skan-schema-${name}`,
  who: 'owner',
  open: async (fixture) => {
    await openTab(fixture, await done(fixture, over));
    await expect(fixture.page.getByText(says)).toBeVisible();
  },
});

const FAILED = /the server responded with a status of 500/;

/** The schema of conversion values. */
export const SKAN_SCHEMA: Recipe[] = [
  {
    name: 'skan-schema',
    who: 'owner',
    open: async (fixture) => {
      await openTab(fixture, await done(fixture));
      const { page } = fixture;
      await page.getByRole('button', { name: 'signup once more' }).click();
      await page.getByLabel('Paid in the window').fill('700');
      await expect(page.getByText('gets 19, high in the first window.')).toBeVisible();
      await expect(page.getByText('Your draft')).toBeVisible();
    },
  },
  {
    name: 'skan-schema-new',
    who: 'owner',
    open: async ({ page, at }) => {
      await page.goto(`${at('/skan')}&tab=schema`);
      await expect(page.getByText('No back-test yet')).toBeVisible();
    },
  },
  ended('running', 'Replaying, 42% done.'),
  ended('cancelled', 'The back-test was stopped. It has no result.'),
  ended('failed', 'The back-test failed'),
  explained('withheld', { values_withheld: true }, 'Your volume is below Apple’s privacy threshold'),
  explained(
    'stopped-early',
    { stopped_early: true, installs: 4500 },
    'The back-test stopped after 10 minutes',
  ),
  {
    name: 'skan-schema-used',
    who: 'owner',
    open: async (fixture) => {
      await openTab(fixture, await done(fixture));
      const { page } = fixture;
      await page.getByRole('button', { name: 'Use bases of Revenue' }).click();
      await expect(page.getByLabel('Lowest amount')).toHaveValue('49');
      await expect(
        page.getByText('63 revenue buckets, by a constant factor within your range.'),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: 'Save draft' })).toBeEnabled();
    },
  },
  {
    name: 'skan-schema-viewer',
    who: 'viewer',
    open: async (fixture) => {
      await openTab(fixture, await done(fixture));
      const { page } = fixture;
      await expect(page.getByText('Your draft')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Save draft' })).toHaveCount(0);
    },
  },
  {
    name: 'skan-schema-failing',
    who: 'viewer',
    expected: FAILED,
    open: async ({ page, at }) => {
      await page.route(callOf(getSkanSchema), failing);
      await page.goto(`${at('/skan')}&tab=schema`);
      await expect(page.getByText('We couldn’t load the schema')).toBeVisible();
    },
  },
  {
    name: 'skan-schema-test-failing',
    who: 'viewer',
    expected: FAILED,
    open: async ({ page, at, rich }) => {
      const mapping = await fullMapping(rich.people.owner.call, rich.project.project_id);
      await answer(page, getSkanSchema, mapping);
      await page.route(callOf(getSkanBackTest), failing);
      await page.goto(`${at('/skan')}&tab=schema`);
      await expect(page.getByText('We couldn’t load the back-test')).toBeVisible();
      await expect(page.getByText('36 of 64 values are in use.')).toBeVisible();
    },
  },
];
