import type { LiveItem } from '@trailmark/contract/live';

/** More rows help nobody, and a screen may stay open for days. */
export const MOST_ITEMS = 500;

export interface LiveFeed {
  /** The newest first. */
  items: readonly LiveItem[];
  /** What came while it was paused, the newest first. */
  held: readonly LiveItem[];
  paused: boolean;
}

export const EMPTY_FEED: LiveFeed = { items: [], held: [], paused: false };

export type FeedAction =
  | { type: 'came'; items: readonly LiveItem[] }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'clear' };

function onTop(came: readonly LiveItem[], before: readonly LiveItem[]): readonly LiveItem[] {
  return [...came.toReversed(), ...before].slice(0, MOST_ITEMS);
}

/** A new connection begins with the latest again: what is there already is not new. */
function onlyNew(came: readonly LiveItem[], { items, held }: LiveFeed): LiveItem[] {
  const known = new Set([...items, ...held].map(({ id }) => id));
  return came.filter(({ id }) => {
    if (known.has(id)) return false;
    known.add(id);
    return true;
  });
}

export function feedAfter(feed: LiveFeed, action: FeedAction): LiveFeed {
  switch (action.type) {
    case 'came': {
      const fresh = onlyNew(action.items, feed);
      if (fresh.length === 0) return feed;
      if (feed.paused) return { ...feed, held: onTop(fresh, feed.held) };
      return { ...feed, items: onTop(fresh, feed.items) };
    }
    case 'pause':
      return { ...feed, paused: true };
    case 'resume':
      return { items: [...feed.held, ...feed.items].slice(0, MOST_ITEMS), held: [], paused: false };
    case 'clear':
      return EMPTY_FEED;
  }
}
