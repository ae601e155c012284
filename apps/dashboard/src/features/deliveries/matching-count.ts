import type { ConnectionHealth } from '@trailmark/contract/connections';
import type { DeliveriesView } from './deliveries-view.ts';

/** How many deliveries filters find. */
export interface MatchingCount {
  count: number;
  /** False: there are more than that. */
  isExact: boolean;
}

interface LedgerRows {
  /** How many rows are loaded. */
  loaded: number;
  hasMore: boolean;
  connections: readonly ConnectionHealth[] | undefined;
}

/** As many as are listed; of a longer list only those that wait are counted elsewhere, by connection. */
export function matchingCount(
  view: DeliveriesView,
  { loaded, hasMore, connections }: LedgerRows,
): MatchingCount {
  if (!hasMore) return { count: loaded, isExact: true };
  const { connection, state, event, person, period } = view;
  if (!connections || state !== 'waiting' || event || person || period) {
    return { count: loaded, isExact: false };
  }
  const chosen = connections.filter(({ connection_id }) => !connection || connection_id === connection);
  const waiting = chosen.reduce((sum, health) => sum + health.waiting, 0);
  // The health may be some seconds older than the rows.
  return waiting > loaded ? { count: waiting, isExact: true } : { count: loaded, isExact: false };
}
