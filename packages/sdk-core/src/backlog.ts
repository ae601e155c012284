import type { SafeStorage } from './safe-storage.ts';
import type { BatchCall, Properties } from './wire.ts';

/** Something that is not sent any more. */
export interface Dropped {
  call: BatchCall;
  body: Properties;
  /**
   * `full`: the queue was full. `refused`: the server refused it. `consent`: consent was withdrawn.
   * `invalid`: it is not JSON.
   */
  reason: 'full' | 'refused' | 'consent' | 'invalid';
  /** The field that the server refused, and why. */
  detail?: string;
}

export interface Backlog {
  /** What waits: each line is the JSON of an item of a batch. */
  lines: string[];
  /** How many were dropped. */
  lost: number;
  /** Stores the list as it is now, without what is gone. */
  save(gone?: string[]): void;
  drop(gone: string[], reason: Dropped['reason'], detail?: string): void;
  /** Made when it is reported: a stored line may be broken. */
  report(dropped: () => Dropped): void;
  /** Takes over what other instances have stored. */
  adopt(): void;
}

/**
 * What waits to be sent, in memory and stored. Several instances (tabs) may share a storage: each writes its own lines
 * next to those of the others, so that none is lost. Lines are compared as they are: their event_id makes them unique.
 */
export function createBacklog(
  storage: SafeStorage,
  { key, onDropped }: { key: string; onDropped?(dropped: Dropped): void },
): Backlog {
  /** What is stored, without the given lines. What was cut or overwritten is no item any more. */
  const storedBut = (known: string[]) => {
    const seen = new Set(known);
    return `${storage.get(key)}`.split('\n').filter((line) => /^{"call":.+}$/.test(line) && !seen.has(line));
  };
  const backlog: Backlog = {
    lines: storedBut([]),
    lost: 0,
    save(gone = []) {
      const lines = backlog.lines.filter((line) => !gone.includes(line));
      backlog.lines = lines;
      storage.set(key, [...storedBut([...lines, ...gone]), ...lines].join('\n'));
    },
    drop(gone, reason, detail) {
      backlog.save(gone);
      for (const line of gone) backlog.report(() => ({ ...JSON.parse(line), reason, detail }));
    },
    report(dropped) {
      backlog.lost++;
      try {
        onDropped?.(dropped());
      } catch {}
    },
    adopt() {
      backlog.lines = [...storedBut(backlog.lines), ...backlog.lines];
    },
  };
  return backlog;
}
