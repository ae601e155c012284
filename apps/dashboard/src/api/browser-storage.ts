import type { KeyValueStore } from './stored-session.ts';

function inMemory(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
}

function available(storageOf: () => Storage): KeyValueStore {
  try {
    // Reading alone throws where storage is blocked; what is kept then lasts as long as the page.
    const storage = storageOf();
    storage.getItem('token');
    return storage;
  } catch {
    return inMemory();
  }
}

export const browserStorage: KeyValueStore = available(() => window.localStorage);

/** Of this tab alone: it outlasts a reload and a visit to another site, but not the tab. */
export const tabStorage: KeyValueStore = available(() => window.sessionStorage);
