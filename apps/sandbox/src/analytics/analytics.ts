import type { IncomingHttpHeaders } from 'node:http';
import type { Recording } from './recording.ts';
import { Violation } from './violation.ts';
import type { AnalyticsEvent, GroupUpdate, ProfileUpdate } from './wire-schemas.ts';

const MAX_KEPT = 5_000;

export type ReceivedRequest = {
  at: string;
  method: string;
  path: string;
  query: Record<string, unknown>;
  /** As they arrived, so that a test can check what a proxy let through. */
  headers: IncomingHttpHeaders;
  status: number;
  /** How many events, updates or recordings it carried, when it was accepted. */
  items: number;
};
export type RecordedViolation = { at: string; path: string; error: string };
export type Duplicate = { insertId: string; event: string; times: number };
export type Failure = { status: number; retryAfterSeconds?: number | undefined };

export type Analytics = ReturnType<typeof createAnalytics>;

function keep<T>(list: T[], items: T[]): void {
  list.push(...items);
  if (list.length > MAX_KEPT) list.splice(0, list.length - MAX_KEPT);
}

const isSameEvent = (a: AnalyticsEvent, b: AnalyticsEvent) =>
  a.event === b.event &&
  a.properties.time === b.properties.time &&
  a.properties.distinct_id === b.properties.distinct_id;

// The browser library sends its queue on page hide without removing it, and again on the next page: a repeat of
// the same event is counted once and is no fault. The same $insert_id on another event would lose one of them.
function createDeduplicator() {
  const seen = new Map<string, { first: AnalyticsEvent; times: number }>();
  return {
    takeNew(events: AnalyticsEvent[]): AnalyticsEvent[] {
      const fresh = new Map<string, AnalyticsEvent>();
      const repeats: string[] = [];
      for (const event of events) {
        const insertId = event.properties.$insert_id;
        const first = seen.get(insertId)?.first ?? fresh.get(insertId);
        if (first && !isSameEvent(first, event)) {
          throw new Violation(`$insert_id ${insertId} was already used by another event (${first.event})`);
        }
        if (first) repeats.push(insertId);
        else fresh.set(insertId, event);
      }
      for (const [insertId, first] of fresh) seen.set(insertId, { first, times: 1 });
      for (const insertId of repeats) {
        const known = seen.get(insertId);
        if (known) known.times += 1;
      }
      return [...fresh.values()];
    },
    duplicates: (): Duplicate[] =>
      [...seen]
        .filter(([, { times }]) => times > 1)
        .map(([insertId, { first, times }]) => ({ insertId, event: first.event, times })),
    clear: () => seen.clear(),
  };
}

/** What the analytics upstream has received, and the switch that makes it fail. */
export function createAnalytics(token: string) {
  const events: AnalyticsEvent[] = [];
  const profiles: ProfileUpdate[] = [];
  const groups: GroupUpdate[] = [];
  const recordings: Recording[] = [];
  const requests: ReceivedRequest[] = [];
  const violations: RecordedViolation[] = [];
  const deduplicator = createDeduplicator();
  let failuresLeft = 0;
  let failure: Failure = { status: 503 };

  return {
    token,
    addEvents: (items: AnalyticsEvent[]) => keep(events, deduplicator.takeNew(items)),
    addProfiles: (items: ProfileUpdate[]) => keep(profiles, items),
    addGroups: (items: GroupUpdate[]) => keep(groups, items),
    addRecording: (item: Recording) => keep(recordings, [item]),
    addRequest: (item: ReceivedRequest) => keep(requests, [item]),
    addViolation: (item: RecordedViolation) => keep(violations, [item]),
    events: () => [...events],
    profiles: () => [...profiles],
    groups: () => [...groups],
    recordings: () => [...recordings],
    requests: () => [...requests],
    violations: () => [...violations],
    duplicates: deduplicator.duplicates,
    /** The next `count` requests are answered with this status and not looked at. */
    failNext(count: number, next: Failure = { status: 503 }) {
      failuresLeft = count;
      failure = next;
    },
    takeFailure(): Failure | null {
      if (failuresLeft === 0) return null;
      failuresLeft -= 1;
      return failure;
    },
    clear() {
      for (const list of [events, profiles, groups, recordings, requests, violations]) list.length = 0;
      deduplicator.clear();
      failuresLeft = 0;
    },
  };
}
