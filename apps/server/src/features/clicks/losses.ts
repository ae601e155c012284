import type { Log } from '../../platform/log.ts';
import type { Touch } from './touch.ts';

/** Thousands may be lost in a second; a line of the log says how many. */
const LOG_EVERY_MS = 10_000;

/** Touches that were on no disk when their visitor was answered, since this process started. */
export interface Losses {
  note(kind: Touch['kind'], error: unknown): void;
  count(kind: Touch['kind']): number;
  stop(): void;
}

export function createLosses(log: Log): Losses {
  const counts = { click: 0, view: 0 };
  let unlogged = 0;
  let code: string | undefined;
  let pause: NodeJS.Timeout | undefined;

  const say = () => {
    pause = undefined;
    if (unlogged === 0) return;
    // Nothing of the touch itself, which is about a person, and no more of the error than its code.
    log.error(
      { lost: unlogged, code },
      'clicks or views were lost: neither the database nor the spool took them',
    );
    unlogged = 0;
    pause = setTimeout(say, LOG_EVERY_MS).unref();
  };
  return {
    note(kind, error) {
      counts[kind] += 1;
      unlogged += 1;
      ({ code } = error as { code?: string });
      if (!pause) say();
    },
    count: (kind) => counts[kind],
    stop: () => {
      clearTimeout(pause);
      if (unlogged > 0) say();
      clearTimeout(pause);
    },
  };
}
