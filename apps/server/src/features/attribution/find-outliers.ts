import {
  isOutlier,
  LATE_AFTER_SECONDS,
  LATE_UNTIL_SECONDS,
  type OutlierThresholds,
} from '@trailmark/core/attribution/distribution';
import { outlierThresholdsOf } from '@trailmark/core/attribution/rules';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import { allProjects, inAllParts } from '../../db/all-projects.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { job } from '../../jobs/runner.ts';
import { DAY_MS, HOUR_MS, later } from '../../platform/clock.ts';

const LOOK_BACK_MS = 30 * DAY_MS;
/** A little longer than the hour between two looks. */
const RECENT_MS = 2 * HOUR_MS;
const REASON = 'distribution_outlier';

interface Source {
  campaign_id: string;
  installs: number;
  late: number;
}

interface Project {
  project_id: string;
  plausibility: unknown;
}

/** Projects in which something may have changed, with the thresholds that hold now. */
async function listProjects(db: Db, since: Date | null): Promise<Project[]> {
  const { rows } = await sql<Project>`${allProjects}
    select distinct on (a.project_id) a.project_id, a.plausibility
    from attribution_rules a join projects p on p.project_id = a.project_id and p.deleted_at is null
    order by a.project_id, a.version desc`.execute(db);
  if (!since) return rows;
  const { rows: recent } = await sql<{ project_id: string }>`${allProjects}
    select distinct project_id from installs where installed_at > ${since}`.execute(db);
  const changed = new Set(recent.map((row) => row.project_id));
  return rows.filter((row) => changed.has(row.project_id));
}

/** How long after their clicks the installs of each campaign came. */
export async function countSources(db: Db | Tx, projectId: string, now: Date): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select campaign_id, count(*) as installs,
      count(*) filter (where ctit > ${LATE_AFTER_SECONDS} and ctit <= ${LATE_UNTIL_SECONDS}) as late
    from (
      select campaign_id, extract(epoch from installed_at - touched_at) as ctit
      from installs
      where project_id = ${projectId} and installed_at > ${later(now, -LOOK_BACK_MS)} and installed_at <= ${now}
        and touched_at <= installed_at and match_type <> 'view' and campaign_id <> ${NO_ID} and not imported
    ) i
    group by campaign_id
    order by campaign_id`.execute(db);
  return rows;
}

export function outliersAmong(sources: Source[], thresholds: OutlierThresholds): Source[] {
  return sources.filter((source) => isOutlier(source, thresholds));
}

async function flagSources(db: Db, project: Project, now: Date): Promise<void> {
  const { project_id } = project;
  const thresholds = outlierThresholdsOf(project.plausibility);
  const sources = await countSources(db, project_id, now);
  const outliers = outliersAmong(sources, thresholds);
  await db.transaction().execute(async (tx) => {
    let gone = tx
      .deleteFrom('source_flags')
      .where('project_id', '=', project_id)
      .where('reason', '=', REASON);
    const ids = outliers.map(({ campaign_id }) => campaign_id);
    if (ids.length > 0) gone = gone.where('campaign_id', 'not in', ids);
    await gone.execute();
    for (const { campaign_id, installs, late } of outliers) {
      const measured = JSON.stringify({ installs, late, late_share: late / installs });
      await tx
        .insertInto('source_flags')
        .values({ project_id, campaign_id, reason: REASON, measured, flagged_at: now })
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'campaign_id', 'reason']).doUpdateSet({ measured }),
        )
        .execute();
    }
  });
}

/** Marks campaigns whose installs come too late after their clicks, and unmarks those that have come right. */
export const findOutliers = job('find-outliers', async (kit, { everywhere }) => {
  const now = kit.clock.now();
  await inAllParts(kit, async ({ db }) => {
    const projects = await listProjects(db, everywhere ? null : later(now, -RECENT_MS));
    for (const project of projects) await flagSources(db, project, now);
  });
});
