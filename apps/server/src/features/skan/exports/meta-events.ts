import type { SkanSchema } from '@trailmark/contract/skan-bases';
import type { SkanMetaStatus } from '@trailmark/contract/skan-exports';
import { eventsOf } from '@trailmark/core/skan/schema/count-fact';
import { type MetaEventMap, metaEventOf } from '@trailmark/core/skan/schema/meta-event';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

/** What the project sends events to Meta as; of several accounts that differ, as the one that was set up first. */
export async function readMetaEventMap(db: Db, projectId: string): Promise<MetaEventMap> {
  const { rows } = await sql<{ event: string; network_event: string }>`
    select distinct on (m.event) m.event, m.network_event from postback_event_maps m
    join network_accounts a on a.project_id = ${projectId} and a.ad_network_id = m.ad_network_id and a.kind = 'META'
    where m.project_id = ${projectId} and m.active order by m.event, m.created_at, m.id`.execute(db);
  return new Map(rows.map(({ event, network_event }) => [event, network_event]));
}

/** The events of a schema, and what each is for Meta. */
export function presentMetaEvents({ bases }: SkanSchema, map: MetaEventMap): SkanMetaStatus['events'] {
  const names = bases.flatMap((base) => (base.type === 'revenue' ? ['payment'] : eventsOf(base)));
  return [...new Set(names)].map((event) => ({ event, meta_event: metaEventOf(event, map) }));
}
