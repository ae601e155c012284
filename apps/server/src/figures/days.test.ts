import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysOf, spansOf } from './days.ts';

describe('the parts of a range', () => {
  const CASES: { title: string; from: string; to: string; cuts?: string[]; weeks: string[] }[] = [
    {
      title: 'a Monday to its Sunday is a week',
      from: '2026-03-02',
      to: '2026-03-08',
      weeks: ['2026-03-02'],
    },
    { title: 'one day less is none', from: '2026-03-02', to: '2026-03-07', weeks: [] },
    { title: 'ends are days', from: '2026-03-01', to: '2026-03-16', weeks: ['2026-03-02', '2026-03-09'] },
    { title: 'a year ends in between', from: '2025-12-29', to: '2026-01-04', weeks: ['2025-12-29'] },
    {
      title: 'what begins on a Monday divides no week',
      ...{ from: '2026-03-02', to: '2026-03-15', cuts: ['2026-03-09'], weeks: ['2026-03-02', '2026-03-09'] },
    },
    {
      title: 'what begins on a Sunday divides its week',
      ...{ from: '2026-03-02', to: '2026-03-15', cuts: ['2026-03-15'], weeks: ['2026-03-02'] },
    },
  ];
  test.each(CASES)('$title', ({ from, to, cuts = [], weeks }) => {
    expect(spansOf({ from, to }, cuts).weeks).toEqual(weeks);
  });

  const day = fc.nat(60).map((n) => addDays('2026-02-20', n));
  test('make up the range, each day once, and none is on both sides of a cut', () => {
    fc.assert(
      fc.property(day, fc.nat(40), fc.array(day, { maxLength: 3 }), (from, length, cuts) => {
        const range = { from, to: addDays(from, length) };
        const { weeks, days } = spansOf(range, cuts);
        const weekly = weeks.map((monday) => daysOf({ from: monday, to: addDays(monday, 6) }));
        expect([...days, ...weekly.flat()].sort()).toEqual(daysOf(range));
        for (const cut of cuts) {
          for (const week of weekly) expect(new Set(week.map((one) => one < cut)).size).toBe(1);
        }
      }),
    );
  });
});
