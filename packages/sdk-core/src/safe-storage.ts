import { guard } from './guard.ts';
import type { StoragePort } from './ports.ts';

/** Storage that never throws. What cannot be written is kept in memory for as long as the program runs. */
export interface SafeStorage {
  get(key: string): string | null | undefined;
  /** An empty text removes the key. */
  set(key: string, value: string): void;
}

export function safeStorage(storage: () => StoragePort): SafeStorage {
  const memory: Record<string, string | undefined> = {};
  return {
    get: guard((key) => memory[key] ?? storage().getItem(key)),
    set: guard((key, value) => {
      memory[key] = value;
      if (value) storage().setItem(key, value);
      else storage().removeItem(key);
      memory[key] = undefined;
    }),
  };
}
