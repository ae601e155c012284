import { SIGNATURE_OUTCOMES, type SignatureOutcome } from '@trailmark/contract/sdk-credentials';
import { sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import type { Db } from '../../db/connection.ts';
import type { Kit } from '../../platform/kit.ts';
import { createTally } from './tally.ts';

interface Counted {
  outcome: SignatureOutcome;
  count: number;
  at: Date;
}

const COUNTED = bulk<Counted>({ outcome: 'text', count: 'bigint', at: 'timestamptz' });

async function addSignatures(db: Db, projectId: string, counted: Counted[]): Promise<void> {
  await sql`
    insert into signature_days (project_id, day, outcome, count)
    select p.project_id, (r.at at time zone p.timezone)::date, r.outcome, r.count
    from ${COUNTED.rows(counted)}, projects p where p.project_id = ${projectId}
    order by r.outcome
    on conflict (project_id, day, outcome) do update
      set count = signature_days.count + excluded.count`.execute(db);
}

/** How requests are signed, for the screen that says whether it is time to require it. */
export interface SignatureCounts {
  note(projectId: string, outcome: SignatureOutcome, at: Date): void;
  stop(): Promise<void>;
}

export function createSignatureCounts({ db, log }: Pick<Kit, 'db' | 'log'>): SignatureCounts {
  const tally = createTally<Counted>({
    log,
    what: 'counts of signatures',
    mostOfProject: SIGNATURE_OUTCOMES.length,
    add: (before, more) => ({ outcome: more.outcome, count: before.count + more.count, at: more.at }),
    write: (projectId, counted) => addSignatures(db, projectId, counted),
  });
  return {
    note: (projectId, outcome, at) => tally.note(projectId, outcome, { outcome, count: 1, at }),
    stop: () => tally.stop(),
  };
}
