import type { Kit } from '../../platform/kit.ts';
import { addLimitHits, type LimitHit } from './limit-store.ts';
import { createTally } from './tally.ts';

const MAX_EXAMPLE = 100;
/** More than there are kinds. */
const MOST_KINDS = 10;

/** What was beyond a limit: a warning, not a count of record. */
export interface LimitHits {
  note(hit: Omit<LimitHit, 'at'>): void;
  stop(): Promise<void>;
}

export function createLimitHits({ db, clock, log }: Pick<Kit, 'db' | 'clock' | 'log'>): LimitHits {
  const tally = createTally<LimitHit>({
    log,
    what: 'reached limits',
    mostOfProject: MOST_KINDS,
    add: (before, more) => ({ ...more, beyond: before.beyond + more.beyond }),
    write: (projectId, hits) => addLimitHits(db, projectId, hits),
  });
  return {
    note(hit) {
      // By character: half a surrogate pair cannot be stored.
      const example = [...hit.example].slice(0, MAX_EXAMPLE).join('');
      tally.note(hit.projectId, hit.kind, { ...hit, example, at: clock.now() });
    },
    stop: () => tally.stop(),
  };
}
