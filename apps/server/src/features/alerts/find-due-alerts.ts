import { sql } from 'kysely';
import { allProjects, rowsOfAll } from '../../db/all-projects.ts';
import { enqueue } from '../../jobs/queue.ts';
import { job } from '../../jobs/runner.ts';

/** Of a project one job waits. */
export const alertsJobKey = (projectId: string) => `alerts:${projectId}`;

/** Gives every project whose alerts have a turn to a worker. */
export const findDueAlerts = job('find-due-alerts', async ({ db, clock, log }) => {
  const due = sql<{ project_id: string }>`${allProjects}
    select distinct r.project_id from alert_rules r
    join projects p on p.project_id = r.project_id and p.deleted_at is null
    where r.enabled and r.next_at <= ${clock.now()}`;
  for (const { project_id } of await rowsOfAll({ db, log }, due)) {
    await enqueue(db, 'evaluate-alerts', { project_id }, { key: alertsJobKey(project_id) });
  }
});
