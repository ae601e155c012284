import { METRICS, metricOf } from '@trailmark/contract/metrics';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, compareDecimals, type Decimal, decimalOf, ZERO } from './decimal.ts';
import { formulaOf } from './formulas.ts';
import { noSums, type Sums, totalOf } from './sums.ts';
import { baseKeysOf, compareValues, metricValue, valuesOf } from './values.ts';

const EVENT_KEYS = ['event:buy', 'event_unique:buy', 'event_attributed:buy', 'event_cost:buy'];
const ALL = [...Object.keys(METRICS), ...EVENT_KEYS];
const MONEY_KEYS = /^(attributed:)?(paid|refunded|spend|earned:\d+|earned_spend:\d+)$/;
const DISTINCT_KEYS = ['payers', 'wau', 'mau'];

/** Sums from numbers and texts: a text is money. */
function sumsOf(given: Record<string, number | string | null>): Sums {
  const sums = noSums();
  for (const [key, value] of Object.entries(given)) {
    if (MONEY_KEYS.test(key)) sums.money[key] = value === null ? null : decimalOf(String(value));
    else if (DISTINCT_KEYS.includes(key)) sums.distinct[key] = Number(value);
    else sums.counts[key] = Number(value);
  }
  return sums;
}

const SUMS = sumsOf({
  impressions: 4000,
  clicks: 200,
  unique_clicks: 150,
  installs: 50,
  'attributed:installs': 20,
  owned_installs: 6,
  'attributed:signups': 5,
  'attributed:event:buy': 4,
  reinstalls: 5,
  reengagements: 4,
  reattributions: 3,
  suspicious_installs: 2,
  signups: 8,
  events: 90,
  payments: 6,
  payers: 3,
  paid: '100.10',
  refunded: '0.1',
  spend: '80',
  active: 140,
  wau: 33,
  mau: 44,
  'attributed:paid': '40.05',
  'attributed:refunded': '0.05',
  'attributed:earned:7': '12',
  visits: 40,
  page_views: 100,
  screen_views: 10,
  bounced_visits: 16,
  'event:buy': 7,
  'first:buy': 5,
  'retained:7': 12,
  'retained_of:7': 48,
  'earned:7': '24',
  'earned_of:7': 48,
  'earned_spend:7': '96',
});

describe('a metric', () => {
  test.each([
    ['impressions', 4000],
    ['clicks', 200],
    ['unique_clicks', 150],
    ['ctr', 0.05],
    ['installs', 50],
    ['attributed_installs', 20],
    ['paid_installs', 14],
    ['owned_installs', 6],
    ['organic_installs', 30],
    ['reinstalls', 5],
    ['reengagements', 4],
    ['reattributions', 3],
    ['suspicious_installs', 2],
    ['all_installs', 55],
    ['suspicious_rate', 2 / 55],
    ['click_to_install', 0.1],
    ['visits', 40],
    ['page_views', 100],
    ['screen_views', 10],
    ['pages_per_visit', 2.5],
    ['screens_per_visit', 0.25],
    ['bounced_visits', 16],
    ['bounce_rate', 0.4],
    ['signups', 8],
    ['attributed_signups', 5],
    ['signup_rate', 0.16],
    ['events', 90],
    ['payments', 6],
    ['payers', 3],
    ['revenue', '100'],
    ['attributed_revenue', '40'],
    ['refunds', '0.1'],
    ['arpu', '2'],
    ['arppu', '33.333333'],
    ['spend', '80'],
    ['cpc', '0.4'],
    ['cpm', '20'],
    ['cpi', '4'],
    ['cpa', '16'],
    ['roas', 0.5],
    ['blended_roas', 1.25],
    ['dau', 20],
    ['wau', 33],
    ['mau', 44],
    ['event:buy', 7],
    ['event_unique:buy', 5],
    ['event_attributed:buy', 4],
    ['event_cost:buy', '20'],
    ['event:sell', 0],
    ['event_cost:sell', null],
    ['retention_d7', 0.25],
    ['retention_d1', null],
    ['cohort_size_d7', 48],
    ['ltv_d7', '0.5'],
    ['ltv_d30', null],
    ['roas_d7', 0.125],
    ['roas_d0', null],
  ] as const)('%s of a week is %s', (metric, value) => {
    expect(metricValue(metric, SUMS, 7)).toBe(value);
  });

  test.each(['luck', 'roas_d5', 'retention_d0', 'cohort_size_d5', 'event:', '__proto__', 'constructor', ''])(
    'called %j does not exist',
    (metric) => {
      expect([formulaOf(metric), metricValue(metric, SUMS, 7)]).toEqual([null, null]);
    },
  );

  test('is made for every metric of the contract, in its unit', () => {
    for (const metric of ALL) {
      const value = metricValue(metric, SUMS, 7);
      const isMoney = metricOf(metric)?.unit === 'money';
      expect(formulaOf(metric), metric).not.toBeNull();
      if (value !== null) expect(typeof value, metric).toBe(isMoney ? 'string' : 'number');
    }
  });

  test('that is divided reads what its parts read', () => {
    for (const metric of ALL) {
      const parts = metricOf(metric)?.parts ?? [];
      const missing = [...baseKeysOf(parts)].filter((key) => !baseKeysOf([metric]).has(key));
      expect(missing, metric).toEqual([]);
    }
  });

  test('reads only what it is made of', () => {
    expect([...baseKeysOf(['cpi', 'clicks'])].sort()).toEqual([
      ...['attributed:installs', 'clicks', 'spend'],
    ]);
  });

  test.each(['spend', 'cpc', 'cpm', 'cpi', 'cpa', 'roas', 'blended_roas', 'event_cost:buy', 'roas_d7'])(
    '%s is not known where spend is not',
    (metric) => {
      const unknown = { ...SUMS, money: { ...SUMS.money, spend: null, 'earned_spend:7': null } };
      expect(metricValue(metric, unknown, 7)).toBeNull();
    },
  );

  test('of distinct installs is not known for summed rows', () => {
    const total = totalOf([SUMS, SUMS]);
    expect(valuesOf(['payers', 'wau', 'arppu', 'payments'], total, 7)).toEqual({
      payers: null,
      wau: null,
      arppu: null,
      payments: 12,
    });
    expect(valuesOf(['payers', 'arppu'], noSums(), 7)).toEqual({ payers: 0, arppu: null });
  });
});

