import { sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
import { planForValues } from '../../db/run-prepared.ts';
import type { DeltaKey } from '../../rollups/deltas.ts';

export type EventDimensions = Omit<DeltaKey, 'metric' | 'eventName' | 'currency'>;

interface DimensionsRow {
  id: string;
  local_date: string;
  cohort_date: string | null;
  campaign_id: string;
  link_id: string;
  network: string;
  country: string;
  platform: string;
}

const EVENT_KEYS = bulk<{ id: string; occurred_at: Date }>({ id: 'uuid', occurred_at: 'timestamptz' });

/** The dimensions that stored events count under, by their id. */
export async function loadEventDimensions(
  tx: Tx,
  projectId: string,
  events: { eventId: string; at: Date }[],
): Promise<Map<string, EventDimensions>> {
  if (events.length === 0) return new Map();
  const times = events.map(({ at }) => at.getTime());
  const keys = events.map(({ eventId, at }) => ({ id: eventId, occurred_at: at }));
  await planForValues(tx);
  const { rows } = await sql<DimensionsRow>`
    select e.id, (e.occurred_at at time zone z.timezone)::date as local_date,
      (n.installed_at at time zone z.timezone)::date as cohort_date,
      e.campaign_id, e.link_id, e.network, e.country, e.platform
    from ${EVENT_KEYS.rows(keys)}
    join events e on e.project_id = ${projectId} and e.id = r.id and e.occurred_at = r.occurred_at
      and e.occurred_at between ${new Date(Math.min(...times))} and ${new Date(Math.max(...times))}
    join installs n on n.project_id = ${projectId} and n.install_id = e.install_id
    join projects z on z.project_id = ${projectId}`.execute(tx);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        localDate: row.local_date,
        cohortDate: row.cohort_date,
        credit: { campaignId: row.campaign_id, linkId: row.link_id, network: row.network },
        country: row.country,
        platform: row.platform,
      },
    ]),
  );
}
