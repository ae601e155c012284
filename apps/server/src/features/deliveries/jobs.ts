import { sql } from 'kysely';
import { job } from '../../jobs/runner.ts';

/**
 * Marks every lane as due: a process that ended between storing an event and saying so must not leave it waiting.
 * Workers then look once, and know when the next delivery of each is due.
 */
export const lookAtLanes = job('look-at-lanes', async ({ db, clock }) => {
  await sql`update delivery_lanes set due_at = ${clock.now()}, hints = hints + 1
    where due_at is null or due_at > ${clock.now()}`.execute(db);
});
