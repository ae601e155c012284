import { type KeyValueStore, STORED } from '../../api/stored-session.ts';

/** The ids of the announcements that were dismissed in this browser. */
export function seenIds(store: Pick<KeyValueStore, 'getItem'>): string[] {
  try {
    const stored: unknown = JSON.parse(store.getItem(STORED.announcementsSeen) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function markSeen(store: Pick<KeyValueStore, 'getItem' | 'setItem'>, id: string): string[] {
  const ids = [...new Set([...seenIds(store), id])];
  store.setItem(STORED.announcementsSeen, JSON.stringify(ids));
  return ids;
}
