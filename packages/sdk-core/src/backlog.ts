import type { SafeStorage } from './safe-storage.ts';

/** What waits to be sent: each line is the JSON of an item of a batch. */
export interface Backlog {
  lines: string[];
  /** Stores the lines as they are now, without what is gone. */
  save(gone?: string[]): void;
  /** The lines of this instance, and those that others have stored. */
  all(): string[];
}

/**
 * The lines are in memory and stored. Several instances (tabs) may share a storage: each writes its own lines next to
 * those of the others, so that none is lost. Lines are compared as they are: their event_id makes them unique.
 */
export function createBacklog(storage: SafeStorage, key: string): Backlog {
  /** What is stored, without the given lines. What was cut or overwritten is no item any more. */
  const storedBut = (known: string[]) => {
    const seen = new Set(known);
    return `${storage.get(key)}`.split('\n').filter((line) => /^{"call":.+}$/.test(line) && !seen.has(line));
  };
  const backlog: Backlog = {
    lines: storedBut([]),
    save(gone = []) {
      const lines = backlog.lines.filter((line) => !gone.includes(line));
      backlog.lines = lines;
      storage.set(key, [...storedBut([...lines, ...gone]), ...lines].join('\n'));
    },
    all: () => [...storedBut(backlog.lines), ...backlog.lines],
  };
  return backlog;
}
