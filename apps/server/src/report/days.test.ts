import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysOf, mondayOf, spansOf } from './days.ts';

describe('the parts of a range', () => {
  const CASES: {
    title: string;
    from: string;
    to: string;
    cuts?: string[];
    today?: string;
    weeks: string[];
    less?: string[];
  }[] = [
    {
      title: 'a Monday to its Sunday is a week',
      from: '2026-03-02',
      to: '2026-03-08',
      weeks: ['2026-03-02'],
    },
    {
      title: 'one day less is the week without it',
      from: '2026-03-02',
      to: '2026-03-07',
      weeks: ['2026-03-02'],
      less: ['2026-03-08'],
    },
    { title: 'half of one is days', from: '2026-03-02', to: '2026-03-05', weeks: [] },
    {
      title: 'a week that has not ended is read as it is so far',
      from: '2026-03-02',
      to: '2026-03-04',
      today: '2026-03-04',
      weeks: ['2026-03-02'],
      less: ['2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08'],
    },
    {
      title: 'its days but the last ones are days',
      from: '2026-03-02',
      to: '2026-03-04',
      today: '2026-03-06',
      weeks: [],
    },
    { title: 'ends are days', from: '2026-03-01', to: '2026-03-16', weeks: ['2026-03-02', '2026-03-09'] },
    { title: 'time ends in a week', from: '9999-12-27', to: '9999-12-31', weeks: ['9999-12-27'] },
    { title: 'a year ends in between', from: '2025-12-29', to: '2026-01-04', weeks: ['2025-12-29'] },
    {
      title: 'what begins on a Monday divides no week',
      from: '2026-03-02',
      to: '2026-03-15',
      cuts: ['2026-03-09'],
      weeks: ['2026-03-02', '2026-03-09'],
    },
    {
      title: 'what begins on a Sunday divides its week',
      from: '2026-03-02',
      to: '2026-03-15',
      cuts: ['2026-03-15'],
      weeks: ['2026-03-02'],
    },
    {
      title: 'what begins after the range divides nothing',
      from: '2026-03-02',
      to: '2026-03-07',
      cuts: ['2026-03-08'],
      weeks: ['2026-03-02'],
      less: ['2026-03-08'],
    },
    {
      title: 'where the Monday is on the other side, it cannot stand for the rest',
      from: '2026-03-03',
      to: '2026-03-08',
      cuts: ['2026-03-03'],
      weeks: [],
    },
  ];
  test.each(CASES)('$title', ({ from, to, cuts = [], today = '2026-12-31', weeks, less = [] }) => {
    expect(spansOf({ from, to }, { cuts, today })).toMatchObject({ weeks, less });
  });

  const day = fc.nat(60).map((n) => addDays('2026-02-20', n));
  test('make up the range, each day once, and none is on both sides of a cut', () => {
    fc.assert(
      fc.property(day, fc.nat(40), fc.array(day, { maxLength: 3 }), day, (from, length, cuts, today) => {
        const range = { from, to: addDays(from, length) };
        const { weeks, less, days } = spansOf(range, { cuts, today });
        const weekly = weeks.flatMap((monday) => daysOf({ from: monday, to: addDays(monday, 6) }));
        const meant = weekly.filter((one) => !less.includes(one));
        expect([...days, ...meant].sort()).toEqual(daysOf(range));
        expect(less.filter((one) => !weekly.includes(one))).toEqual([]);
        for (const cut of cuts) {
          expect(meant.filter((one) => one < cut !== mondayOf(one) < cut)).toEqual([]);
        }
      }),
    );
  });
});
