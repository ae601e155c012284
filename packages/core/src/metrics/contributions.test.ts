import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ComparedPart, contributionsOf } from './contributions.ts';
import { add, decimalOf, textOf, ZERO } from './decimal.ts';
import { evaluate } from './evaluate.ts';
import { formulaOf } from './formulas.ts';
import { type Sums, totalOf } from './sums.ts';

const sums = (counts: Record<string, number>, money: Record<string, string> = {}): Sums => ({
  counts,
  money: Object.fromEntries(Object.entries(money).map(([key, text]) => [key, decimalOf(text)])),
  distinct: {},
});
const part = (key: string, current: Sums, previous: Sums): ComparedPart => ({ key, current, previous });
const explain = (metric: string, parts: ComparedPart[], days = { current: 1, previous: 1 }) => {
  const formula = formulaOf(metric);
  if (!formula) throw new Error(`there is no metric ${metric}`);
  const whole = {
    current: totalOf(parts.map(({ current }) => current)),
    previous: totalOf(parts.map(({ previous }) => previous)),
  };
  return contributionsOf(formula, { parts, whole, days });
};

describe('what each part adds to a change', () => {
  test('of a count is its own change', () => {
    const parts = [
      part('META', sums({ installs: 10 }), sums({ installs: 4 })),
      part('GOOGLE', sums({ installs: 1 }), sums({ installs: 9 })),
    ];
    expect(explain('installs', parts)).toEqual([6, -8]);
  });

  test('of money is exact', () => {
    const parts = [
      part('META', sums({}, { paid: '0.3' }), sums({}, { paid: '0.1' })),
      part('GOOGLE', sums({}, { paid: '0.1', refunded: '0.4' }), sums({}, { paid: '0.2' })),
    ];
    expect(explain('revenue', parts)).toEqual(['0.2', '-0.5']);
  });

  test('of a daily average depends on both numbers of days', () => {
    expect(
      explain('dau', [part('IN', sums({ active: 14 }), sums({ active: 30 }))], { current: 7, previous: 10 }),
    ).toEqual([-1]);
  });

  test('of a ratio is nothing where the part kept its ratio and its share of the whole', () => {
    const parts = [
      part('META', sums({ signups: 5, installs: 10 }), sums({ signups: 5, installs: 10 })),
      part('GOOGLE', sums({ signups: 8, installs: 10 }), sums({ signups: 2, installs: 10 })),
    ];
    const [meta, google] = explain('signup_rate', parts) ?? [];
    expect(meta).toBeCloseTo(0, 12);
    expect(google).toBeCloseTo(0.3, 12);
  });

  test('of a ratio counts a larger share of a better part too', () => {
    const parts = [
      part('good', sums({ signups: 16, installs: 20 }), sums({ signups: 8, installs: 10 })),
      part('bad', sums({ signups: 0, installs: 10 }), sums({ signups: 0, installs: 20 })),
    ];
    const [good, bad] = explain('signup_rate', parts) ?? [];
    expect(Number(good) + Number(bad)).toBeCloseTo(16 / 30 - 8 / 30, 12);
    expect(good).toBeGreaterThan(0);
    expect(bad).toBeGreaterThan(0);
  });

  test.each([
    ['distinct installs', 'payers', [part('IN', sums({}), sums({}))]],
    ['a ratio that had nothing to divide by', 'signup_rate', [part('IN', sums({ installs: 4 }), sums({}))]],
    [
      'what is not known of a part',
      'spend',
      [part('IN', { counts: {}, money: { spend: null }, distinct: {} }, sums({}, { spend: '1' }))],
    ],
  ])('is not given for %s', (_, metric, parts) => {
    expect(explain(metric, parts)).toBeNull();
  });

  test('is not given where no part is known of what changed', () => {
    const formula = formulaOf('spend');
    const whole = { current: sums({}, { spend: '9' }), previous: sums({}, { spend: '4' }) };
    const days = { current: 1, previous: 1 };
    expect(formula && contributionsOf(formula, { parts: [], whole, days })).toBeNull();
    const same = { current: whole.current, previous: whole.current };
    expect(formula && contributionsOf(formula, { parts: [], whole: same, days })).toEqual([]);
  });

  const count = fc.integer({ min: 0, max: 1_000_000 });
  const money = fc
    .bigInt({ min: -(10n ** 17n), max: 10n ** 17n })
    // As it is once it was converted: with more digits than are shown.
    .map((units) => textOf({ units, places: 9 }, 9));
  const anySums = fc
    .record({ installs: count, signups: count, paid: money, spend: money, bought: count })
    .map(({ installs, signups, paid, spend, bought }) =>
      sums(
        { installs, signups, 'attributed:installs': bought },
        { paid, 'attributed:paid': paid, refunded: '0', 'attributed:refunded': '0', spend },
      ),
    );
  const anyParts = fc.array(fc.tuple(anySums, anySums), { minLength: 1, maxLength: 8 });

  test('adds up to the change, for every kind of formula', () => {
    fc.assert(
      fc.property(anyParts, (drawn) => {
        const parts = drawn.map(([current, previous], index) => part(String(index), current, previous));
        for (const metric of ['installs', 'revenue', 'signup_rate', 'cpi', 'roas']) {
          const formula = formulaOf(metric);
          if (!formula) throw new Error(metric);
          const [current, previous] = [
            evaluate(formula, totalOf(drawn.map(([one]) => one)), 1),
            evaluate(formula, totalOf(drawn.map(([, other]) => other)), 1),
          ];
          const found = explain(metric, parts);
          if (current === null || previous === null) {
            expect(found).toBeNull();
          } else if (typeof current === 'string' && typeof previous === 'string') {
            const total = (found ?? []).reduce((sum, one) => add(sum, decimalOf(String(one))), ZERO);
            expect(textOf(add(total, decimalOf(previous)), 6)).toBe(current);
          } else {
            const total = (found ?? []).reduce<number>((sum, one) => sum + Number(one), 0);
            const size = (found ?? []).reduce<number>((sum, one) => sum + Math.abs(Number(one)), 1);
            expect(Math.abs(total - (Number(current) - Number(previous))) / size).toBeLessThan(1e-9);
          }
        }
      }),
    );
  });
});