/** Any sums that a database could give. */
const money = fc
  .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.nat(12))
  .map(([units, places]): Decimal => ({ units, places }));
const anySums = fc
  .tuple(
    fc.dictionary(
      fc.constantFrom(...[...baseKeysOf(ALL)].filter((key) => !MONEY_KEYS.test(key))),
      fc.nat(1e9),
    ),
    fc.dictionary(
      fc.constantFrom(...[...baseKeysOf(ALL)].filter((key) => MONEY_KEYS.test(key))),
      fc.option(money, { freq: 9 }),
    ),
  )
  .map(([counts, amounts]): Sums => ({ counts: { ...counts }, money: { ...amounts }, distinct: {} }));

describe('metrics of any sums', () => {
  test('are numbers, decimals or nothing', () => {
    fc.assert(
      fc.property(anySums, fc.nat(800), (sums, days) => {
        for (const [metric, value] of Object.entries(valuesOf(ALL, sums, days))) {
          if (typeof value === 'number') expect(Number.isFinite(value), metric).toBe(true);
          else if (value !== null) expect(value, metric).toMatch(/^-?\d+(\.\d{1,6})?$/);
        }
      }),
    );
  });

  test('add up in the total where the contract says so', () => {
    const additive = ALL.filter((metric) => metricOf(metric)?.addsUp);
    expect(additive.length).toBeGreaterThan(15);
    const scaled = fc.array(anySums, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(scaled, (rows) => {
        const total = valuesOf(additive, totalOf(rows), 7);
        for (const metric of additive) {
          const values = rows.map((row) => metricValue(metric, row, 7));
          if (values.includes(null)) expect(total[metric], metric).toBeNull();
          else if (typeof total[metric] === 'number') {
            expect(total[metric], metric).toBe(values.reduce<number>((sum, value) => sum + Number(value), 0));
          } else {
            // Each row was rounded to six places, so that each may be off by half of the last.
            const sum = values.reduce<Decimal>((all, value) => add(all, decimalOf(String(value))), ZERO);
            const off = add(decimalOf(String(total[metric])), { ...sum, units: -sum.units });
            const most = { units: 5n * BigInt(rows.length + 1), places: 7 };
            const size = { ...off, units: off.units < 0n ? -off.units : off.units };
            expect(compareDecimals(size, most), metric).toBeLessThanOrEqual(0);
          }
        }
      }),
    );
  });

  test('that are shares stay the same when everything happens k times as often', () => {
    const shares = ALL.filter((metric) => ['percent', 'ratio'].includes(metricOf(metric)?.unit ?? ''));
    fc.assert(
      fc.property(anySums, fc.integer({ min: 2, max: 50 }), (sums, times) => {
        const more = totalOf(Array.from({ length: times }, () => sums));
        for (const metric of shares) {
          const [one, many] = [metricValue(metric, sums, 7), metricValue(metric, more, 7)];
          if (one === null) expect(many, metric).toBeNull();
          else expect(many, metric).toBe(one);
        }
      }),
    );
  });

  test('do not depend on the order in which rows are added', () => {
    fc.assert(
      fc.property(fc.array(anySums, { maxLength: 5 }), (rows) => {
        expect(valuesOf(ALL, totalOf([...rows].reverse()), 7)).toEqual(valuesOf(ALL, totalOf(rows), 7));
      }),
    );
  });
});

describe('values', () => {
  test.each([
    [1, 2, -1],
    ['10', '9', 1],
    ['0.1', '0.10', 0],
    ['9007199254740993', '9007199254740992', 1],
    ['-0.000001', '0', -1],
    [0.25, '0.3', -1],
  ] as const)('%s and %s compare as %s', (one, other, sign) => {
    expect(Math.sign(compareValues(one, other))).toBe(sign);
  });
});
