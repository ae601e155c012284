import { LRUCache } from 'lru-cache';

/**
 * What was used last, at most so many, and no longer than the time given. It grows as it is filled; given a `max`, the
 * library would reserve the memory for all of them when the server starts.
 */
export const createLru = <Value extends object | string | number | boolean>(most: number, ttlMs = 0) =>
  new LRUCache<string, Value>({ maxSize: most, sizeCalculation: () => 1, ttl: ttlMs });
