import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RETRY_SECONDS, secondsToNextAttempt } from './retry-schedule.ts';

const HOUR = 3600;

test('a delivery is tried for about three days, ever more seldom, and then given up', () => {
  const waits = RETRY_SECONDS.map((_, n) => secondsToNextAttempt(n + 1, { random: 0 }));
  expect(waits).toEqual([...RETRY_SECONDS]);
  const total = RETRY_SECONDS.reduce((sum, seconds) => sum + seconds, 0);
  expect(total / HOUR).toBeCloseTo(75.6, 1);
  expect(secondsToNextAttempt(RETRY_SECONDS.length + 1, { random: 0 })).toBeNull();
});

test('it is not tried earlier than the schedule or the receiver says, and at most a fifth later', () => {
  const attempts = fc.integer({ min: 1, max: RETRY_SECONDS.length });
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(attempts, fc.integer({ min: 0, max: 200_000 }), random, (n, afterSeconds, by) => {
      const least = Math.max(RETRY_SECONDS[n - 1] ?? 0, afterSeconds);
      const wait = secondsToNextAttempt(n, { afterSeconds, random: by }) ?? -1;
      expect(wait).toBeGreaterThanOrEqual(least);
      expect(wait).toBeLessThanOrEqual(least * 1.2);
    }),
  );
});
