import { sql } from 'kysely';
import { wakeLanes } from '../../connections/connection.ts';
import { decisionId } from '../../connections/decision-id.ts';
import { releaseHeld } from '../../connections/release-held.ts';
import type { Db, Tx } from '../../db/connection.ts';

/** Plans that are unfolded together; each has what up to a thousand events have to tell. */
const PLANS = 4;
const UNIQUE_VIOLATION = '23505';

interface Revision {
  install_id: string;
  occurred_at: Date;
  revision: number;
}

/** Makes a row for each message and connection of some plans; gives the revisions among them, null: there are no plans. */
async function unfoldSome(
  tx: Tx,
  projectId: string,
  { ifNew }: { ifNew: boolean },
): Promise<Revision[] | null> {
  const { rows } = await sql<{ plans: number; revisions: Revision[] | null }>`
    with plans as (
      delete from delivery_plans where project_id = ${projectId} and plan_id in (
        select plan_id from delivery_plans where project_id = ${projectId}
        order by plan_id limit ${PLANS} for update skip locked)
      returning *),
    messages as (
      select p.planned_at, p.connections, m.* from plans p cross join lateral unnest(p.source_ids, p.kinds, p.names,
        p.install_ids, p.occurred_at, p.revisions, p.due_at)
        as m (source_id, kind, name, install_id, occurred_at, revision, due_at)),
    unfolded as (
      insert into deliveries (project_id, source_id, connection_id, kind, name, install_id, occurred_at, revision,
        planned_at, state, due_at)
      select ${projectId}::uuid, m.source_id, c.connection_id, m.kind, m.name, m.install_id, m.occurred_at,
        m.revision, m.planned_at, 'waiting', m.due_at
      from messages m join (select connection_id from connections
        where project_id = ${projectId} and removed_at is null) c on c.connection_id = any(m.connections)
      ${ifNew ? sql`on conflict do nothing` : sql``})
    select (select count(*) from plans) as plans,
      (select json_agg(json_build_object('install_id', install_id, 'occurred_at', occurred_at, 'revision', revision))
        from messages where kind = 'decision_revised') as revisions`.execute(tx);
  if (!rows[0] || rows[0].plans === 0) return null;
  return (rows[0].revisions ?? []).map((one) => ({ ...one, occurred_at: new Date(one.occurred_at) }));
}

/**
 * The message about an install that still waits is sent with the newest decision: then a revision would only repeat it.
 * And what waited for a claim waits no longer.
 */
async function settle(tx: Tx, now: Date, { projectId, revision }: { projectId: string; revision: Revision }) {
  const { install_id: installId, occurred_at: occurredAt } = revision;
  const own = decisionId({ occurredAt, installId, revision: revision.revision });
  const earlier = Array.from({ length: revision.revision - 1 }, (_, n) =>
    decisionId({ occurredAt, installId, revision: n + 1 }),
  );
  await sql`delete from deliveries d where d.project_id = ${projectId} and d.source_id = ${own}
    and d.state = 'waiting' and exists (select from deliveries w where w.project_id = ${projectId}
      and w.source_id = any(${earlier}::uuid[]) and w.connection_id = d.connection_id
      and w.state = 'waiting')`.execute(tx);
  await releaseHeld(tx, now, { projectId, installId, installedAt: occurredAt });
}

async function unfoldNext(
  db: Db,
  projectId: string,
  { now, ifNew }: { now: Date; ifNew: boolean },
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const revisions = await unfoldSome(tx, projectId, { ifNew });
    if (!revisions) return false;
    for (const revision of revisions) await settle(tx, now, { projectId, revision });
    // Another worker may just have looked for what this one has made.
    await wakeLanes(tx, now, [projectId]);
    return true;
  });
}

/** Makes deliveries of what is planned for a project. */
export async function unfoldPlans(db: Db, projectId: string, now: Date): Promise<void> {
  for (let ifNew = false; ; ) {
    try {
      if (!(await unfoldNext(db, projectId, { now, ifNew }))) return;
    } catch (error) {
      // A backfill has planned one of them already. To look for each would cost every delivery a third more.
      if (ifNew || (error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
      ifNew = true;
    }
  }
}
