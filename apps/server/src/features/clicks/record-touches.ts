import type pg from 'pg';
import type { Partitions } from '../../db/partitions.ts';
import { type Columns, namesOf, tableOf, valuesOf } from './columns.ts';
import { QUERY_TIMEOUT_MS } from './store.ts';
import type { Click, View } from './touch.ts';
import { within } from './within.ts';

const COMMON_COLUMNS: Columns<Pick<Click, keyof Click & keyof View>> = [
  ['project_id', 'uuid'],
  ['id', 'uuid'],
  ['link_id', 'uuid'],
  ['campaign_id', 'uuid'],
  ['network', 'text'],
  ['platform', 'text'],
  ['country', 'text'],
  ['device_key', 'uuid'],
  ['ip', 'inet'],
  ['user_agent', 'text'],
  ['advertising_id', 'text'],
  ['params', 'jsonb'],
];

const CLICK_COLUMNS: Columns<Click> = [
  ...COMMON_COLUMNS,
  ['clicked_at', 'timestamptz'],
  ['os_version', 'text'],
  ['model', 'text'],
  ['language', 'text'],
  ['click_ids', 'jsonb'],
  ['outcome', 'text'],
];
const VIEW_COLUMNS: Columns<View> = [...COMMON_COLUMNS, ['viewed_at', 'timestamptz']];

/** Not said of most. */
const IMPORTED = ['imported', 'boolean'] as const;
const GIVEN_CLICKS: Columns<Click> = [...CLICK_COLUMNS, IMPORTED];
const GIVEN_VIEWS: Columns<View> = [...VIEW_COLUMNS, IMPORTED];

/** Rows of the rollups, from `counted` with a metric; local time by the rules of PostgreSQL alone. */
const DELTA_COLUMNS = `project_id, id, local_date, local_hour, campaign_id, link_id, network, country, platform,
  metric, event_name, currency, count, amount`;

/**
 * One statement, so one transaction and one way to the database and back. Only rows that are new count, so a
 * replay counts nothing twice; keys come in order, so that two processes cannot wait for each other in a ring.
 */
const CLICKS = `
with given as (
  select r.* from ${tableOf(GIVEN_CLICKS)}
  join projects p on p.project_id = r.project_id
), stored as (
  insert into clicks (${namesOf(CLICK_COLUMNS)}, imported)
  select ${namesOf(CLICK_COLUMNS)}, coalesce(imported, false)
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
  select r.* from ${tableOf(GIVEN_VIEWS)}
  join projects p on p.project_id = r.project_id
), stored as (
  insert into impressions (${namesOf(VIEW_COLUMNS)}, imported)
  select ${namesOf(VIEW_COLUMNS)}, coalesce(imported, false)
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

const run = (pool: pg.Pool, name: string, text: string, values: string[]) =>
  pool.query({ name, text, values, query_timeout: QUERY_TIMEOUT_MS } as pg.QueryConfig);

/** Stores clicks and what they add to the rollups; those that are stored already change nothing. */
export async function recordClicks({ pool, partitions }: Needs, rows: Click[]): Promise<void> {
  if (rows.length === 0) return;
  const days = new Set(rows.map((row) => row.clicked_at.slice(0, 10)));
  await within(partitions.ensure('clicks', days), QUERY_TIMEOUT_MS);
  await run(pool, 'record-clicks', CLICKS, valuesOf(GIVEN_CLICKS, rows));
}

/** Stores views likewise. */
export async function recordViews({ pool, partitions }: Needs, rows: View[]): Promise<void> {
  if (rows.length === 0) return;
  const days = new Set(rows.map((row) => row.viewed_at.slice(0, 10)));
  await within(partitions.ensure('impressions', days), QUERY_TIMEOUT_MS);
  await run(pool, 'record-views', VIEWS, valuesOf(GIVEN_VIEWS, rows));
}
