import type { Log } from '../../platform/log.ts';

/** However much comes in, it is written down once in this time. */
const PAUSE_MS = 2000;

interface TallyOptions<Entry> {
  log: Log;
  /** What could not be written down, for the log. */
  what: string;
  /** Entries of one project that wait at most; what is beyond is forgotten. */
  mostOfProject: number;
  add(before: Entry, more: Entry): Entry;
  write(projectId: string, entries: Entry[]): Promise<void>;
}

/** Hints that are summed in process and written down now and then: no count of record, and a flood costs little. */
export interface Tally<Entry> {
  note(projectId: string, key: string, entry: Entry): void;
  stop(): Promise<void>;
}

export function createTally<Entry>(options: TallyOptions<Entry>): Tally<Entry> {
  const { log, what, mostOfProject, add, write } = options;
  let waiting = new Map<string, Map<string, Entry>>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  const writeAll = async () => {
    const projects = waiting;
    waiting = new Map();
    for (const [projectId, entries] of projects) {
      // The next ones tell of the same.
      await write(projectId, [...entries.values()]).catch((err: unknown) =>
        log.warn({ err }, `${what} could not be written down`),
      );
    }
  };
  const plan = () => {
    timer ??= setTimeout(() => {
      timer = null;
      writing = writing.then(writeAll);
    }, PAUSE_MS).unref();
  };
  return {
    note(projectId, key, entry) {
      const entries = waiting.get(projectId) ?? new Map<string, Entry>();
      const before = entries.get(key);
      if (before === undefined && entries.size >= mostOfProject) return;
      entries.set(key, before === undefined ? entry : add(before, entry));
      waiting.set(projectId, entries);
      plan();
    },
    stop: async () => {
      if (timer) clearTimeout(timer);
      await writing;
      await writeAll();
    },
  };
}
