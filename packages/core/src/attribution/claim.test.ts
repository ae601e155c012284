import { expect, test } from 'vitest';
import { type Claim, isSameAdEvent } from './claim.ts';

const answer = (over: object = {}): Claim['answer'] => ({
  campaignId: '1',
  adGroupId: '2',
  adId: '3',
  ...over,
});
const google = (ad_event_id: string | null, timestamp: number, over: object = {}) =>
  answer({ ad_events: [{ ad_event_id, timestamp }], ...over });

test.each([
  ['one click that is claimed twice', google('a', 1), google('a', 1), true],
  ['one click, whatever else is said', google('a', 1), google('a', 2, { adId: null }), true],
  ['two clicks of one ad', google('a', 1), google('b', 1), false],
  ['without an id, one ad at one time', google(null, 1), google('b', 1), true],
  ['without an id, one ad at two times', google(null, 1), google(null, 2), false],
  ['no ad events: one ad', answer(), answer(), true],
  ['no ad events: two ads', answer(), answer({ adId: '4' }), false],
  ['an empty list', answer({ ad_events: [] }), answer(), true],
])('%s', (_, one, other, isSame) => {
  expect(isSameAdEvent(one, other)).toBe(isSame);
  expect(isSameAdEvent(other, one)).toBe(isSame);
});
