import { LIVE_KINDS } from '@trailmark/contract/live';
import { expect, it } from 'vitest';
import { readLiveView, writeLiveView } from './live-view.ts';

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
