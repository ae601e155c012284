import { MAX_REFUSED_HOSTS } from '@trailmark/contract/web-sdk';
import { sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import type { Db } from '../../db/connection.ts';
import { DAY_MS, later } from '../../platform/clock.ts';

/** Pages of a host that tried to send something. */
export interface RefusedHost {
  host: string;
  count: number;
  /** The first and the last time. */
  since: Date;
  at: Date;
}

const REFUSED = bulk<RefusedHost>({
  host: 'text',
  count: 'bigint',
  since: 'timestamptz',
  at: 'timestamptz',
});
/** Who was refused lately goes before who was refused often. */
const LATELY_MS = 7 * DAY_MS;

/** Of made-up hosts there are always new ones: those that come again stay, and the others make room. */
export async function addRefusedHosts(db: Db, projectId: string, refused: RefusedHost[]): Promise<void> {
  await sql`
    insert into refused_hosts (project_id, host, count, first_at, last_at)
    select ${projectId}::uuid, host, count, since, at from ${REFUSED.rows(refused)}
    order by host
    on conflict (project_id, host) do update set count = refused_hosts.count + excluded.count,
      last_at = greatest(refused_hosts.last_at, excluded.last_at)`.execute(db);
  const newest = refused.reduce((last, { at }) => (at > last ? at : last), new Date(0));
  await sql`
    delete from refused_hosts where project_id = ${projectId} and host in (
      select host from refused_hosts where project_id = ${projectId}
      order by last_at > ${later(newest, -LATELY_MS)} desc, count desc, last_at desc, host
      offset ${MAX_REFUSED_HOSTS})`.execute(db);
}

/** Notes when pages of hosts were last seen. */
export async function touchHosts(
  db: Db,
  projectId: string,
  { hosts, at }: { hosts: string[]; at: Date },
): Promise<void> {
  await sql`
    update project_tokens set last_seen_at = ${at}
    where project_id = ${projectId} and type = 'web' and host = any(${hosts}::text[])
      and (last_seen_at is null or last_seen_at < ${at})`.execute(db);
}

/** Which of these hosts some project allows. */
export async function findAllowedHosts(db: Db, hosts: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ host: string }>`
    select distinct host from project_tokens where type = 'web' and host = any(${hosts}::text[])`.execute(db);
  return new Set(rows.map(({ host }) => host));
}
