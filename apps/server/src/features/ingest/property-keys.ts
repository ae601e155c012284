import { LRUCache } from 'lru-cache';
import type { Item, Unit } from '../../pipeline/group.ts';
import type { LimitHits } from './limit-hits.ts';

/** Keys of all events that are kept in process. */
const MOST_CACHED = 200_000;

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
      if (known.has(key)) continue;
      if (known.size < limit) known.add(key);
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
