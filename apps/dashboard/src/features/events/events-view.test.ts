import { expect, it } from 'vitest';
import { readEventsView, writeEventsView } from './events-view.ts';

const USUAL = { tab: 'volume', search: '', distinct: false, event: null, property: null } as const;

it('is what was written', () => {
  const view = {
    tab: 'funnel',
    search: 'cart',
    distinct: true,
    event: 'view_item',
    property: 'sku',
  } as const;
  expect(readEventsView(writeEventsView(view))).toEqual(view);
  expect(readEventsView({})).toEqual(USUAL);
  expect(JSON.stringify(writeEventsView(USUAL))).toBe('{}');
});

it('takes names that look like numbers, and leaves out what is none', () => {
  expect(readEventsView({ event: 404, property: true })).toMatchObject({ event: '404', property: 'true' });
  expect(readEventsView({ event: ['a'], property: 'sku', tab: 'x', distinct: 'maybe' })).toEqual(USUAL);
  expect(readEventsView({ event: 'x'.repeat(129) }).event).toBeNull();
});
