import { QUEUE_KEY } from './backlog.ts';
import { KEY } from './base-client.ts';
import type { StoragePort } from './ports.ts';

/** StoragePort that answers later, such as that of React Native. */
export interface AsyncStorage {
  get(key: string): Promise<string | null | undefined>;
  set(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** The keys that a client stores. */
export const keysOf = (): string[] => [KEY, QUEUE_KEY];

/**
 * Reads the keys once and answers from memory. Writes follow one after the other, and of several for one key only the
 * last; one that fails is tried again with the next. A read that fails is nothing.
 */
export async function openAsyncStorage(
  storage: AsyncStorage,
  keys: string[] = keysOf(),
): Promise<StoragePort> {
  const values: Record<string, string | null | undefined> = {};
  await Promise.all(
    keys.map(async (key) => {
      try {
        values[key] = await storage.get(key);
      } catch {}
    }),
  );
  const changed = new Set<string>();
  let isWriting = false;
  const write = async () => {
    if (isWriting) return;
    isWriting = true;
    for (const key of changed) {
      changed.delete(key);
      const value = values[key];
      try {
        await (value == null ? storage.remove(key) : storage.set(key, value));
      } catch {
        changed.add(key);
        break;
      }
    }
    isWriting = false;
  };
  const change = (key: string, value: string | null) => {
    values[key] = value;
    changed.add(key);
    void write();
  };
  return {
    getItem: (key) => values[key],
    setItem: change,
    removeItem: (key) => change(key, null),
  };
}
