import { COHORT_COUNTERS, NO_ID, ORGANIC } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';

/** What the raw rows of a project add up to, and what its rollups say. */
export interface Difference {
  where: string;
  counted: { count: number; amount: string };
  kept: { count: number; amount: string };
}

const cohortCounters = sql.join(COHORT_COUNTERS.map((counter) => sql.lit(counter)));
const DIMS = sql`campaign_id, link_id, network, country, platform`;

/**
 * Every counter from raw rows, on the local day of the project's zone. Written apart from ingest: what both
 * find must be the same.
 */
function rawRows(projectId: string) {
  return sql`
    select (c.clicked_at at time zone z.tz) as local, null::timestamp as cohort, 'clicks' as metric,
      c.campaign_id, c.link_id, c.network, c.country, c.platform, '' as event_name, '' as currency,
      1 as count, 0::numeric as amount
    from clicks c, z where c.project_id = ${projectId}
    union all
    select u.local_date::timestamp, null, 'unique_clicks', u.campaign_id, u.link_id, u.network, u.country,
      u.platform, '', '', 1, 0
    from click_days u where u.project_id = ${projectId}
    union all
    select (v.viewed_at at time zone z.tz), null, 'impressions', v.campaign_id, v.link_id, v.network, v.country,
      v.platform, '', '', 1, 0
    from impressions v, z where v.project_id = ${projectId}
    union all
    select (i.installed_at at time zone z.tz), (i.installed_at at time zone z.tz), d.kind || 's', d.campaign_id,
      d.link_id, d.network, i.country, i.platform, '', '', 1, 0
    from first_decisions d join installs i using (project_id, install_id), z
    union all
    select (i.installed_at at time zone z.tz), (i.installed_at at time zone z.tz), 'suspicious_installs',
      d.campaign_id, d.link_id, d.network, i.country, i.platform, '', '', 1, 0
    from first_decisions d join installs i using (project_id, install_id), z where d.verdict <> 'clean'
    union all
    select (d.in_force_from at time zone z.tz), null, d.kind || 's', d.campaign_id, d.link_id, d.network,
      i.country, i.platform, '', '', 1, 0
    from decisions d join installs i using (project_id, install_id), z
    where d.project_id = ${projectId} and d.kind in ('reengagement', 'reattribution')
    union all
    select (e.occurred_at at time zone z.tz), (i.installed_at at time zone z.tz), 'events', e.campaign_id,
      e.link_id, e.network, e.country, e.platform, e.name, '', 1, 0
    from events e join installs i using (project_id, install_id), z
    where e.project_id = ${projectId} and e.kind <> 'open'
    union all
    select distinct on (e.install_id, e.name) (e.occurred_at at time zone z.tz),
      (i.installed_at at time zone z.tz), 'first_events', e.campaign_id, e.link_id, e.network, e.country,
      e.platform, e.name, '', 1, 0::numeric
    from events e join installs i using (project_id, install_id)
    join event_firsts f on f.project_id = e.project_id and f.subject = 'i:' || e.install_id and f.name = e.name
      and f.event_id = e.id, z
    where e.project_id = ${projectId} and e.kind <> 'open'
    union all
    select (e.occurred_at at time zone z.tz), (i.installed_at at time zone z.tz), 'signups', e.campaign_id,
      e.link_id, e.network, e.country, e.platform, '', '', 1, 0
    from events e join installs i using (project_id, install_id)
    join event_firsts f on f.project_id = e.project_id and f.subject = 'u:' || e.user_id and f.name = e.name
      and f.event_id = e.id, z
    where e.project_id = ${projectId} and e.kind = 'signup'
    union all
    select (e.occurred_at at time zone z.tz), (i.installed_at at time zone z.tz), e.kind || 's', e.campaign_id,
      e.link_id, e.network, e.country, e.platform, '', e.currency, 1, e.amount
    from events e join installs i using (project_id, install_id), z
    where e.project_id = ${projectId} and e.kind in ('payment', 'refund')
    union all
    select day.local_date::timestamp, (i.installed_at at time zone z.tz), 'active',
      coalesce(m.campaign_id, f.campaign_id, ${NO_ID}::uuid), coalesce(m.link_id, f.link_id, ${NO_ID}::uuid),
      coalesce(m.network, f.network, ${ORGANIC}), i.country, i.platform, '', '', 1, 0
    from (select distinct e.install_id, (e.occurred_at at time zone z.tz)::date as local_date
      from events e, z where e.project_id = ${projectId}) day
    join installs i on i.project_id = ${projectId} and i.install_id = day.install_id
    cross join z
    left join first_decisions f on f.install_id = day.install_id
    left join lateral (
      select d.campaign_id, d.link_id, d.network from decisions d
      where d.project_id = ${projectId} and d.install_id = day.install_id and d.kind = 'reattribution'
        and d.in_force_from <= day.local_date::timestamp at time zone z.tz
      order by d.in_force_from desc limit 1) m on true`;
}

