import { expect, test } from 'vitest';
import { linkOfName } from './link-of-name.ts';

const link = (campaign: number, id: number) => ({
  campaignId: `0${campaign}00-7000`,
  linkId: `0${id}00-7000`,
});

test.each([
  ['only a slug', link(1, 2), null, 'slug'],
  ['only a display id', null, link(1, 2), 'display id'],
  ['a slug and the display id of its own campaign', link(1, 3), link(1, 2), 'slug'],
  ['a slug that took the display id of an older campaign', link(3, 4), link(1, 2), 'display id'],
  ['a display id that took the slug of an older link', link(1, 2), link(3, 4), 'slug'],
])('%s', (_case, bySlug, byDisplayId, expected) => {
  expect(linkOfName(bySlug, byDisplayId)).toBe(expected === 'slug' ? bySlug : byDisplayId);
});

test('no name, no link', () => {
  expect(linkOfName(undefined, null)).toBeNull();
});
