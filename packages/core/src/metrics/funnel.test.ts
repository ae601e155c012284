import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FunnelEvent, funnelPath, percentileOf } from './funnel.ts';

/** `a@3` is event a at time 3; a bang behind it: outside of the range. */
const events = (text: string): FunnelEvent[] =>
  text.split(' ').map((one) => {
    const [name = '', at = ''] = one.split('@');
    return { name, atMs: Number.parseInt(at, 10), isInRange: !at.endsWith('!') };
  });

describe('the path of an install', () => {
  test.each([
    ['goes step by step', 'a@1 b@2 c@3', [1, 2, 3]],
    ['ignores events in between', 'a@1 x@2 b@3 a@4 c@5', [1, 3, 5]],
    ['ends where a step is missing', 'a@1 c@2', [1]],
    ['does not go backwards', 'b@1 a@2 c@3', [2]],
    ['does not take two steps at the same time', 'a@1 b@1 c@2', [1]],
    ['begins in the range', 'a@1! b@2 c@3', []],
    ['may end after the range', 'a@1 b@2! c@3!', [1, 2, 3]],
    ['ends when the time is over', 'a@1 b@5 c@12', [1, 5]],
    ['may take as long as is allowed', 'a@1 b@5 c@11', [1, 5, 11]],
    ['starts over where that leads further', 'a@1 a@8 b@9 c@18', [8, 9, 18]],
    ['is the first of several that lead as far', 'a@1 b@2 c@3 a@4 b@5 c@6', [1, 2, 3]],
    ['has no steps without the first one', 'b@1 c@2', []],
  ])('%s', (_, history, path) => {
    expect(funnelPath(['a', 'b', 'c'], events(history), 10)).toEqual(path);
  });

  test('takes the same step twice only with two events', () => {
    expect(funnelPath(['a', 'a'], events('a@1'), 10)).toEqual([1]);
    expect(funnelPath(['a', 'a'], events('a@1 a@4'), 10)).toEqual([1, 4]);
  });

  test('is as long as the longest that there is', () => {
    const event = fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      atMs: fc.nat(12),
      isInRange: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 12 }),
        fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 2, maxLength: 4 }),
        fc.nat(10),
        (given, steps, within) => {
          const history = given.sort((one, other) => one.atMs - other.atMs);
          const longest = (step: number, after: number, until: number): number => {
            const next = history.filter(
              ({ name, atMs, isInRange }) =>
                name === steps[step] && atMs > after && atMs <= until && (step > 0 || isInRange),
            );
            const from = (atMs: number) => (step === 0 ? atMs + within : until);
            return Math.max(0, ...next.map(({ atMs }) => 1 + longest(step + 1, atMs, from(atMs))));
          };
          const path = funnelPath(steps, history, within);
          expect(path.length).toBe(longest(0, -1, Number.POSITIVE_INFINITY));
          expect(path.every((at, n) => n === 0 || at > (path[n - 1] ?? at))).toBe(true);
        },
      ),
    );
  });
});

test.each([
  [[], 0.5, null],
  [[3], 0.9, 3],
  [[5, 1, 3], 0.5, 3],
  [[10, 2, 4, 1], 0.5, 3],
  [[5, 1, 2, 4, 3], 0.75, 4],
  [[0, 10], 0.9, 9],
])('of %j, a share of %d is below %j', (numbers, share, number) => {
  expect(percentileOf(numbers, share)).toBe(number);
});
