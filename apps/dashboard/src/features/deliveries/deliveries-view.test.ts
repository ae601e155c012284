import { describe, expect, it } from 'vitest';
import { readAddress, writeAddress } from '../../address/address-state.ts';
import {
  ALL_DELIVERIES,
  DELIVERIES_VIEW,
  type DeliveriesView,
  deliveryFilter,
  isFiltered,
} from './deliveries-view.ts';

const ID = '0198c0de-0000-7000-8000-000000000001';
const VIEW: DeliveriesView = {
  connection: ID,
  state: 'rejected',
  event: 'add_to_cart',
  person: 'u 1',
  period: { from: '2026-06-01', to: '2026-06-02' },
};
const read = (search: Record<string, unknown>) => readAddress(DELIVERIES_VIEW, ALL_DELIVERIES, search);

describe('the filters of the ledger', () => {
  it('are what the address says', () => {
    expect(read(writeAddress(DELIVERIES_VIEW, ALL_DELIVERIES, VIEW))).toEqual(VIEW);
    expect(read({ last: 'day' }).period).toEqual({ last: 'day' });
    expect(JSON.stringify(writeAddress(DELIVERIES_VIEW, ALL_DELIVERIES, ALL_DELIVERIES))).toBe('{}');
  });

  it('are left out where they make no sense', () => {
    const odd = { connection: 'mine', state: 'lost', last: 'year', from: '2026-06-02', to: '2026-06-01' };
    expect(read(odd)).toEqual(ALL_DELIVERIES);
    expect(isFiltered(read(odd))).toBe(false);
    expect(isFiltered(VIEW)).toBe(true);
  });

  it('mean whole days of the project’s zone', () => {
    const filter = deliveryFilter(VIEW, { timezone: 'Asia/Kolkata', now: new Date() });
    expect(filter).toMatchObject({ from: '2026-05-31T18:30:00.000Z', to: '2026-06-02T18:30:00.000Z' });
  });

  it('count the last hours from now', () => {
    const clock = { timezone: 'UTC', now: new Date('2026-06-02T12:00:00Z') };
    expect(deliveryFilter({ ...ALL_DELIVERIES, event: ' ', period: { last: 'hour' } }, clock)).toEqual({
      from: '2026-06-02T11:00:00.000Z',
    });
  });
});
