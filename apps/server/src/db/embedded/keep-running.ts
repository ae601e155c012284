import type { Postmaster } from './postmaster.ts';

/** The pauses before each attempt to start PostgreSQL again; after the last one it is given up. */
export const RESTART_PAUSES_MS = [0, 500, 1000, 2000, 4000, 8000, 15_000, 30_000];
/** A PostgreSQL that has run for this long was sound: the next death is counted as the first. */
const SOUND_MS = 60_000;

interface Options {
  /** Starts PostgreSQL where it was before: same data, same port. */
  restart(): Promise<Postmaster>;
  /** Called for every death, and for every attempt that failed. */
  onDeath(reason: string): void;
  onRestart(): void;
  pausesMs?: number[];
}

/** Starts PostgreSQL again when it ends by itself; `gaveUp` resolves when that has failed too often. */
export function keepRunning(
  first: Postmaster,
  { restart, onDeath, onRestart, pausesMs = RESTART_PAUSES_MS }: Options,
): { stop(): Promise<void>; gaveUp: Promise<{ reason: string }> } {
  const stopping = new AbortController();
  const stopped = aborted(stopping.signal);
  let current = first;
  let attempts = 0;

  /** Null when it runs or is to stop; the last reason when there are no more attempts. */
  const startAgain = async (death: string): Promise<{ reason: string } | null> => {
    let reason = death;
    while (attempts < pausesMs.length) {
      await Promise.race([pause(pausesMs[attempts] ?? 0), stopped]);
      if (stopping.signal.aborted) return null;
      attempts += 1;
      try {
        current = await restart();
        if (!stopping.signal.aborted) onRestart();
        return null;
      } catch (error) {
        reason = (error as Error).message;
        onDeath(reason);
      }
    }
    return { reason: `It did not start in ${attempts} attempts. ${reason}` };
  };

  const supervise = async (): Promise<{ reason: string } | null> => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      const death = await Promise.race([current.died, stopped]);
      if (!death) return null;
      if (performance.now() - startedAt > SOUND_MS) attempts = 0;
      onDeath(death.reason);
      const end = await startAgain(death.reason);
      if (end) return end;
    }
    return null;
  };

  const supervised = supervise();
  return {
    stop: async () => {
      stopping.abort();
      // An attempt that is under way is waited for: what it starts has to be stopped, too.
      await supervised;
      await current.stop();
    },
    gaveUp: new Promise((resolve) => {
      void supervised.then((end) => end && resolve(end));
    }),
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());

const aborted = (signal: AbortSignal) =>
  new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
