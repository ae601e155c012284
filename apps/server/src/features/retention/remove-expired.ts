import { RESTORE_DAYS } from '@trailmark/contract/projects';
import { CAPABILITY_DAYS } from '@trailmark/contract/sdk-check';
import { sql } from 'kysely';
import { allProjects, inAllParts } from '../../db/all-projects.ts';
import type { Db } from '../../db/connection.ts';
import { TABLES } from '../../db/tables.ts';
import { job } from '../../jobs/runner.ts';
import { settleSkanApps } from '../../networks/skan-apps.ts';
import { DAY_MS, later } from '../../platform/clock.ts';

/** What has run out is kept a little longer, in case somebody asks what happened. */
const KEEP_MS = 7 * DAY_MS;
const KEPT_SIGNATURES_MS = 90 * DAY_MS;
/** The history of alerts and of reports by mail. */
const KEPT_MAILS_MS = 180 * DAY_MS;

/** Of all projects that are in this part of the data. */
async function removeFrom(db: Db, now: Date): Promise<void> {
  // What takes room, or is of no use to anybody, goes at once.
  await sql`${allProjects} delete from exports where expires_at < ${now}`.execute(db);
  await sql`${allProjects} delete from live_watches where watched_until < ${now}`.execute(db);
  await sql`${allProjects} delete from undelivered_answers where expires_at < ${now}`.execute(db);
  const firstSignatures = later(now, -KEPT_SIGNATURES_MS);
  await sql`${allProjects} delete from signature_days where day < ${firstSignatures}::date`.execute(db);
  const firstSignals = later(now, -CAPABILITY_DAYS * DAY_MS);
  await sql`${allProjects} delete from sdk_signals where last_at < ${firstSignals}`.execute(db);
  const firstMails = later(now, -KEPT_MAILS_MS);
  await sql`${allProjects} delete from alert_mails where created_at < ${firstMails}`.execute(db);
  await sql`${allProjects} delete from alert_firings where closed_at < ${firstMails}`.execute(db);
  await sql`${allProjects} delete from scheduled_report_mails where created_at < ${firstMails}`.execute(db);
  const firstOrphans = later(now, -KEEP_MS);
  await sql`${allProjects} delete from orphan_deltas where set_aside_at < ${firstOrphans}`.execute(db);
}

export const removeExpired = job('remove-expired', async (kit) => {
  const { db, clock } = kit;
  const now = clock.now();
  const end = later(now, -KEEP_MS);
  await db.deleteFrom('download_tickets').where('expires_at', '<', now).execute();
  await db.deleteFrom('magic_links').where('expires_at', '<', end).execute();
  await db.deleteFrom('sign_in_codes').where('expires_at', '<', end).execute();
  await db.deleteFrom('rate_limits').where('window_start', '<', end).execute();
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<', end), eb('revoked_at', '<', end)]))
    .execute();
  await inAllParts(kit, (part) => removeFrom(part.db, now));
});

/** Measured data has no foreign keys that could take it along, so every table is asked, children first. */
async function removeProject(db: Db, projectId: string): Promise<void> {
  const apps = await db
    .selectFrom('skan_apps')
    .select('app_id')
    .where('project_id', '=', projectId)
    .execute();
  for (const table of TABLES.distributed.toReversed()) {
    await sql`delete from ${sql.table(table)} where project_id = ${projectId}`.execute(db);
  }
  // On a cluster the deletion of a project does not reach tables that are on the coordinator alone.
  for (const table of ['delivery_lanes', 'download_tickets'] as const) {
    await db.deleteFrom(table).where('project_id', '=', projectId).execute();
  }
  await db.deleteFrom('projects').where('project_id', '=', projectId).execute();
  await settleSkanApps(
    db,
    apps.map(({ app_id }) => String(app_id)),
  );
}

export const removeDeletedProjects = job('remove-deleted-projects', async ({ db, clock, log }) => {
  const end = later(clock.now(), -RESTORE_DAYS * DAY_MS);
  const gone = await db.selectFrom('projects').select('project_id').where('deleted_at', '<', end).execute();
  for (const { project_id } of gone) {
    await removeProject(db, project_id);
    log.info({ project_id }, 'removed a deleted project for good');
  }
});
