import type { AppPlatform, DomainStatus } from '@trailmark/contract/domains';
import { allProjects, inAllParts } from '../../db/all-projects.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { DAY_MS, later, MINUTE_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import type { DomainState } from './decide-status.ts';

/** A little less than the ten minutes of the clock, so that a check that began late does not skip a turn. */
const CHECK_AFTER_MS = 9 * MINUTE_MS;
const CHECK_OLD_AFTER_MS = DAY_MS - MINUTE_MS;
const OLD_MS = 30 * DAY_MS;
const BATCH = 500;

export interface DomainKey {
  projectId: string;
  id: string;
}

const domains = (db: Db | Tx) => db.selectFrom('domains').selectAll();

/** The database checks the words in these columns; its types only say text. */
type Found = Awaited<ReturnType<ReturnType<typeof domains>['executeTakeFirstOrThrow']>>;
export type DomainRow = Omit<Found, 'status' | 'verified_by'> & Pick<DomainState, 'status' | 'verified_by'>;

export async function listDomains(db: Db, projectId: string): Promise<DomainRow[]> {
  const rows = await domains(db)
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows as DomainRow[];
}

export async function countDomains(tx: Tx, projectId: string): Promise<number> {
  const row = await tx
    .selectFrom('domains')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** null when the project has the host already. */
export async function insertDomain(
  tx: Tx,
  row: Pick<DomainRow, 'project_id' | 'id' | 'host' | 'txt_value' | 'created_at'>,
): Promise<DomainRow | null> {
  const made = await tx
    .insertInto('domains')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'host']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return (made as DomainRow | undefined) ?? null;
}

export async function findDomain(db: Db, { projectId, id }: DomainKey): Promise<DomainRow | null> {
  const row = await domains(db).where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst();
  return (row as DomainRow | undefined) ?? null;
}

export async function lockDomain(tx: Tx, { projectId, id }: DomainKey): Promise<DomainRow | null> {
  const row = await domains(tx)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return (row as DomainRow | undefined) ?? null;
}

export async function updateDomain(
  tx: Tx,
  { projectId, id }: DomainKey,
  values: DomainState & Pick<DomainRow, 'checked_at' | 'verified_at' | 'live_at'>,
): Promise<void> {
  await tx
    .updateTable('domains')
    .set(values)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute();
}

export async function removeDomain(tx: Tx, { projectId, id }: DomainKey) {
  return await tx
    .deleteFrom('domains')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(['host', 'status'])
    .executeTakeFirst();
}

/** Takes the host for the project unless somebody has it; answers whether it is the project's now. */
export async function claimHost(tx: Tx, { project_id, id, host }: DomainRow, now: Date): Promise<boolean> {
  await tx
    .insertInto('link_hosts')
    .values({ host, project_id, domain_id: id, created_at: now })
    .onConflict((conflict) => conflict.column('host').doNothing())
    .execute();
  const holder = await tx
    .selectFrom('link_hosts')
    .select('domain_id')
    .where('host', '=', host)
    .where('project_id', '=', project_id)
    .executeTakeFirst();
  return holder?.domain_id === id;
}

/** Takes the host from another project that never proved it by a TXT record; answers with the id of that project. */
export async function releaseUnproven(
  tx: Tx,
  { id, host }: Pick<DomainRow, 'id' | 'host'>,
  problem: string,
): Promise<string | null> {
  const holder = await tx
    .selectFrom('link_hosts')
    .select(['project_id', 'domain_id'])
    .where('host', '=', host)
    .where('domain_id', '!=', id)
    .executeTakeFirst();
  if (!holder) return null;
  const { project_id: projectId, domain_id } = holder;
  const lost = await tx
    .updateTable('domains')
    .set({ status: 'not_verified', verified_by: null, verified_at: null, live_at: null, problem })
    .where('project_id', '=', projectId)
    .where('id', '=', domain_id)
    .where('verified_by', '=', 'cname')
    .returning('id')
    .executeTakeFirst();
  if (!lost) return null;
  await releaseHost(tx, { projectId, id: domain_id });
  return projectId;
}

export async function releaseHost(tx: Tx, { projectId, id }: DomainKey): Promise<void> {
  await tx.deleteFrom('link_hosts').where('project_id', '=', projectId).where('domain_id', '=', id).execute();
}

/** Domains whose turn it is, the longest unseen first; what was given up a month ago is looked at once a day. */
export async function listDueDomains(kit: Pick<Kit, 'db' | 'log'>, now: Date): Promise<DomainKey[]> {
  const { results } = await inAllParts(kit, ({ db }) => listDueIn(db, now));
  const seenAt = (row: { checked_at: Date | null }) => row.checked_at?.getTime() ?? 0;
  const rows = results.flat().sort((one, other) => seenAt(one) - seenAt(other));
  return rows.slice(0, BATCH).map((row) => ({ projectId: row.project_id, id: row.id }));
}

async function listDueIn(db: Db, now: Date) {
  const status: DomainStatus = 'not_verified';
  return await db
    .selectFrom('domains as d')
    .innerJoin('projects as p', 'p.project_id', 'd.project_id')
    .modifyFront(allProjects)
    .select(['d.project_id', 'd.id', 'd.checked_at'])
    .where('p.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('d.checked_at', 'is', null),
        eb('d.checked_at', '<=', later(now, -CHECK_OLD_AFTER_MS)),
        eb.and([
          eb('d.checked_at', '<=', later(now, -CHECK_AFTER_MS)),
          eb.or([eb('d.status', '!=', status), eb('d.created_at', '>', later(now, -OLD_MS))]),
        ]),
      ]),
    )
    .orderBy('d.checked_at', (order) => order.asc().nullsFirst())
    .limit(BATCH)
    .execute();
}

export async function isLinkHost(db: Db, host: string): Promise<boolean> {
  const row = await db.selectFrom('link_hosts').select('host').where('host', '=', host).executeTakeFirst();
  return row !== undefined;
}

export async function listObjects(db: Db | Tx, projectId: string) {
  return await db
    .selectFrom('verification_objects')
    .select(['platform', 'object', 'form', 'updated_at'])
    .where('project_id', '=', projectId)
    .execute();
}
export type ObjectRow = Awaited<ReturnType<typeof listObjects>>[number];

export async function saveObject(
  tx: Tx,
  projectId: string,
  {
    platform,
    object,
    form,
    updated_at,
  }: { platform: AppPlatform; object: unknown; form: unknown; updated_at: Date },
): Promise<void> {
  const values = { object: JSON.stringify(object), form: form ? JSON.stringify(form) : null, updated_at };
  await tx
    .insertInto('verification_objects')
    .values({ project_id: projectId, platform, ...values })
    .onConflict((conflict) => conflict.columns(['project_id', 'platform']).doUpdateSet(values))
    .execute();
}

/** The project of a link host with its verification objects. */
export async function findHostObjects(db: Db, host: string) {
  const project = await db
    .selectFrom('link_hosts as h')
    .innerJoin('projects as p', 'p.project_id', 'h.project_id')
    .select('h.project_id')
    .where('h.host', '=', host)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!project) return null;
  const objects = await db
    .selectFrom('verification_objects')
    .select(['platform', 'object'])
    .where('project_id', '=', project.project_id)
    .execute();
  return { projectId: project.project_id, objects };
}
