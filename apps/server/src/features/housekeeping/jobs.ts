import { RESTORE_DAYS } from '@trailmark/contract/projects';
import { job } from '../../jobs/runner.ts';
import { DAY_MS, later } from '../../platform/clock.ts';

/** What has run out is kept a little longer, in case somebody asks what happened. */
const KEEP_MS = 7 * DAY_MS;

export const removeExpired = job('remove-expired', async ({ db, clock }) => {
  const end = later(clock.now(), -KEEP_MS);
  await db.deleteFrom('magic_links').where('expires_at', '<', end).execute();
  await db.deleteFrom('sign_in_codes').where('expires_at', '<', end).execute();
  await db.deleteFrom('rate_limits').where('window_start', '<', end).execute();
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<', end), eb('revoked_at', '<', end)]))
    .execute();
});

export const removeDeletedProjects = job('remove-deleted-projects', async ({ db, clock, log }) => {
  const end = later(clock.now(), -RESTORE_DAYS * DAY_MS);
  const removed = await db
    .deleteFrom('projects')
    .where('deleted_at', '<', end)
    .returning('project_id')
    .execute();
  for (const { project_id } of removed) log.info({ project_id }, 'removed a deleted project for good');
});
