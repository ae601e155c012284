import type pg from 'pg';
import type { Partitions } from '../../db/partitions.ts';
import { QUERY_TIMEOUT_MS } from './store.ts';
import type { Click, View } from './touch.ts';
import { within } from './within.ts';

/** Rows of the rollups, from `counted` with a metric; local time by the rules of PostgreSQL alone. */
const DELTA_COLUMNS = `project_id, id, local_date, local_hour, campaign_id, link_id, network, country, platform,
  metric, event_name, currency, count, amount`;

/**
 * One statement, so one transaction and one way to the database and back. Only rows that are new count, so a
 * replay counts nothing twice; keys come in order, so that two processes cannot wait for each other in a ring.
 */
const CLICKS = `
with given as (
  select r.* from json_to_recordset($1::json) as r(project_id uuid, id uuid, clicked_at timestamptz,
    link_id uuid, campaign_id uuid, network text, platform text, country text, device_key uuid, ip inet,
    user_agent text, os_version text, model text, language text, advertising_id text, click_ids jsonb,
    params jsonb, outcome text, imported boolean)
  join projects p on p.project_id = r.project_id
), stored as (
  insert into clicks (project_id, id, clicked_at, link_id, campaign_id, network, platform, country, device_key,
    ip, user_agent, os_version, model, language, advertising_id, click_ids, params, outcome, imported)
  select project_id, id, clicked_at, link_id, campaign_id, network, platform, country, device_key,
    ip, user_agent, os_version, model, language, advertising_id, click_ids, params, outcome, coalesce(imported, false)
  from given order by project_id, id
  on conflict do nothing
  returning project_id, id, clicked_at, link_id, campaign_id, network, platform, country, device_key
), counted as (
  select s.*, (s.clicked_at at time zone p.timezone)::date as local_date,
    extract(hour from s.clicked_at at time zone p.timezone)::smallint as local_hour
  from stored s join projects p on p.project_id = s.project_id
), firsts as (
  select distinct on (project_id, local_date, link_id, device_key) * from counted
  order by project_id, local_date, link_id, device_key, id
), days as (
  insert into click_days (project_id, local_date, link_id, device_key, campaign_id, network, country, platform)
  select project_id, local_date, link_id, device_key, campaign_id, network, country, platform from firsts
  order by project_id, local_date, link_id, device_key
  on conflict do nothing
  returning project_id, local_date, link_id, device_key
), counts as (
  select project_id, local_date, local_hour, campaign_id, link_id, network, country, platform,
    'clicks' as metric, count(*) as count
  from counted group by 1, 2, 3, 4, 5, 6, 7, 8
  union all
  select f.project_id, f.local_date, f.local_hour, f.campaign_id, f.link_id, f.network, f.country, f.platform,
    'unique_clicks', count(*)
  from days d join firsts f on f.project_id = d.project_id and f.local_date = d.local_date
    and f.link_id = d.link_id and f.device_key = d.device_key
  group by 1, 2, 3, 4, 5, 6, 7, 8
)
insert into rollup_deltas (${DELTA_COLUMNS})
select project_id, gen_random_uuid(), local_date, local_hour, campaign_id, link_id, network, country, platform,
  metric, '', '', count, 0
from counts`;

const VIEWS = `
with given as (
  select r.* from json_to_recordset($1::json) as r(project_id uuid, id uuid, viewed_at timestamptz,
    link_id uuid, campaign_id uuid, network text, platform text, country text, device_key uuid, ip inet,
    user_agent text, advertising_id text, params jsonb, imported boolean)
  join projects p on p.project_id = r.project_id
), stored as (
  insert into impressions (project_id, id, viewed_at, link_id, campaign_id, network, platform, country,
    device_key, ip, user_agent, advertising_id, params, imported)
  select project_id, id, viewed_at, link_id, campaign_id, network, platform, country,
    device_key, ip, user_agent, advertising_id, params, coalesce(imported, false)
  from given order by project_id, id
  on conflict do nothing
  returning project_id, viewed_at, link_id, campaign_id, network, platform, country
), counted as (
  select s.*, (s.viewed_at at time zone p.timezone)::date as local_date,
    extract(hour from s.viewed_at at time zone p.timezone)::smallint as local_hour
  from stored s join projects p on p.project_id = s.project_id
)
insert into rollup_deltas (${DELTA_COLUMNS})
select project_id, gen_random_uuid(), local_date, local_hour, campaign_id, link_id, network, country, platform,
  'impressions', '', '', count, 0
from (
  select project_id, local_date, local_hour, campaign_id, link_id, network, country, platform, count(*) as count
  from counted group by 1, 2, 3, 4, 5, 6, 7, 8
) counts`;

interface Needs {
  pool: pg.Pool;
  partitions: Partitions;
}

const run = (pool: pg.Pool, name: string, text: string, rows: object[]) =>
  pool.query({
    name,
    text,
    values: [JSON.stringify(rows)],
    query_timeout: QUERY_TIMEOUT_MS,
  } as pg.QueryConfig);

/** Stores clicks and what they add to the rollups; those that are stored already change nothing. */
export async function recordClicks({ pool, partitions }: Needs, rows: Click[]): Promise<void> {
  if (rows.length === 0) return;
  const days = new Set(rows.map((row) => row.clicked_at.slice(0, 10)));
  await within(partitions.ensure('clicks', days), QUERY_TIMEOUT_MS);
  await run(pool, 'record-clicks', CLICKS, rows);
}

/** Stores views likewise. */
export async function recordViews({ pool, partitions }: Needs, rows: View[]): Promise<void> {
  if (rows.length === 0) return;
  const days = new Set(rows.map((row) => row.viewed_at.slice(0, 10)));
  await within(partitions.ensure('impressions', days), QUERY_TIMEOUT_MS);
  await run(pool, 'record-views', VIEWS, rows);
}
