import { describe, expect, it } from 'vitest';
import { decimalOf, textOf } from '../../metrics/decimal.ts';
import { countUndecoded, type DecodedValue, sumEvents, sumRevenue } from './decoded-sums.ts';
import { tierOfFirst } from './estimated-tier.ts';
import { meanDelayDays } from './mean-delay.ts';
import type { PostbackCell } from './postback-cell.ts';
import { countCell, noCounts, nullRateOf, spreadOf } from './postback-counts.ts';

const cell = (more: Partial<PostbackCell> = {}): PostbackCell => ({
  key: '',
  sequence: 0,
  won: true,
  conversionType: 'download',
  isEarly: false,
  digits: 4,
  hasSource: false,
  fine: null,
  coarse: null,
  activation: 1,
  count: 1,
  ...more,
});

function counts(cells: PostbackCell[]) {
  const sum = noCounts();
  for (const one of cells) countCell(sum, one);
  return sum;
}

describe('what is counted', () => {
  it('is an install only by a winning first postback of a download', () => {
    const sum = counts([
      cell({ count: 5, fine: 0 }),
      cell({ count: 2 }),
      cell({ count: 3, conversionType: 'redownload', coarse: 'low' }),
      cell({ count: 4, conversionType: 're-engagement', fine: 9 }),
      cell({ count: 7, sequence: 1, coarse: 'high' }),
      cell({ count: 8, won: false }),
    ]);
    expect(sum).toEqual({
      postbacks: 29,
      installs: 7,
      redownloads: 3,
      reengagements: 4,
      lost: 8,
      winningFirst: 14,
      withoutValue: 2,
    });
    expect(nullRateOf(sum)).toBe(2 / 14);
    expect(nullRateOf(noCounts())).toBeNull();
  });

  it('is spread by value, with no value apart from the value 0', () => {
    const spread = spreadOf([
      cell({ fine: 0, count: 2 }),
      cell({ fine: 63, hasSource: true }),
      cell({ coarse: 'low', digits: 2, count: 3 }),
      cell({ digits: 2, count: 4 }),
      cell({ sequence: 2, coarse: 'high', digits: 2, count: 5 }),
      cell({ fine: 12, isEarly: true, digits: 0, count: 6 }),
      cell({ won: false, count: 100 }),
    ]);
    expect(spread.fine.map((count, fine) => [fine, count]).filter(([, count]) => count)).toEqual([
      [0, 2],
      [12, 6],
      [63, 1],
    ]);
    expect(spread.tiers).toEqual([4, 3, 2, 1]);
    expect(spread.withoutTier).toBe(6);
    expect(spread.coarse).toEqual([
      { low: 3, medium: 0, high: 0, fine: 3, none: 4 },
      { low: 0, medium: 0, high: 0, fine: 0, none: 0 },
      { low: 0, medium: 0, high: 5, fine: 0, none: 0 },
    ]);
  });
});

describe('the tier', () => {
  const signs = { digits: 2, hasFine: false, hasCoarse: false, hasSource: false };
  it.each([
    [{}, 0],
    [{ hasCoarse: true }, 1],
    [{ hasFine: true }, 2],
    [{ digits: 3 }, 2],
    [{ hasFine: true, hasSource: true, digits: 4 }, 3],
  ])('of %j is %i', (more, tier) => {
    expect(tierOfFirst({ ...signs, ...more })).toBe(tier);
  });
});

it.each([
  [{ isEarly: true, sequence: 0 }, 2],
  [{ isEarly: false, sequence: 0 }, 3.5],
  [{ isEarly: false, sequence: 1 }, 10.5],
  [{ isEarly: false, sequence: 2 }, 38.5],
])('a postback %j comes %d days after its install', (timing, days) => {
  expect(meanDelayDays(timing)).toBe(days);
});

describe('what values mean', () => {
  const paid = (min: string, max: string | null, expected: string | null) => ({
    currency: 'USD',
    min,
    max,
    expected,
  });
  const MEANING: Record<string, DecodedValue> = {
    1: { events: [{ name: 'trial', min: 1, max: null }], revenue: paid('0', '0.99', '0') },
    2: { events: [{ name: 'trial', min: 0, max: 0 }], revenue: paid('0.99', '5', '2.1') },
    3: { events: [{ name: 'trial', min: 0, max: null }], revenue: paid('5', null, '9.5') },
  };
  const decode = ({ fine, activation }: PostbackCell) =>
    activation === 0 ? null : (MEANING[String(fine)] ?? null);
  const factor = decimalOf('2');

  it('is said with what is certain, expected and possible', () => {
    const cells = [cell({ fine: 1, count: 3 }), cell({ fine: 2, count: 1 }), cell({ fine: 3, count: 4 })];
    expect(sumEvents(cells, decode)).toEqual([{ window: 0, name: 'trial', low: 3, expected: 6, high: 7 }]);
    expect(sumEvents([cell({ fine: 3 })], decode)).toEqual([
      { window: 0, name: 'trial', low: 0, expected: null, high: 1 },
    ]);
    const sum = sumRevenue(cells, decode, () => factor);
    expect([sum?.low, sum?.expected].map((amount) => amount && textOf(amount, 6))).toEqual(['41.98', '80.2']);
    expect(sum).toMatchObject({ high: null, open: 4 });
    const bounded = sumRevenue(cells.slice(0, 2), decode, () => factor);
    expect(bounded?.high && textOf(bounded.high, 6)).toBe('15.94');
  });

  it('is not known without a schema, without a rate and without a value, and never of losers', () => {
    const cells = [
      cell({ fine: 1, activation: 0, count: 2 }),
      cell({ fine: 60, count: 3 }),
      cell(),
      cell({ fine: 1, won: false }),
    ];
    expect(countUndecoded(cells, decode)).toBe(5);
    expect(sumEvents(cells, decode)).toEqual([]);
    expect(sumRevenue(cells, decode, () => factor)).toBeNull();
    expect(sumRevenue([cell({ fine: 1 })], decode, () => null)).toBeNull();
  });
});
