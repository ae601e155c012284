import type pg from 'pg';
import type { Connection } from '../apps/server/src/db/connection.ts';
import { createPartitions, dayOf } from '../apps/server/src/db/partitions.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { AGENTS, NETWORKS } from './samples.ts';
import { foldAll } from './settle.ts';

/** History reaches back so far. */
const DAYS = 7;
const DAY_MS = 86_400_000;

const textArray = (texts: readonly string[]) => `array[${texts.map((text) => `'${text}'`).join(', ')}]`;

/** An id of version 7 for the instant t, as the product makes them. */
const ID = `(lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || '7' || substr(r, 1, 3) || '8'
  || substr(r, 4, 15))::uuid`;

/** Rows at random instants, earliest first, each with a link and something random. */
const moments = (count: string) => `
  select date_trunc('milliseconds', now() - random() * interval '${DAYS - 0.1} days') as t,
    1 + (random() * 999)::int as k, md5(random()::text || g) as r, (random() * 262143)::int as a, g
  from generate_series(1, ${count}::int) g order by 1`;

/** The deltas that ingest would have written. */
const deltasOf = (metric: string, { from, at, cohort, name }: Record<string, string>) => `
insert into rollup_delta_groups (project_id, id, size, deltas)
select project_id, gen_random_uuid(), count(*), array_agg(row(day, cohort, campaign_id, link_id, network, 'IN', 'android', '${metric}', name,
  '', null, count, 0)::rollup_delta)
from (
  select project_id, day, cohort, campaign_id, link_id, network, name, count(*) as count, row_number() over () as n
  from (
    select n.project_id, (${at} at time zone p.timezone)::date as day, (${cohort} at time zone p.timezone)::date as cohort,
      n.campaign_id, n.link_id, n.network, ${name} as name
    from ${from} n join projects p on p.project_id = n.project_id) n
  group by project_id, day, cohort, campaign_id, link_id, network, name) d
group by project_id, n / 1000`;

const NO_TIME = 'null::timestamptz';

const CLICKS = [
  `create table bench_clicks as
    select l.project_id, ${ID} as id, t as clicked_at, l.id as link_id, l.campaign_id, l.network, md5(r)::uuid as device_key,
      ((${textArray(NETWORKS)})[1 + a / 65536] || '.' || (a / 256) % 256 || '.' || a % 256)::inet as ip,
      (${textArray(AGENTS)})[1 + a % ${AGENTS.length}] as user_agent,
      case when g % 3 = 0 then md5('ad' || r)::uuid::text end as advertising_id, g
    from (${moments('$1')}) m join bench_links l on l.n = m.k`,
  `insert into clicks (project_id, id, clicked_at, link_id, campaign_id, network, platform, country, device_key, ip,
      user_agent, os_version, model, language, advertising_id, params, outcome)
    select project_id, id, clicked_at, link_id, campaign_id, network, 'android', 'IN', device_key, ip, user_agent, '13',
      'Pixel 7', 'en-IN', advertising_id, jsonb_build_object('sub1', 'stored-' || g), 'android_store'
    from bench_clicks`,
  deltasOf('clicks', { from: 'bench_clicks', at: 'n.clicked_at', cohort: NO_TIME, name: "''" }),
  // Every one of them comes from a device of its own.
  `insert into click_days (project_id, local_date, link_id, device_key, campaign_id, network, country, platform)
    select c.project_id, (clicked_at at time zone p.timezone)::date, link_id, device_key, campaign_id, network, 'IN',
      'android'
    from bench_clicks c join projects p on p.project_id = c.project_id`,
  deltasOf('unique_clicks', { from: 'bench_clicks', at: 'n.clicked_at', cohort: NO_TIME, name: "''" }),
  'drop table bench_clicks',
];