/** Raw rows as the rollups would have them. */
export function recounted(projectId: string) {
  return sql`
    z as (select timezone as tz from projects where project_id = ${projectId}),
    first_decisions as (
      select distinct on (install_id) * from decisions
      where project_id = ${projectId} and kind in ('install', 'reinstall')
      order by install_id, revision desc),
    raw as (${rawRows(projectId)})`;
}

interface Row {
  place: string;
  counted: number;
  counted_amount: string;
  kept: number;
  kept_amount: string;
}

const PLACE = sql`concat_ws(' · ', metric, nullif(event_name, ''), nullif(currency, ''), network, campaign_id, link_id,
  nullif(country, ''), platform)`;

async function compareDays(db: Db | Tx, projectId: string, from: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with ${recounted(projectId)},
    counted as (
      select local::date as local_date, metric, ${DIMS}, event_name, currency, sum(count) as count,
        sum(amount) as amount
      from raw group by local::date, metric, ${DIMS}, event_name, currency),
    kept as (
      select local_date, metric, ${DIMS}, event_name, currency, sum(count) as count, sum(amount) as amount
      from (
        select local_date, metric, ${DIMS}, event_name, currency, count, amount from rollup_days
        where project_id = ${projectId}
        union all
        select local_date, metric, ${DIMS}, event_name, currency, count, amount from rollup_deltas
        where project_id = ${projectId}) r
      group by local_date, metric, ${DIMS}, event_name, currency)
    select 'day ' || local_date || ' · ' || ${PLACE} as place,
      coalesce(c.count, 0)::bigint as counted, coalesce(c.amount, 0) as counted_amount,
      coalesce(k.count, 0)::bigint as kept, coalesce(k.amount, 0) as kept_amount
    from counted c full join kept k using (local_date, metric, ${DIMS}, event_name, currency)
    where local_date >= ${from}::date
      and (coalesce(c.count, 0) <> coalesce(k.count, 0) or coalesce(c.amount, 0) <> coalesce(k.amount, 0))
    order by 1`.execute(db);
  return rows;
}

async function compareCohorts(db: Db | Tx, projectId: string, from: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with ${recounted(projectId)},
    counted as (
      select cohort::date as cohort_date, greatest(local::date - cohort::date, 0) as day_number, metric, ${DIMS},
        currency, sum(count) as count, sum(amount) as amount
      from raw where cohort is not null and metric in (${cohortCounters})
      group by 1, 2, metric, ${DIMS}, currency),
    kept as (
      select cohort_date, day_number, metric, ${DIMS}, currency, sum(count) as count, sum(amount) as amount
      from (
        select cohort_date, day_number, metric, ${DIMS}, currency, count, amount from rollup_cohorts
        where project_id = ${projectId}
        union all
        select cohort_date, greatest(local_date - cohort_date, 0), metric, ${DIMS}, currency, count, amount
        from rollup_deltas
        where project_id = ${projectId} and cohort_date is not null and metric in (${cohortCounters})) r
      group by cohort_date, day_number, metric, ${DIMS}, currency)
    select 'cohort ' || cohort_date || ' + ' || day_number || ' · ' || concat_ws(' · ', metric, network, campaign_id,
        country, platform, currency) as place,
      coalesce(c.count, 0)::bigint as counted, coalesce(c.amount, 0) as counted_amount,
      coalesce(k.count, 0)::bigint as kept, coalesce(k.amount, 0) as kept_amount
    from counted c full join kept k using (cohort_date, day_number, metric, ${DIMS}, currency)
    where cohort_date >= ${from}::date
      and (coalesce(c.count, 0) <> coalesce(k.count, 0) or coalesce(c.amount, 0) <> coalesce(k.amount, 0))
    order by 1`.execute(db);
  return rows;
}

/** Where the rollups of a project differ from its raw rows, from a local day on. Each side in one snapshot. */
export async function findDifferences(db: Db | Tx, projectId: string, from: string): Promise<Difference[]> {
  const rows = [...(await compareDays(db, projectId, from)), ...(await compareCohorts(db, projectId, from))];
  return rows.map((row) => ({
    where: row.place,
    counted: { count: row.counted, amount: row.counted_amount },
    kept: { count: row.kept, amount: row.kept_amount },
  }));
}
