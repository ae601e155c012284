import type { PostbackEventMap } from '@trailmark/contract/event-maps';
import { expect, test } from 'vitest';
import { draftOf, mapValues, previewable } from './map-values.ts';

const ACCOUNT = { ad_network_id: 'b0000000-0000-4000-8000-000000000001', kind: 'META' } as const;
const MAP: PostbackEventMap = {
  id: 'b0000000-0000-4000-8000-000000000002',
  project_id: 'p',
  ad_network_id: ACCOUNT.ad_network_id,
  event: 'payment',
  network_event: 'Purchase',
  value: { from: 'fixed', amount: 2.5, currency: 'USD' },
  installs: 'all',
  times: 'first',
  consent: 'granted',
  active: false,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

test('a map is shown and sent back as it was', () => {
  const { project_id, created_at, updated_at, ...kept } = MAP;
  expect(draftOf(mapValues(MAP, 'INR'), ACCOUNT, MAP.id)).toEqual(kept);
});

test('a new map begins with what most want, in the currency of the project', () => {
  const values = mapValues(null, 'INR');
  expect(values).toMatchObject({ from: 'event', installs: 'attributed', times: 'every', currency: 'INR' });
  expect(draftOf(values, ACCOUNT)).not.toHaveProperty('id');
});

test.each([
  ['nothing is entered', {}, false],
  ['both names are entered', { event: 'payment', network_event: 'Purchase' }, true],
  ['the network does not take the name', { event: 'payment', network_event: 'Käufe' }, false],
  ['a property is missing', { event: 'payment', network_event: 'Purchase', from: 'property' }, false],
  [
    'an amount is no number',
    { event: 'payment', network_event: 'Purchase', from: 'fixed', amount: 'x' },
    false,
  ],
] as const)('where %s, it can be previewed: %s', (_which, over, is) => {
  const draft = draftOf({ ...mapValues(null, 'INR'), ...over }, ACCOUNT);
  expect(previewable(draft, ACCOUNT) !== null).toBe(is);
});
