import type { ReachedLimit } from '@trailmark/contract/limits';
import { sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import type { Db } from '../../db/connection.ts';
import { lockByName } from '../../db/lock-by-name.ts';

/**
 * Admits names as far as the limit of the project goes, and returns all that are admitted. One transaction after the
 * other for each project, so that processes together admit no more than one would.
 */
export async function admitEventNames(
  db: Db,
  { projectId, names, limit, now }: { projectId: string; names: string[]; limit: number; now: Date },
): Promise<Set<string>> {
  return await db.transaction().execute(async (tx) => {
    await lockByName(tx, { projectId, name: 'event names' });
    await sql`
      insert into event_names (project_id, name, admitted_at)
      select ${projectId}, n.name, ${now}
      from unnest(${names}::text[]) as n (name)
      where not exists (select from event_names k where k.project_id = ${projectId} and k.name = n.name)
      order by n.name
      limit greatest(${limit} - (select count(*) from event_names c where c.project_id = ${projectId}), 0)
      on conflict do nothing`.execute(tx);
    const { rows } = await sql<{ name: string }>`
      select name from event_names where project_id = ${projectId}`.execute(tx);
    return new Set(rows.map(({ name }) => name));
  });
}

export interface LimitHit {
  projectId: string;
  kind: ReachedLimit['kind'];
  /** Values that were one too many. */
  beyond: number;
  /** One of them. */
  example: string;
  at: Date;
}

const HITS = bulk<Omit<LimitHit, 'projectId'>>({
  kind: 'text',
  beyond: 'bigint',
  example: 'text',
  at: 'timestamptz',
});

export async function addLimitHits(db: Db, projectId: string, hits: LimitHit[]): Promise<void> {
  await sql`
    insert into limit_hits (project_id, kind, beyond, example, first_at, last_at)
    select ${projectId}::uuid, kind, beyond, example, at, at from ${HITS.rows(hits)}
    order by kind
    on conflict (project_id, kind) do update set beyond = limit_hits.beyond + excluded.beyond,
      example = excluded.example, last_at = greatest(limit_hits.last_at, excluded.last_at)`.execute(db);
}
