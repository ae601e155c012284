import type { NoResponse } from '@trailmark/core/destinations/deliver-items';
import type { OutboundResponse } from '@trailmark/core/destinations/destination';
import { retryAfterSeconds } from '@trailmark/core/destinations/judge-status';
import { MOST_FAILURES } from '../../connections/connection.ts';
import { later, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';

const FIRST_PAUSE_MS = 30 * SECOND_MS;
const LONGEST_PAUSE_MS = 15 * MINUTE_MS;
const THROTTLED = [429, 502, 503, 504];

/** Stops sending to a receiver that fails, so that it is paused and no delivery uses up its attempts. */
export interface Breaker {
  failures: number;
  blockedUntil: Date | null;
  /** What the receiver last failed with; null after a request that it took. */
  reason: string | null;
}

const isFailure = (response: OutboundResponse | NoResponse) =>
  'failed' in response || response.status >= 500 || response.status === 408 || response.status === 429;

function pauseMs(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - MOST_FAILURES));
}

/** What is known of a receiver after one more answer. */
function afterResponse(breaker: Breaker, response: OutboundResponse | NoResponse, now: Date): Breaker {
  if (!isFailure(response)) return { failures: 0, blockedUntil: null, reason: null };
  const failures = breaker.failures + 1;
  const reason = 'failed' in response ? response.failed : `answered ${response.status}`;
  const seconds =
    'failed' in response || !THROTTLED.includes(response.status)
      ? undefined
      : retryAfterSeconds(response, now);
  const ms = Math.max(
    failures >= MOST_FAILURES ? pauseMs(failures) : 0,
    Math.min((seconds ?? 0) * SECOND_MS, LONGEST_PAUSE_MS),
  );
  const blockedUntil = ms > 0 ? later(now, ms) : breaker.blockedUntil;
  return { failures, blockedUntil, reason };
}

/** The state of a receiver while several batches are on their way to it. */
export interface SharedBreaker {
  current(): Breaker;
  take(response: OutboundResponse | NoResponse, now: Date): void;
}

export function shareBreaker(before: Breaker): SharedBreaker {
  let breaker = before;
  return {
    current: () => breaker,
    take(response, now) {
      breaker = afterResponse(breaker, response, now);
    },
  };
}
