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

function available(): KeyValueStore {
  try {
    // Reading alone throws where storage is blocked; the session then lasts as long as the page.
    window.localStorage.getItem('token');
    return window.localStorage;
  } catch {
    return inMemory();
  }
}

export const browserStorage: KeyValueStore = available();
