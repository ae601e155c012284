import type { Credits } from '@trailmark/contract/usage';
import type { Actor } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Kit } from '../../platform/kit.ts';
import { addDays } from '../../report/days.ts';
import { countAttributed, getProject } from './store.ts';

/** The pace is that of so many days. */
const PACE_DAYS = 30;
const FORECAST_DAYS = 730;

/** The day on which nothing is left, if so many were used in the last days and it goes on like that. */
function endOf(today: string, left: number | null, lately: number): string | null {
  if (left === null) return null;
  if (left === 0) return today;
  const days = Math.ceil((left * PACE_DAYS) / lately);
  return lately <= 0 || days > FORECAST_DAYS ? null : addDays(today, days);
}

/** One credit is one attributed install of the project's pool; a pool of null has no end. */
export async function getCredits(db: Db | Tx, now: Date, projectId: string): Promise<Credits> {
  const { credit_pool: pool, today } = await getProject(db, now, projectId);
  const lastDays = { projectId, from: addDays(today, 1 - PACE_DAYS), to: today };
  const { ever: used, lately } = await countAttributed(db, now, lastDays);
  const left = pool === null ? null : Math.max(0, pool - used);
  return {
    pool,
    used,
    left,
    per_day: Math.round((lately / PACE_DAYS) * 100) / 100,
    runs_out_on: endOf(today, left, lately),
  };
}

interface Pool {
  projectId: string;
  actor: Actor;
  pool: number | null;
}

/** Sets how many credits a project has, those that are used up too. */
export async function setCreditPool(kit: Kit, { projectId, actor, pool }: Pool): Promise<Credits> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const project = await tx
      .selectFrom('projects')
      .select(['name', 'credit_pool'])
      .where('project_id', '=', projectId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (project.credit_pool !== pool) {
      await tx
        .updateTable('projects')
        .set({ credit_pool: pool })
        .where('project_id', '=', projectId)
        .execute();
      await recordChange(tx, now, {
        projectId,
        actor,
        action: 'credit_pool.changed',
        target: project.name,
        before: { credits: project.credit_pool },
        after: { credits: pool },
      });
    }
    return await getCredits(tx, now, projectId);
  });
}
