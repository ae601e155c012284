import type { SkanSchema } from '@trailmark/contract/skan-bases';
import { describe, expect, it } from 'vitest';
import { areValuesWithheld, createBackTest, type PastInstall } from './back-test.ts';
import type { WindowFacts } from './levels.ts';
import { proposeCandidates } from './propose-candidates.ts';

const SCHEMA: SkanSchema = {
  bases: [
    { type: 'event', event: 'signup' },
    { type: 'revenue', currency: 'USD', bounds: ['1', '10'], expected: ['4', '20'], from: 'given' },
  ],
  install_value: 0,
  lock_first_window: 'never',
  values_used: 6,
};

const did = (counts: Record<string, number>, revenue = '0', lastDay = 0): WindowFacts => ({
  counts,
  revenue,
  lastDay,
});

/** Four installs: one below every tier, one of tier 1, two of tier 3. */
const HISTORY: PastInstall[] = [
  { crowd: 3, ageDays: 35, slots: { 0: did({ $signup: 1, cart: 2 }) } },
  { crowd: 20, ageDays: 35, slots: { 0: did({}, '3') } },
  { crowd: 200, ageDays: 35, slots: { 0: did({ $signup: 1 }), 1: did({}, '12', 1), 2: did({}, '1', 3) } },
  { crowd: 200, ageDays: 35, slots: {} },
];

const replay = (schema: SkanSchema, history = HISTORY) => {
  const test = createBackTest(schema);
  for (const install of history) test.add(install);
  return test.outcome();
};

describe('a back-test', () => {
  it('counts what each install would have said', () => {
    const outcome = replay(SCHEMA);
    // Nothing 0, signup 1, paid 3 is bucket 1 (2), signup and paid 12 is bucket 2 (1 + 4).
    expect(outcome.values.slice(0, 6)).toEqual([1, 1, 1, 0, 0, 1]);
    expect(outcome.values).toHaveLength(64);
    expect(outcome.coarse).toEqual([
      { low: 1, medium: 1, high: 2 },
      { low: 3, medium: 0, high: 1 },
      { low: 4, medium: 0, high: 0 },
    ]);
    expect(outcome.tiers).toEqual([
      { tier: 0, installs: 1, nulls: 1 },
      { tier: 1, installs: 1, nulls: 1 },
      { tier: 2, installs: 0, nulls: 0 },
      { tier: 3, installs: 2, nulls: 0 },
    ]);
    // 4 for the 3, 20 for the 12. Tier 1 has the coarse value alone: high is 2 / (1/4 + 1/20).
    expect(outcome.revenue).toEqual({ actual: 15, decoded: 24, decoded_with_tiers: 26.67 });
    expect(outcome.events).toEqual([
      { name: 'signup', installs: 2, seen: 2 },
      { name: 'cart', installs: 1, seen: 0 },
    ]);
    // Revenue is 77.8 % off; of three events one is not seen; four of 64 values are used equally: 2 of 6 bits.
    const score = 50 * (1 - 11.67 / 15) + 35 * (2 / 3) + 15 * (2 / 6);
    expect(outcome.score).toBeCloseTo(score, 1);
  });

  it('leaves installs out of the windows that are not over', () => {
    const ages = [2, 6, 7, 34, 35].map((ageDays) => ({
      crowd: 200,
      ageDays,
      slots: { 0: did({ $signup: 1 }) },
    }));
    expect(replay(SCHEMA, ages).coarse).toEqual([
      { low: 0, medium: 5, high: 0 },
      { low: 3, medium: 0, high: 0 },
      { low: 1, medium: 0, high: 0 },
    ]);
  });

  it('measures one day where the first window is locked after one', () => {
    const outcome = replay({ ...SCHEMA, lock_first_window: 'after_24_hours' });
    expect(outcome.values.slice(0, 6)).toEqual([1, 2, 1, 0, 0, 0]);
    // What was paid later is lost, and counts as an error.
    expect(outcome.revenue).toMatchObject({ actual: 15, decoded: 4 });
  });
});

