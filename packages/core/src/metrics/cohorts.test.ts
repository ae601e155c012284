import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cohort, type CohortOptions, cohortCells, cohortSize, spendOf } from './cohorts.ts';
import { decimalOf, ZERO } from './decimal.ts';

const part = (age: number, day: number, more: { installs?: number; count?: number; amount?: string }) => ({
  age,
  day,
  installs: more.installs ?? 0,
  count: more.count ?? 0,
  amount: decimalOf(more.amount ?? '0'),
});

const cohort = (parts: Cohort['parts'], spend: [number, string][] | null = []): Cohort => ({
  parts,
  spend: spend?.map(([age, amount]) => ({ age, amount: decimalOf(amount) })) ?? null,
  oldest: Math.max(-1, ...parts.map(({ age }) => age)),
});

const values = (given: Cohort, options: CohortOptions) =>
  cohortCells(given, options).map(({ value, of, over, mature }) => [value, of, over, mature]);

/** Four installs that are mature on day 2, and one that was installed yesterday. */
const INSTALLS = [part(2, 0, { installs: 4, count: 4 }), part(0, 0, { installs: 1, count: 1 })];

describe('classic retention', () => {
  test('of day n is of the installs that are mature on it', () => {
    const given = cohort([...INSTALLS, part(2, 1, { count: 2 }), part(2, 2, { count: 1 })]);
    expect(values(given, { metric: 'retention', mode: 'classic', days: 3 })).toEqual([
      [1, 5, 5, true],
      [0.5, 2, 4, false],
      [0.25, 1, 4, false],
      [null, null, null, false],
    ]);
  });

  test('does not count a day that has not ended', () => {
    const given = cohort([...INSTALLS, part(0, 1, { count: 1 })]);
    expect(values(given, { metric: 'retention', mode: 'classic', days: 1 })[1]).toEqual([0, 0, 4, false]);
  });
});

test('rolling retention counts who was active on day n or later', () => {
  const given = cohort([
    part(2, 0, { installs: 1, count: 1 }),
    part(2, 2, { installs: 2, count: 2 }),
    part(2, 9, { installs: 1, count: 1 }),
    part(2, 0, { installs: 1 }),
  ]);
  const of = values(given, { metric: 'retention', mode: 'rolling', days: 2 }).map(([, active]) => active);
  expect(of).toEqual([4, 3, 3]);
});

test('cumulative retention counts who came back on any of the days 1 to n', () => {
  const given = cohort([
    part(3, 1, { installs: 1, count: 1 }),
    part(3, 3, { installs: 2, count: 2 }),
    part(3, 0, { installs: 1 }),
  ]);
  expect(values(given, { metric: 'retention', mode: 'cumulative', days: 3 })).toEqual([
    [0.25, 1, 4, true],
    [0.25, 1, 4, true],
    [0.75, 3, 4, true],
  ]);
});

describe('money', () => {
  const parts = [
    part(1, 0, { installs: 3, amount: '10' }),
    part(1, 1, { amount: '-4.5' }),
    part(0, 0, { installs: 1, amount: '2' }),
    part(-1, 0, { installs: 1, amount: '100' }),
  ];

  test.each([
    {
      metric: 'revenue',
      cells: [
        ['12', '12', 4, false],
        ['5.5', '5.5', 3, false],
      ],
    },
    {
      metric: 'ltv',
      cells: [
        ['3', '12', 4, false],
        ['1.833333', '5.5', 3, false],
      ],
    },
    {
      metric: 'roas',
      cells: [
        [1.5, '12', '8', false],
        [1.1, '5.5', '5', false],
      ],
    },
  ] as const)('$metric adds up the days to n, of mature installs', ({ metric, cells }) => {
    const given = cohort(parts, [
      [1, '5'],
      [0, '3'],
      [-1, '50'],
    ]);
    expect(values(given, { metric, mode: 'classic', days: 1 })).toEqual(cells);
    expect([cohortSize(given), spendOf(given)]).toEqual([5, '58']);
  });

  test('has no ROAS without spend, and none where spend is not known', () => {
    const [nothing] = values(cohort(parts), { metric: 'roas', mode: 'classic', days: 1 });
    expect(nothing).toEqual([null, '12', '0', false]);
    const [unknown] = values(cohort(parts, null), { metric: 'roas', mode: 'classic', days: 1 });
    expect(unknown).toEqual([null, '12', null, false]);
    expect(spendOf(cohort(parts, null))).toBeNull();
  });
});

test('a cohort without installs is empty and mature', () => {
  const none: Cohort = { parts: [], spend: [], oldest: 0 };
  expect(values(none, { metric: 'retention', mode: 'classic', days: 1 })).toEqual([
    [null, 0, 0, true],
    [null, null, null, false],
  ]);
  expect(values(none, { metric: 'revenue', mode: 'classic', days: 1 })[0]).toEqual(['0', '0', 0, true]);
});

test('however installs are divided into parts, the cells are those of one by one', () => {
  const life = fc.record({ age: fc.integer({ min: -1, max: 6 }), active: fc.uniqueArray(fc.nat(7)) });
  fc.assert(
    fc.property(
      fc.array(life, { maxLength: 30 }),
      fc.constantFrom('classic', 'rolling', 'cumulative'),
      (lives, mode) => {
        const parts = lives.flatMap(({ age, active }) => {
          const later = active.filter((day) => day > 0);
          const one = { age, amount: ZERO };
          if (mode === 'classic') {
            return [
              { ...one, day: 0, installs: 1, count: 0 },
              ...active.map((day) => ({ ...one, day, installs: 0, count: 1 })),
            ];
          }
          const days = mode === 'rolling' ? active : later;
          const day = mode === 'rolling' ? Math.max(...days) : Math.min(...days);
          return [{ ...one, day: days.length > 0 ? day : 0, installs: 1, count: days.length > 0 ? 1 : 0 }];
        });
        const cells = cohortCells({ parts, spend: [], oldest: 6 }, { metric: 'retention', mode, days: 6 });
        for (const { day, of, over } of cells) {
          const mature = lives.filter(({ age }) => age >= day);
          const isActive = (active: number[]) =>
            mode === 'classic'
              ? active.includes(day)
              : active.some((one) => (mode === 'rolling' ? one >= day : one > 0 && one <= day));
          expect([of, over]).toEqual([mature.filter(({ active }) => isActive(active)).length, mature.length]);
        }
      },
    ),
  );
});
