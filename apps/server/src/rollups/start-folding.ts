import type { Kit } from '../platform/kit.ts';
import { foldDeltas } from './fold.ts';

/**
 * Reports add what is not folded yet, so that folding more often would make nothing more exact. The more is folded at
 * once, the fewer rows it changes; but what waits is read by every report.
 */
const PAUSE_MS = 10_000;
const LEAST = 2000;
/** Of so many rounds, one folds what little there is as well. */
const ROUNDS = 3;

/** Folds again and again until stopped; a database that is away is tried again. */
export function startFolding({ db, log }: Pick<Kit, 'db' | 'log'>): {
  stop(): Promise<void>;
} {
  let stopped = false;
  let wake: () => void = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, PAUSE_MS).unref();
    });
  const work = async () => {
    for (let round = 0; !stopped; round += 1) {
      try {
        await foldDeltas(db, { least: round % ROUNDS === 0 ? 1 : LEAST, log });
      } catch (err) {
        // Nothing is lost: what was not folded is read as it is, and folded the next time.
        log.warn({ err }, 'folding failed');
      }
      if (!stopped) await pause();
    }
  };
  const done = work();
  return {
    stop: async () => {
      stopped = true;
      wake();
      await done;
    },
  };
}
