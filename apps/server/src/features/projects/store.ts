import type { AuditAction } from '@trailmark/contract/audit-log';
import type { Plausibility } from '@trailmark/contract/plausibility';
import type { NetworkWindows } from '@trailmark/contract/projects';
import type { AttributionWindows } from '@trailmark/contract/windows';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';

/**
 * Whether something was ever counted, folded or not: single rows go with time, counts stay. Not through the view of
 * deltas, which takes PostgreSQL longer to plan than all the rest.
 */
function wasCounted(projectId: string, metric: 'clicks' | 'events') {
  return sql<boolean>`(
    exists (select from rollup_cube r
      where r.project_id = ${projectId} and r.grain = 'network_day' and r.event_name = '' and ${sql.ref(`r.${metric}`)} > 0)
    or exists (select from cube_refolds f join rollup_days r on r.project_id = f.project_id
      where f.project_id = ${projectId} and r.metric = ${metric} and r.count > 0)
    or exists (select from rollup_delta_groups g where g.project_id = ${projectId}
      and (exists (select from unnest(g.deltas) d where d.metric = ${metric})
        or ${metric} = 'clicks' and cardinality(g.clicks) > 0)))`;
}

/** Whether it is counted again from raw rows. Reports of a cube that is folded again are right all the time. */
const isRefolding = (projectId: string) =>
  sql<boolean>`exists (select from refolds f where f.project_id = ${projectId})`;

/** Whether there is an install of a kind: one that the SDK told of, or one that was opened. */
function hasInstall(projectId: string, which: 'sdk' | 'opened') {
  const condition = which === 'sdk' ? sql`not i.imported` : sql`i.installed_at is not null`;
  return sql<boolean>`exists (select from installs i where i.project_id = ${projectId} and ${condition})`;
}

/** A project of a person, with what the setup list needs to know. */
async function findProjectRow(db: Db, userId: string, projectId: string) {
  return await db
    .selectFrom('project_members as me')
    .innerJoin('projects as p', 'p.project_id', 'me.project_id')
    .innerJoin('attribution_rules as r', 'r.project_id', 'p.project_id')
    .leftJoin('project_settings as s', 's.project_id', 'p.project_id')
    .selectAll('p')
    .select(['me.role', 'r.click_hours', 'r.probabilistic_hours', 'r.view_hours', 'r.reattribution_days'])
    .select([
      'r.inactivity_days',
      'r.web_days',
      'r.version',
      'r.network_windows',
      'r.plausibility',
      's.retention_days',
      's.delivery_retention_days',
      's.day_kind',
    ])
    .select((eb) => [
      eb('s.sealed_meta_referrer_key', 'is not', null).as('has_meta_referrer_key'),
      eb
        .selectFrom('project_members as m')
        .where('m.project_id', '=', projectId)
        .select(sql<number>`count(*)`.as('count'))
        .as('members_count'),
      eb
        .exists(eb.selectFrom('project_invites as i').where('i.project_id', '=', projectId).select('i.id'))
        .as('has_invites'),
      eb
        .exists(eb.selectFrom('private_keys as k').where('k.project_id', '=', projectId).select('k.id'))
        .as('has_key'),
      eb
        .exists(
          eb
            .selectFrom('network_accounts as n')
            .where('n.project_id', '=', projectId)
            .select('n.ad_network_id'),
        )
        .as('has_network'),
      isRefolding(projectId).as('is_refolding'),
      hasInstall(projectId, 'sdk').as('has_sdk'),
      wasCounted(projectId, 'clicks').as('has_click'),
      hasInstall(projectId, 'opened').as('has_install'),
      wasCounted(projectId, 'events').as('has_event'),
    ])
    .where('me.user_id', '=', userId)
    .where('p.project_id', '=', projectId)
    .orderBy('r.version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export type ProjectRow = NonNullable<Awaited<ReturnType<typeof findProjectRow>>>;

/** The projects of a person, by joining time: which, every node of a cluster knows; each is on one node. */
export async function listProjectRows(
  db: Db,
  userId: string,
  which: { deleted: boolean; projectId?: string },
): Promise<ProjectRow[]> {
  const memberships = await db
    .selectFrom('project_members as me')
    .innerJoin('projects as p', 'p.project_id', 'me.project_id')
    .select('p.project_id')
    .where('me.user_id', '=', userId)
    .where('p.deleted_at', which.deleted ? 'is not' : 'is', null)
    .$if(which.projectId !== undefined, (query) => query.where('p.project_id', '=', which.projectId ?? ''))
    .orderBy('me.joined_at')
    .orderBy('p.project_id')
    .execute();
  const rows = await Promise.all(memberships.map(({ project_id }) => findProjectRow(db, userId, project_id)));
  return rows.flatMap((row) => row ?? []);
}

export async function lockProject(tx: Tx, projectId: string) {
  return await tx
    .selectFrom('projects')
    .selectAll()
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function latestRules(tx: Tx, projectId: string) {
  return await tx
    .selectFrom('attribution_rules')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

interface NewRules {
  projectId: string;
  version: number;
  windows: AttributionWindows;
  networkWindows: NetworkWindows;
  plausibility: Plausibility;
  by: string;
}

/** Rules are never overwritten: a change is a new version that applies from now on. */
export async function insertRules(tx: Tx, now: Date, rules: NewRules): Promise<void> {
  await tx
    .insertInto('attribution_rules')
    .values({
      project_id: rules.projectId,
      version: rules.version,
      ...rules.windows,
      network_windows: JSON.stringify(rules.networkWindows),
      plausibility: JSON.stringify(rules.plausibility),
      created_at: now,
      created_by: rules.by,
    })
    .execute();
}

/** The settings of a project, locked; made with what holds by default when nobody has set any. */
export async function lockSettings(tx: Tx, now: Date, projectId: string) {
  await tx
    .insertInto('project_settings')
    .values({ project_id: projectId, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await tx
    .selectFrom('project_settings')
    .select(['retention_days', 'delivery_retention_days', 'sealed_meta_referrer_key', 'day_kind'])
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

interface Settings {
  retention_days: number;
  delivery_retention_days: number;
  day_kind: string;
  sealed_meta_referrer_key: string | null;
}

export async function updateSettings(
  tx: Tx,
  now: Date,
  { projectId, settings }: { projectId: string; settings: Settings },
): Promise<void> {
  await tx
    .updateTable('project_settings')
    .set({ ...settings, updated_at: now })
    .where('project_id', '=', projectId)
    .execute();
}

interface AuditPage {
  projectId: string;
  action?: AuditAction | undefined;
  before?: string | undefined;
  limit: number;
}

/** Newest first: ids are made from time, so they are the order and the cursor. */
export async function listAuditRows(db: Db, page: AuditPage) {
  let query = db.selectFrom('audit_log').selectAll().where('project_id', '=', page.projectId);
  if (page.action) query = query.where('action', '=', page.action);
  if (page.before) query = query.where('id', '<', page.before);
  return await query.orderBy('id', 'desc').limit(page.limit).execute();
}

export type AuditRow = Awaited<ReturnType<typeof listAuditRows>>[number];
