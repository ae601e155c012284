import { expect, type Page } from '@playwright/test';
import type { BackTest } from '@trailmark/contract/skan-back-test';
import { getSkanBackTest } from '@trailmark/contract/skan-back-test';
import {
  getSkanSchema,
  listSkanEvents,
  previewSkanSchema,
  type SkanSchemaMapping,
  type SkanValueRow,
} from '@trailmark/contract/skan-schema';
import type { Recipe } from './recipe.ts';
import { failing } from './states.ts';

const callOf = (path: string) => `**/api${path}?*`;

async function answer(page: Page, path: string, data: unknown): Promise<void> {
  await page.route(callOf(path), (route) => route.fulfill({ json: { msg: 'ok', status: 200, data } }));
}

const BASES = [
  { type: 'event' as const, event: 'signup' },
  { type: 'funnel' as const, steps: ['add_to_cart', 'checkout'] },
  { type: 'revenue' as const, buckets: 5 },
];
const SCHEMA: NonNullable<SkanSchemaMapping['draft']>['schema'] = {
  bases: [
    { type: 'event', event: 'signup' },
    { type: 'funnel', steps: ['add_to_cart', 'checkout'] },
    {
      type: 'revenue',
      currency: 'INR',
      bounds: ['49', '199', '499', '999', '2499'],
      expected: ['112', '320', '701', '1490', '3800'],
      from: 'history',
    },
  ],
  install_value: 0,
  lock_first_window: 'never',
  values_used: 36,
};

const STEPS = [[], ['reached add_to_cart'], ['reached checkout']];
const PAID = [
  '49 to below INR 199',
  '199 to below INR 499',
  '499 to below INR 999',
  '999 to below INR 2499',
  '2499 or more',
];

const VALUES: SkanValueRow[] = Array.from({ length: 64 }, (_, fine): SkanValueRow => {
  if (fine >= SCHEMA.values_used) return { fine, coarse: null, conditions: [], expected_revenue: null };
  const [signup, step, bucket] = [fine % 2, Math.floor(fine / 2) % 3, Math.floor(fine / 6)];
  const paid = bucket > 0 ? [`paid INR ${PAID[bucket - 1]}`] : [];
  return {
    fine,
    coarse: bucket > 0 ? 'high' : fine > 0 ? 'medium' : 'low',
    conditions: [...(signup ? ['signup'] : []), ...(STEPS[step] ?? []), ...paid],
    expected_revenue: ['0', '112', '320', '701', '1490', '3800'][bucket] ?? null,
  };
});

const now = () => new Date().toISOString();
const version = (number: number, state: 'draft' | 'active' | 'retired') => ({
  version: number,
  state,
  bases: BASES,
  schema: SCHEMA,
  created_at: now(),
  activated_at: state === 'draft' ? null : now(),
  retired_at: null,
});

const mapping = (over: Partial<SkanSchemaMapping> = {}): SkanSchemaMapping => ({
  activate_skan: true,
  changed_at: now(),
  app_id: '6400000001',
  has_values: true,
  explanation: 'Apps receive conversion values by version 1.',
  draft: version(2, 'draft'),
  active: version(1, 'active'),
  values: VALUES,
  versions: [],
  ...over,
});

const COARSE = ([0, 1, 2] as const).flatMap((sequence) => [
  { sequence, coarse: 'low', conditions: [] },
  { sequence, coarse: 'medium', conditions: [] },
  { sequence, coarse: 'high', conditions: ['paid INR 49 or more'] },
]);

const outcome = (score: number, decoded: number) => ({
  installs: 18_204,
  values: Array.from({ length: 64 }, (_, value) => (value < 30 ? 600 - value * 9 : 0)),
  coarse: [0, 1, 2].map(() => ({ low: 9000, medium: 6000, high: 3204 })),
  tiers: [
    { tier: 0, installs: 2100, nulls: 2100 },
    { tier: 1, installs: 3900, nulls: 3900 },
    { tier: 2, installs: 6204, nulls: 0 },
    { tier: 3, installs: 6000, nulls: 0 },
  ],
  revenue: { actual: 810_400, decoded, decoded_with_tiers: decoded * 0.81 },
  events: [
    { name: 'signup', installs: 9120, seen: 9120 },
    { name: 'add_to_cart', installs: 6110, seen: 5402 },
    { name: 'search', installs: 8800, seen: 0 },
  ],
  score,
});

const backTest = (over: Partial<BackTest> = {}): BackTest => ({
  back_test_id: '0192f000-0000-7000-8000-000000000001',
  state: 'done',
  progress: 1,
  currency: 'INR',
  created_at: now(),
  finished_at: now(),
  installs: 18_204,
  installs_available: 18_204,
  candidates: [
    { name: 'Your draft', proposed: false, bases: BASES, schema: SCHEMA, outcome: outcome(71.4, 842_000) },
    {
      name: 'Revenue',
      proposed: true,
      bases: [{ type: 'revenue' }],
      schema: SCHEMA,
      outcome: outcome(58.2, 815_100),
    },
    {
      name: 'Events',
      proposed: true,
      bases: ['signup', 'add_to_cart'],
      schema: SCHEMA,
      outcome: outcome(41.9, 0),
    },
  ],
  best: 'Your draft',
  ...over,
});

async function mockSchema(page: Page, given = mapping(), test: BackTest | null = backTest()): Promise<void> {
  await answer(page, getSkanSchema.path, given);
  await answer(page, listSkanEvents.path, { events: ['signup', 'payment', 'add_to_cart', 'checkout'] });
  await answer(page, previewSkanSchema.path, {
    schema: SCHEMA,
    values: VALUES,
    coarse: COARSE,
    history: { days: 180, payers: 4210 },
    reached: { sequence: 0, fine: 17, coarse: 'high', lock: false },
  });
  await answer(page, getSkanBackTest.path, { back_test: test });
}

const FAILED = /the server responded with a status of 500/;

/** The schema of conversion values. */
export const SKAN_SCHEMA: Recipe[] = [
  {
    name: 'skan-schema',
    who: 'owner',
    open: async ({ page, at }) => {
      await mockSchema(page);
      await page.goto(`${at('/skan')}&tab=schema`);
      await expect(page.getByText('gets 17, high in the first window.')).toBeVisible();
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
  {
    name: 'skan-schema-running',
    who: 'owner',
    open: async ({ page, at }) => {
      await mockSchema(
        page,
        mapping({ draft: null }),
        backTest({ state: 'running', progress: 0.42, best: null, candidates: [] }),
      );
      await page.goto(`${at('/skan')}&tab=schema`);
      await expect(page.getByText('Replaying, 42% done.')).toBeVisible();
    },
  },
  {
    name: 'skan-schema-viewer',
    who: 'viewer',
    open: async ({ page, at }) => {
      await mockSchema(page);
      await page.goto(`${at('/skan')}&tab=schema`);
      await expect(page.getByText('Your draft')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Save draft' })).toHaveCount(0);
    },
  },
  {
    name: 'skan-schema-failing',
    who: 'viewer',
    expected: FAILED,
    open: async ({ page, at }) => {
      await page.route(callOf(getSkanSchema.path), failing);
      await page.goto(`${at('/skan')}&tab=schema`);
      await expect(page.getByText('We couldn’t load the schema')).toBeVisible();
    },
  },
];
