import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Item, Unit } from '../../pipeline/group.ts';
import type { LimitHits } from './limit-hits.ts';

/** Keys of all events that are kept in process. */
const MOST_CACHED = 200_000;
const LONGEST_CACHED = 43;

/** A key in so few characters that many can be kept: itself, or its hash where an app makes up long ones. */
export const shortKey = (key: string): string =>
  key.length > LONGEST_CACHED ? hash('sha256', key, 'base64url') : key;

/** Notices events with more property keys than reports list. They are stored as they are. */
export function createPropertyKeys({ limit, hits }: { limit: number; hits: LimitHits }) {
  const cache = new LRUCache<string, Set<string>>({
    maxSize: MOST_CACHED,
    sizeCalculation: () => limit,
  });
  const check = ({ project: { projectId }, event }: Item) => {
    if (!event?.data || event.isOther) return;
    const name = `${projectId} ${event.name}`;
    const known = cache.get(name) ?? new Set();
    if (known.size === 0) cache.set(name, known);
    const beyond: string[] = [];
    for (const key of Object.keys(event.data)) {
      const short = shortKey(key);
      if (known.has(short)) continue;
      if (known.size < limit) known.add(short);
      else beyond.push(key);
    }
    const example = beyond.at(-1);
    if (example === undefined) return;
    hits.note({
      projectId,
      kind: 'property_keys',
      beyond: beyond.length,
      example: `${event.name}: ${example}`,
    });
  };
  return {
    check(units: Unit[]): void {
      for (const unit of units) for (const item of unit) if (item.call === 'event') check(item);
    },
  };
}
