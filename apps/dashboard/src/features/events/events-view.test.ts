import { expect, it } from 'vitest';
import { type AddressSearch, readAddress, writeAddress } from '../../address/address-state.ts';
import { DEFAULT_EVENTS_VIEW, EVENTS_VIEW, type EventsView } from './events-view.ts';

const readEventsView = (search: AddressSearch) => readAddress(EVENTS_VIEW, DEFAULT_EVENTS_VIEW, search);
const writeEventsView = (view: EventsView) => writeAddress(EVENTS_VIEW, DEFAULT_EVENTS_VIEW, view);

it('is what was written', () => {
  const view = {
    tab: 'funnel',
    search: 'cart',
    distinct: true,
    event: 'view_item',
    property: 'sku',
    day: '2026-11-14',
    hour: 0,
    who: 'view_item',
  } as const;
  expect(readEventsView(writeEventsView(view))).toEqual(view);
  expect(readEventsView({})).toEqual(DEFAULT_EVENTS_VIEW);
  expect(JSON.stringify(writeEventsView(DEFAULT_EVENTS_VIEW))).toBe('{}');
});

it('takes names that look like numbers, and leaves out what is none', () => {
  expect(readEventsView({ event: 404, property: true })).toMatchObject({ event: '404', property: 'true' });
  expect(readEventsView({ event: ['a'], property: {}, tab: 'x', distinct: 'maybe' })).toEqual(
    DEFAULT_EVENTS_VIEW,
  );
  expect(readEventsView({ event: 'x'.repeat(129) }).event).toBeNull();
  expect(readEventsView({ day: '2026-11-31', hour: 24, who: [] })).toEqual(DEFAULT_EVENTS_VIEW);
});
