import { type RawBuilder, sql } from 'kysely';

/** Deltas of a project that wait to be folded; every reader adds them to what is folded. */
export const unfoldedDeltas = (projectId: string): RawBuilder<unknown> =>
  sql`(select * from rollup_deltas where project_id = ${projectId})`;
