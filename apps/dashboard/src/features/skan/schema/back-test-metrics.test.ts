import type { BackTest } from '@trailmark/contract/skan-back-test';
import { describe, expect, it } from 'vitest';
import {
  laterWords,
  lostWords,
  metricsOf,
  nullShareWords,
  type RankedCandidate,
  rankCandidates,
  tierWords,
} from './back-test-metrics.ts';

const REVENUE = {
  type: 'revenue' as const,
  currency: 'INR',
  bounds: ['1'],
  expected: ['2'],
  from: 'given' as const,
};

function candidate(name: string, score: number, over: Partial<RankedCandidate['outcome']> = {}) {
  return {
    name,
    proposed: false,
    bases: [{ type: 'revenue' as const }],
    schema: {
      bases: [REVENUE],
      install_value: 0 as const,
      lock_first_window: 'never' as const,
      values_used: 2,
    },
    outcome: {
      installs: 4,
      values: [3, 1, 0],
      coarse: [],
      score,
      tiers: [
        { tier: 0, installs: 1, nulls: 1 },
        { tier: 2, installs: 3, nulls: 0 },
      ],
      revenue: { actual: 200, decoded: 210, decoded_with_tiers: 150 },
      events: [{ name: 'signup', installs: 4, seen: 1 }],
      ...over,
    },
  } satisfies RankedCandidate;
}

const valuesOf = (one: RankedCandidate, values_withheld = false) =>
  Object.fromEntries(metricsOf(one, { values_withheld }).map(({ name, value }) => [name, value]));

describe('the metrics of a candidate', () => {
  it('are shares of what happened', () => {
    expect(valuesOf(candidate('a', 61.5))).toEqual({
      Score: '61.5',
      'Values used': '2 of 2',
      'Revenue error': '+5%',
      'Error with nulls': '-25%',
      'Events lost': '75%',
    });
    expect(nullShareWords(candidate('a', 1).outcome)).toBe('25%');
    expect(candidate('a', 1).outcome.tiers.map(tierWords)).toEqual(['1 (100% null)', '3 (0% null)']);
  });

  it.each([
    [[{ name: 'signup', installs: 4, seen: 4 }], 'Loses no event.'],
    [[{ name: 'signup', installs: 4, seen: 1 }], 'Loses 75% of signup.'],
    [
      [4, 3, 2, 1, 0].map((seen) => ({ name: `e${seen}`, installs: 4, seen })),
      'Loses 100% of e0, 75% of e1, 50% of e2 and 1 more.',
    ],
  ])('say which events are lost', (events, words) => {
    expect(lostWords(candidate('a', 1, { events }).outcome)).toBe(words);
  });

  it('say what later windows would say, where they are over', () => {
    const coarse = [
      { low: 9, medium: 0, high: 0 },
      { low: 6, medium: 1, high: 1 },
      { low: 0, medium: 0, high: 0 },
    ];
    expect(laterWords(candidate('a', 1, { coarse }).outcome)).toBe(
      'Second window: 12.5% medium, 12.5% high. Third window: not over yet.',
    );
  });

  it('leave out nulls where nearly all values are withheld', () => {
    expect(Object.keys(valuesOf(candidate('a', 1), true))).not.toContain('Error with nulls');
  });

  it('say that a schema has no revenue, and nothing where nobody paid', () => {
    const events = candidate('a', 1);
    const without = { ...events, schema: { ...events.schema, bases: [] } };
    expect(valuesOf(without)).toMatchObject({
      'Revenue error': 'No revenue',
      'Error with nulls': 'No revenue',
    });
    const unpaid = candidate('a', 1, {
      revenue: { actual: 0, decoded: 0, decoded_with_tiers: 0 },
      events: [],
    });
    expect(valuesOf(unpaid)).toMatchObject({ 'Revenue error': '–', 'Events lost': '–' });
  });

  it('rank the best first, without those that have none', () => {
    const candidates = [candidate('a', 1), { ...candidate('b', 9), outcome: null }, candidate('c', 5)];
    expect(rankCandidates({ candidates } as unknown as BackTest).map(({ name }) => name)).toEqual(['c', 'a']);
  });
});
