import type { LiveItem } from '@trailmark/contract/live';
import { expect, it } from 'vitest';
import { EMPTY_FEED, type FeedAction, feedAfter, type LiveFeed, MOST_ITEMS } from './live-feed.ts';

const item = (id: number) => ({ id: String(id) }) as LiveItem;
const came = (...ids: number[]): FeedAction => ({ type: 'came', items: ids.map(item) });
const after = (...actions: FeedAction[]) => actions.reduce(feedAfter, EMPTY_FEED);
const ids = ({ items }: Pick<LiveFeed, 'items'>) => items.map(({ id }) => Number(id));

it('puts the newest on top', () => {
  expect(ids(after(came(1, 2), came(3)))).toEqual([3, 2, 1]);
});

it('takes nothing twice when a new connection begins with the latest', () => {
  expect(ids(after(came(1, 2), came(1, 2, 3, 3)))).toEqual([3, 2, 1]);
});

it('holds back what comes while it is paused, and shows it afterwards', () => {
  const paused = after(came(1), { type: 'pause' }, came(2), came(2, 3));
  expect(ids(paused)).toEqual([1]);
  expect(paused.held).toHaveLength(2);
  const resumed = feedAfter(paused, { type: 'resume' });
  expect(ids(resumed)).toEqual([3, 2, 1]);
  expect(resumed).toMatchObject({ held: [], paused: false });
});

it('never holds more than it can show', () => {
  const many = Array.from({ length: MOST_ITEMS + 20 }, (_, n) => n);
  expect(ids(after(came(...many)))).toHaveLength(MOST_ITEMS);
  expect(ids(after(came(...many)))[0]).toBe(MOST_ITEMS + 19);
  const paused = after({ type: 'pause' }, came(...many));
  expect(paused.held).toHaveLength(MOST_ITEMS);
  expect(ids(feedAfter(after(came(-1)), came(...many)))).not.toContain(-1);
});

it('is the same feed when nothing new came', () => {
  const feed = after(came(1));
  expect(feedAfter(feed, came(1))).toBe(feed);
});