/** Installs and their decisions, without receipts. */
const INSTALLS = [
  'drop table if exists bench_installs',
  `create table bench_installs as
    select (row_number() over ())::int as n, l.project_id, substr(r, 1, 20) as install_id, t as installed_at,
      l.campaign_id, l.id as link_id, l.network
    from (${moments('$1')}) m join bench_links l on l.n = m.k`,
  'alter table bench_installs add primary key (n)',
  `insert into installs (project_id, install_id, platform, country, kind, first_seen_at, installed_at, advertising_id,
      app_version, os_version, model, language, revision, campaign_id, link_id, network, match_type, updated_at)
    select project_id, install_id, 'android', 'IN', 'install', installed_at, installed_at,
      md5('install' || install_id)::uuid::text, '4.2.1', '13', 'Pixel 7', 'en', 1, campaign_id, link_id, network,
      'click_id', installed_at
    from bench_installs`,
  `insert into decisions (project_id, install_id, revision, kind, because, in_force_from, decided_at, campaign_id,
      link_id, network, match_type, rule_version, verdict, receipt)
    select project_id, install_id, 1, 'install', 'import', installed_at, installed_at, campaign_id, link_id, network,
      'click_id', 1, 'clean', '{}'
    from bench_installs`,
  deltasOf('installs', {
    from: 'bench_installs',
    at: 'n.installed_at',
    cohort: 'n.installed_at',
    name: "''",
  }),
];

/** Events of those installs, with what keeps them unique. */
const EVENTS = [
  `create table bench_new_events as
    select i.project_id, ${ID} as id, t as occurred_at, i.installed_at, i.install_id, 'stored_' || g % 3 as name,
      i.campaign_id, i.link_id, i.network, g
    from (
      select date_trunc('milliseconds', i.installed_at + random() * (now() - i.installed_at)) as t,
        md5(random()::text || g) as r, g, i.*
      from (select g, 1 + g % (select count(*) from bench_installs) as k from generate_series(1, $1::int) g) g
      join bench_installs i on i.n = g.k order by 1) i`,
  `insert into events (project_id, id, occurred_at, received_at, install_id, kind, name, platform, country,
      campaign_id, link_id, network, data)
    select project_id, id, occurred_at, occurred_at, install_id, 'event', name, 'android', 'IN', campaign_id, link_id,
      network, jsonb_build_object('item', 'sku-' || g % 500, 'price', 199.5, 'quantity', 1)
    from bench_new_events`,
  `insert into event_keys (project_id, key, seen_at) select project_id, md5(id::text)::uuid, occurred_at
    from bench_new_events`,
  deltasOf('events', {
    from: 'bench_new_events',
    at: 'n.occurred_at',
    cohort: 'n.installed_at',
    name: 'n.name',
  }),
  `create table bench_firsts as
    select distinct on (project_id, install_id, name) * from bench_new_events
    order by project_id, install_id, name, occurred_at, id`,
  `insert into event_firsts (project_id, subject, name, event_id, first_at)
    select project_id, 'i:' || install_id, name, id, occurred_at from bench_firsts`,
  deltasOf('first_events', {
    from: 'bench_firsts',
    at: 'n.occurred_at',
    cohort: 'n.installed_at',
    name: 'n.name',
  }),
  `create table bench_days as
    select distinct on (e.project_id, e.install_id, (occurred_at at time zone p.timezone)::date) e.*
    from bench_new_events e join projects p on p.project_id = e.project_id`,
  `insert into person_days (project_id, local_date, install_id)
    select d.project_id, (occurred_at at time zone p.timezone)::date, install_id
    from bench_days d join projects p on p.project_id = d.project_id`,
  deltasOf('active', { from: 'bench_days', at: 'n.occurred_at', cohort: 'n.installed_at', name: "''" }),
  'drop table bench_new_events, bench_firsts, bench_days',
];

async function makePartitions(pool: pg.Pool): Promise<void> {
  const partitions = createPartitions(pool, systemClock);
  const days = Array.from({ length: DAYS + 2 }, (_, n) => dayOf(new Date(Date.now() - (DAYS - n) * DAY_MS)));
  await partitions.ensure('clicks', days);
  await partitions.ensure('events', days);
  await partitions.ensure('impressions', days);
}

async function runAll(pool: pg.Pool, statements: string[], count: number): Promise<void> {
  for (const text of statements) await pool.query(text, text.includes('$1') ? [Math.round(count)] : []);
}

/** Installs and events per click. */
export const storedSizes = (clicks: number) => ({ clicks, installs: clicks / 10, events: clicks / 4 });

/** Stores so many more clicks, and a fitting number of installs and events; the rollups count them as well. */
export async function addStoredData(connection: Connection, clicks: number): Promise<void> {
  const { pool } = connection;
  const sizes = storedSizes(clicks);
  await makePartitions(pool);
  await Promise.all([
    runAll(pool, CLICKS, sizes.clicks),
    runAll(pool, INSTALLS, sizes.installs).then(() => runAll(pool, EVENTS, sizes.events)),
  ]);
  await foldAll(connection);
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
}
