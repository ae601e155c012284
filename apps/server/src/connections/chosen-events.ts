import { VISIT_EVENTS } from '@trailmark/contract/visits';
import { sql } from 'kysely';
import { isOfVisit } from '../rollups/counted-name.ts';

const visits = sql.join(VISIT_EVENTS.map((name) => sql.lit(name)));

/**
 * Whether a row `r` is of the kinds and names of events that a connection `c` is sent; without a choice, all. Visits, pages
 * and screens have to be chosen by name.
 */
export const isChosenEvent = sql`(case when r.name in (${visits}) then c.events ? r.name
  else c.events = 'null' or c.events ? r.kind or c.events ? r.name end)`;

/** What a row of `events` is delivered as. */
export const deliveredKind = sql.raw(`case when ${isOfVisit('kind')} then 'event' else kind end as kind`);
