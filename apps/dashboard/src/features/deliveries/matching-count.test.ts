import type { ConnectionHealth } from '@trailmark/contract/connections';
import { describe, expect, it } from 'vitest';
import { ALL_DELIVERIES, type DeliveriesView } from './deliveries-view.ts';
import { matchingCount } from './matching-count.ts';

const connections = [
  { connection_id: 'a', waiting: 70 },
  { connection_id: 'b', waiting: 1200 },
] as ConnectionHealth[];
const longList = { loaded: 50, hasMore: true, connections };

function countOf(view: Partial<DeliveriesView>, rows = longList) {
  return matchingCount({ ...ALL_DELIVERIES, ...view }, rows);
}

describe('matchingCount', () => {
  it('is the number of rows when all of them are loaded', () => {
    const rows = { ...longList, loaded: 4, hasMore: false };
    expect(countOf({ state: 'rejected' }, rows)).toEqual({ count: 4, isExact: true });
  });

  it('says only that there are more when the list goes on', () => {
    const more = { count: 50, isExact: false };
    expect(countOf({ state: 'rejected' })).toEqual(more);
    expect(countOf({ connection: 'a' })).toEqual(more);
    expect(countOf({ state: 'waiting', event: 'payment' })).toEqual(more);
    expect(countOf({ state: 'waiting', period: { last: 'day' } })).toEqual(more);
  });

  it('takes those that wait from the health of their connections', () => {
    expect(countOf({ state: 'waiting' })).toEqual({ count: 1270, isExact: true });
    expect(countOf({ state: 'waiting', connection: 'a' })).toEqual({ count: 70, isExact: true });
  });

  it('does not trust a health that knows fewer than are listed', () => {
    const rows = { ...longList, loaded: 100 };
    expect(countOf({ state: 'waiting', connection: 'a' }, rows)).toEqual({ count: 100, isExact: false });
  });
});
