import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { decisionId } from './decision-id.ts';

interface HeldInstall {
  projectId: string;
  installId: string;
  installedAt: Date;
}

/** Lets deliveries of an install go that waited for a network to claim it. */
export async function releaseHeld(
  db: Db | Tx,
  now: Date,
  { projectId, installId, installedAt }: HeldInstall,
): Promise<void> {
  const first = decisionId({ occurredAt: installedAt, installId, revision: 1 });
  await sql`update deliveries d set due_at = ${now}
    where d.project_id = ${projectId} and d.state = 'waiting' and d.attempts = 0 and d.due_at > ${now}
      and (d.source_id = ${first}::uuid or d.source_id in (select e.id from events e
        where e.project_id = ${projectId} and e.install_id = ${installId}
          and e.occurred_at >= ${installedAt}))`.execute(db);
}
