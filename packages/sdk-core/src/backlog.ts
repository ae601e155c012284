import type { SafeStorage } from './safe-storage.ts';

/** What waits to be sent: each line is the JSON of an item of a batch. */
export interface Backlog {
  lines: string[];
  /** Adds a line. It is stored as soon as the program pauses, with all that was added until then. */
  add(line: string): void;
  /** Stores the lines as they are now, without what is gone. */
  save(gone?: string[]): void;
  /** The lines of this instance, and those that others have stored. */
  all(): string[];
}

/** Where the lines are stored. */
export const QUEUE_KEY = 'tm.q';

/**
 * The lines are in memory and stored. Several instances (tabs) may share a storage: each writes its own lines next to
 * those of the others, so that none is lost. Lines are compared as they are: their event_id makes them unique.
 */
export function createBacklog(storage: SafeStorage): Backlog {
  let saving: unknown;
  const backlog: Backlog = {
    lines: [],
    add(line) {
      backlog.lines.push(line);
      // Writing takes longer than all the rest, and nothing ends a program in the middle of its own work.
      saving ||= Promise.resolve().then(() => saving && backlog.save());
    },
    save(gone = []) {
      const isKept = (line: string) => !gone.includes(line);
      saving = 0;
      storage.set(QUEUE_KEY, backlog.all().filter(isKept).join('\n'));
      backlog.lines = backlog.lines.filter(isKept);
    },
    all() {
      const own = new Set(backlog.lines);
      // What was cut or overwritten is no item any more.
      const others = `${storage.get(QUEUE_KEY)}`
        .split('\n')
        .filter((line) => /^{"call":.+}$/.test(line) && !own.has(line));
      return [...others, ...own];
    },
  };
  backlog.lines = backlog.all();
  return backlog;
}
