import type { Kit } from '../../platform/kit.ts';
import { addLimitHits, type LimitHit } from './limit-store.ts';

/** However much is beyond a limit, it is written down once in this time. */
const PAUSE_MS = 2000;
const MAX_EXAMPLE = 100;

/** What was beyond a limit, summed in process and written down now and then: a warning, not a count of record. */
export interface LimitHits {
  note(hit: Omit<LimitHit, 'at'>): void;
  stop(): Promise<void>;
}

export function createLimitHits({ db, clock, log }: Pick<Kit, 'db' | 'clock' | 'log'>): LimitHits {
  const waiting = new Map<string, LimitHit>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    const hits = [...waiting.values()];
    if (hits.length === 0) return;
    waiting.clear();
    try {
      await addLimitHits(db, hits);
    } catch (err) {
      // The next ones tell of the same limit.
      log.warn({ err }, 'reached limits could not be written down');
    }
  };
  const plan = () => {
    timer ??= setTimeout(() => {
      timer = null;
      writing = write();
    }, PAUSE_MS).unref();
  };
  return {
    note(hit) {
      const key = `${hit.projectId} ${hit.kind}`;
      const beyond = hit.beyond + (waiting.get(key)?.beyond ?? 0);
      // By character: half a surrogate pair cannot be stored.
      const example = [...hit.example].slice(0, MAX_EXAMPLE).join('');
      waiting.set(key, { ...hit, beyond, example, at: clock.now() });
      plan();
    },
    stop: async () => {
      if (timer) clearTimeout(timer);
      await writing;
      await write();
    },
  };
}
