import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { DeltaKey } from '../../rollups/deltas.ts';

export type EventPlace = Omit<DeltaKey, 'metric' | 'eventName' | 'currency'>;

interface PlaceRow {
  project_id: string;
  id: string;
  local_date: string;
  local_hour: number;
  cohort_date: string | null;
  campaign_id: string;
  link_id: string;
  network: string;
  country: string;
  platform: string;
}

/** Where stored events count, by their id. */
export async function loadEventPlaces(
  tx: Tx,
  events: { projectId: string; eventId: string; at: Date }[],
): Promise<Map<string, EventPlace>> {
  if (events.length === 0) return new Map();
  const times = events.map(({ at }) => at.getTime());
  const keys = events.map(({ projectId, eventId, at }) => ({ p: projectId, i: eventId, t: at }));
  const { rows } = await sql<PlaceRow>`
    select e.project_id, e.id, (e.occurred_at at time zone z.timezone)::date as local_date,
      extract(hour from e.occurred_at at time zone z.timezone)::int as local_hour,
      (n.installed_at at time zone z.timezone)::date as cohort_date,
      e.campaign_id, e.link_id, e.network, e.country, e.platform
    from json_to_recordset(${JSON.stringify(keys)}::json) as k (p uuid, i uuid, t timestamptz)
    join events e on e.project_id = k.p and e.id = k.i and e.occurred_at = k.t
      and e.occurred_at between ${new Date(Math.min(...times))} and ${new Date(Math.max(...times))}
    join installs n on n.project_id = e.project_id and n.install_id = e.install_id
    join projects z on z.project_id = e.project_id`.execute(tx);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        projectId: row.project_id,
        localDate: row.local_date,
        localHour: row.local_hour,
        cohortDate: row.cohort_date,
        credit: { campaignId: row.campaign_id, linkId: row.link_id, network: row.network },
        country: row.country,
        platform: row.platform,
      },
    ]),
  );
}
