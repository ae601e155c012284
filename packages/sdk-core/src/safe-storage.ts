import type { StoragePort } from './ports.ts';

/** StoragePort that never throws. What cannot be written is kept in memory for as long as the program runs. */
export function safeStorage(storage: StoragePort): StoragePort {
  const memory: Record<string, string | null> = {};
  const write = (key: string, value: string | null) => {
    memory[key] = value;
    try {
      if (value === null) storage.remove(key);
      else storage.set(key, value);
      delete memory[key];
    } catch {}
  };
  return {
    get(key) {
      try {
        if (!(key in memory)) return storage.get(key);
      } catch {}
      return memory[key];
    },
    set: write,
    remove: (key) => write(key, null),
  };
}

/** The JSON of a key; corrupted text is nothing. */
export function readJson<Value>(storage: StoragePort, key: string): Value | null {
  try {
    return JSON.parse(storage.get(key) || 'null');
  } catch {
    return null;
  }
}
