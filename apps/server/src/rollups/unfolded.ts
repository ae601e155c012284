import { type RawBuilder, sql } from 'kysely';

/** Deltas of a project that wait to be folded; every reader adds them to what is folded. */
export const unfoldedDeltas = (projectId: string): RawBuilder<unknown> =>
  sql`(select * from rollup_deltas where project_id = ${projectId})`;

const CLICK_DAY = sql`project_id, local_date, link_id, device_key, campaign_id, network, country, platform`;

/** Devices that clicked a link of a project on a day, each once: those that are counted, and those that are not yet. */
export const allClickDays = (projectId: string): RawBuilder<unknown> => sql`(
  select ${CLICK_DAY} from click_days where project_id = ${projectId}
  union all
  select ${CLICK_DAY} from uncounted_click_days where project_id = ${projectId})`;
