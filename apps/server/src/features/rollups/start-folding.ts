import type { Kit } from '../../platform/kit.ts';
import { foldDeltas } from './fold.ts';

/** Reports add what is not folded yet, so that folding more often would make nothing more exact. */
const PAUSE_MS = 5000;

/** Folds again and again until stopped; a database that is away is tried again. */
export function startFolding({ db, log }: Pick<Kit, 'db' | 'log'>): { stop(): Promise<void> } {
  let stopped = false;
  let wake: () => void = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, PAUSE_MS).unref();
    });
  const work = async () => {
    while (!stopped) {
      try {
        await foldDeltas(db);
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
