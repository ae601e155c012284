import { LIVE_KINDS } from '@trailmark/contract/live';
import { expect, it } from 'vitest';
import { type AddressSearch, readAddress, writeAddress } from '../../address/address-state.ts';
import { ALL_LIVE, LIVE_VIEW, type LiveView } from './live-view.ts';

const readLiveView = (search: AddressSearch) => readAddress(LIVE_VIEW, ALL_LIVE, search);
const writeLiveView = (view: LiveView) => writeAddress(LIVE_VIEW, ALL_LIVE, view);

it('reads back what was written', () => {
  const view = { kinds: ['click', 'event'] as const, of: 'u_48213' };
  expect(readLiveView(writeLiveView(view))).toEqual(view);
});

it('leaves the usual out of the address', () => {
  expect(writeLiveView({ kinds: [...LIVE_KINDS], of: '' })).toEqual({ kinds: undefined, of: undefined });
});

it('passes over what makes no sense, and takes a number for text', () => {
  expect(readLiveView({ kinds: 'party,open', of: 48213 })).toEqual({ kinds: ['open'], of: '48213' });
  expect(readLiveView({ kinds: 7, of: {} })).toEqual({ kinds: [], of: '' });
});