describe('the score', () => {
  const EVENTS: SkanSchema = {
    bases: ['signup', 'cart'].map((event) => ({ type: 'event' as const, event })),
    install_value: 0,
    lock_first_window: 'never',
    values_used: 4,
  };
  /** Half of the installs sign up, put something into the cart and pay. */
  const buyers = (crowd: number, count: number): PastInstall[] =>
    Array.from({ length: count }, (_, at) => ({
      crowd,
      ageDays: 35,
      slots: at % 2 ? {} : { 0: did({ $open: 1, $signup: 1, cart: 1, $payment: 1 }, '4') },
    }));

  it('prefers revenue that is right, also where Apple would withhold all of it', () => {
    const revenue = replay(SCHEMA, buyers(3, 20));
    const events = replay(EVENTS, buyers(3, 20));
    expect(revenue.revenue).toEqual({ actual: 40, decoded: 40, decoded_with_tiers: 0 });
    expect(revenue.score).toBeGreaterThan(events.score);
    // Of signup, cart and payment two are seen by either; two values are used equally, 1 of 6 bits.
    const seen = 35 * (2 / 3) + 15 / 6;
    expect([revenue.score, events.score]).toEqual([50 + seen, seen].map((score) => Number(score.toFixed(1))));
  });

  it('knows a payment by its revenue, and leaves out what nearly every install does', () => {
    expect(replay(SCHEMA, buyers(200, 20)).events).toEqual([
      { name: 'cart', installs: 10, seen: 0 },
      { name: 'payment', installs: 10, seen: 10 },
      { name: 'signup', installs: 10, seen: 10 },
    ]);
    const start = { crowd: 3, ageDays: 35, slots: { 0: did({ start: 1 }) } };
    expect(replay(SCHEMA, [start, start]).events).toEqual([]);
  });

  it('is not moved by installs that say nothing under any schema', () => {
    const mixed = [...buyers(200, 10), ...buyers(3, 30)];
    expect(replay(SCHEMA, mixed).revenue.decoded_with_tiers).toBe(20);
    expect(replay(SCHEMA, mixed).score).toBe(replay(SCHEMA, buyers(200, 10)).score);
  });

  it('takes the values that there would be where there are enough', () => {
    // The coarse value of tier 1 says 6.67 for each 4.
    const [fine, coarse] = [replay(SCHEMA, buyers(200, 20)), replay(SCHEMA, buyers(20, 20))];
    expect(fine.score - coarse.score).toBeCloseTo(50 * (2.67 / 4), 0);
  });

  it.each([
    ['no installs', [0, 0, 0, 0], false],
    ['all below the threshold', [5, 0, 0, 0], true],
    ['nearly all', [90, 5, 5, 0], true],
    ['many', [89, 11, 0, 0], false],
  ])('values are withheld or not: %s', (_, installs, expected) => {
    const tiers = installs.map((count, tier) => ({ tier: tier as 0 | 1 | 2 | 3, installs: count, nulls: 0 }));
    expect(areValuesWithheld(tiers)).toBe(expected);
  });
});

describe('candidates', () => {
  const ENOUGH = { days: 60, amounts: Array.from({ length: 30 }, () => '5') };

  it('are made of what people did, with the rarest last', () => {
    const events = [
      { name: 'open', installs: 700 },
      { name: 'start', installs: 860 },
      { name: 'buy', installs: 40 },
      { name: 'cart', installs: 200 },
      { name: 'payment', installs: 50 },
      { name: 'signup', installs: 500 },
    ];
    expect(proposeCandidates({ events, installs: 900 }, ENOUGH)).toEqual([
      { name: 'Revenue', bases: [{ type: 'revenue' }] },
      { name: 'Events', bases: ['signup', 'cart', 'buy'] },
      {
        name: 'Funnel and revenue',
        bases: [{ type: 'funnel', steps: ['signup', 'cart', 'buy'] }, { type: 'revenue' }],
      },
      { name: 'signup and revenue', bases: ['signup', { type: 'revenue' }] },
    ]);
    expect(proposeCandidates({ events: [], installs: 0 }, { days: 0, amounts: [] })).toEqual([]);
  });

  it.each([
    ['nobody paid', { days: 90, amounts: ['0'] }, []],
    ['enough history', ENOUGH, [{ type: 'revenue' }]],
    [
      'too few days: what was paid',
      { days: 59, amounts: [...ENOUGH.amounts, '4999', '49.96'] },
      [{ type: 'revenue', min: '5', max: '4900' }],
    ],
    [
      'too few payers: what was paid',
      { days: 90, amounts: ['1234.567891234', '0.0123'] },
      [{ type: 'revenue', min: '0.012', max: '1200' }],
    ],
    ['one amount alone', { days: 9, amounts: ['499', '499'] }, [{ type: 'revenue', min: '490' }]],
  ])('have revenue by what is known: %s', (_, history, bases) => {
    expect(
      proposeCandidates({ events: [], installs: 9 }, history).flatMap((candidate) => candidate.bases),
    ).toEqual(bases);
  });
});
