import type { Kit } from '../../platform/kit.ts';
import { addLimitHits, type LimitHit } from './limit-store.ts';
import { createSummedWriter } from './summed-writer.ts';

const MAX_EXAMPLE = 100;

/** What was beyond a limit, summed in process and written down now and then: a warning, not a count of record. */
export interface LimitHits {
  note(hit: Omit<LimitHit, 'at'>): void;
  stop(): Promise<void>;
}

export function createLimitHits({ db, clock, log }: Pick<Kit, 'db' | 'clock' | 'log'>): LimitHits {
  const hits = createSummedWriter<LimitHit>({
    keyOf: ({ projectId, kind }) => `${projectId} ${kind}`,
    add: (hit, before) => ({ ...hit, beyond: hit.beyond + before.beyond }),
    write: (all) => addLimitHits(db, all),
    // The next ones tell of the same limit.
    onFailure: (err) => log.warn({ err }, 'reached limits could not be written down'),
  });
  return {
    note(hit) {
      // By character: half a surrogate pair cannot be stored.
      const example = [...hit.example].slice(0, MAX_EXAMPLE).join('');
      hits.note({ ...hit, example, at: clock.now() });
    },
    stop: hits.stop,
  };
}
