import { ORGANIC } from '@trailmark/contract/networks';
import { ACTIVE_24H, NO_ID } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { countedName, countsAsEvent } from './counted-name.ts';
import { NO_NETWORK } from './spend-deltas.ts';
import { allClickDays } from './unfolded.ts';

/** The credit of an install at an instant, joined as `m` (moved since) or `f` (as it was first decided). */
const credited = sql`coalesce(m.campaign_id, f.campaign_id, ${sql.lit(NO_ID)}::uuid),
  coalesce(m.link_id, f.link_id, ${sql.lit(NO_ID)}::uuid), coalesce(m.network, f.network, ${sql.lit(ORGANIC)})`;

function movedTo(projectId: string, at: ReturnType<typeof sql>) {
  return sql`
    left join first_decisions f on f.install_id = i.install_id
    left join lateral (
      select d.campaign_id, d.link_id, d.network from decisions_in_force d
      where d.project_id = ${projectId} and d.install_id = i.install_id and d.moves_credit
        and d.kind in ('reengagement', 'reattribution') and d.in_force_from <= ${at}
      order by d.in_force_from desc, d.revision desc limit 1) m on true`;
}

const name = sql.raw(countedName('e'));
const isEvent = sql.raw(countsAsEvent('e.kind'));

const DAY_SECONDS = 86_400;
/** The n-th 24 hours after the install; what came before it belongs to the first. */
const block = sql`greatest(floor(extract(epoch from e.occurred_at - i.installed_at) / ${sql.lit(DAY_SECONDS)}), 0)::int`;

/**
 * Every counter from raw rows, on the local day of the project's zone. Written apart from ingest: what both
 * find must be the same.
 */
function rawRows(projectId: string) {
  const dims = (row: string) =>
    sql`${sql.ref(`${row}.campaign_id`)}, ${sql.ref(`${row}.link_id`)}, ${sql.ref(`${row}.network`)}`;
  const ofEvent = sql`e.occurred_at at time zone z.tz, i.installed_at at time zone z.tz, null`;
  const ofInstall = sql`i.installed_at at time zone z.tz, i.installed_at at time zone z.tz, null`;
  return sql`
    select c.clicked_at at time zone z.tz as local, null::timestamp as cohort, null::int as block,
      'clicks' as metric, ${dims('c')}, c.country, c.platform, '' as event_name, '' as currency, 1 as count,
      0::numeric as amount
    from clicks c, z where c.project_id = ${projectId}
    union all
    select u.local_date::timestamp, null, null, 'unique_clicks', ${dims('u')}, u.country, u.platform, '', '', 1, 0
    from ${allClickDays(projectId)} u
    union all
    select v.viewed_at at time zone z.tz, null, null, 'impressions', ${dims('v')}, v.country, v.platform, '', '', 1, 0
    from impressions v, z where v.project_id = ${projectId}
    union all
    select ${ofInstall}, d.kind || 's', ${dims('d')}, i.country, i.platform, '', '', 1, 0
    from first_decisions d join installs i using (project_id, install_id), z
    where i.project_id = ${projectId}
    union all
    select ${ofInstall}, 'suspicious_installs', ${dims('d')}, i.country, i.platform, '', '', 1, 0
    from first_decisions d join installs i using (project_id, install_id), z
    where i.project_id = ${projectId} and d.verdict <> 'clean'
    union all
    select d.in_force_from at time zone z.tz, null, null, d.kind || 's', ${dims('d')}, i.country, i.platform, '', '',
      1, 0
    from decisions_in_force d join installs i using (project_id, install_id), z
    where d.project_id = ${projectId} and d.kind in ('reengagement', 'reattribution')
    union all
    select ${ofEvent}, 'events', ${dims('e')}, e.country, e.platform, ${name}, '', 1, 0
    from events e join installs i using (project_id, install_id), z
    where e.project_id = ${projectId} and ${isEvent}
    union all
    select ${ofEvent}, 'first_events', ${dims('e')}, e.country, e.platform, ${name}, '', 1, 0
    from events e join installs i using (project_id, install_id)
    join event_firsts f on f.project_id = e.project_id and f.subject = 'i:' || e.install_id and f.name = ${name}
      and f.event_id = e.id, z
    where e.project_id = ${projectId} and ${isEvent}
    union all
    select ${ofEvent}, 'signups', ${dims('e')}, e.country, e.platform, '', '', 1, 0
    from events e join installs i using (project_id, install_id)
    join event_firsts f on f.project_id = e.project_id and f.subject = 'u:' || e.user_id and f.name = e.name
      and f.event_id = e.id, z
    where e.project_id = ${projectId} and e.kind = 'signup'
    union all
    select ${ofEvent}, e.kind || 's', ${dims('e')}, e.country, e.platform, '', e.currency, 1, e.amount
    from events e join installs i using (project_id, install_id), z
    where e.project_id = ${projectId} and e.kind in ('payment', 'refund')
    union all
    select ${ofEvent}, case e.kind when 'session_start' then 'visits' else e.kind || 's' end, ${dims('e')}, e.country,
      e.platform, '', '', 1, 0
    from events e join installs i using (project_id, install_id), z
    where e.project_id = ${projectId} and e.kind in ('session_start', 'page_view', 'screen_view')
    union all
    select ${ofEvent}, 'bounced_visits', ${dims('e')}, e.country, e.platform, '', '', 1, 0
    from (select distinct on (install_id, session_id) * from events
      where project_id = ${projectId} and kind = 'session_start'
      order by install_id, session_id, received_at) e
    join (select install_id, session_id from events where project_id = ${projectId} and kind = 'page_view'
      group by install_id, session_id having count(*) = 1) p using (install_id, session_id)
    join installs i using (project_id, install_id), z
    where i.project_id = ${projectId}
    union all
    select day.local_date::timestamp, i.installed_at at time zone z.tz, null,
      'active', ${credited}, i.country, i.platform, '', '', 1, 0
    from (select distinct e.install_id, (e.occurred_at at time zone z.tz)::date as local_date
      from events e, z where e.project_id = ${projectId} and e.kind <> 'refund') day
    join installs i on i.project_id = ${projectId} and i.install_id = day.install_id
    cross join z ${movedTo(projectId, sql`day.local_date::timestamp at time zone z.tz`)}
    union all
    select i.installed_at at time zone z.tz, i.installed_at at time zone z.tz, b.block, ${sql.lit(ACTIVE_24H)},
      ${credited}, i.country, i.platform, '', '', 1, 0
    from (select distinct e.install_id, ${block} as block
      from events e join installs i using (project_id, install_id), z
      where e.project_id = ${projectId} and e.kind <> 'refund' and z.is_24h and i.installed_at is not null) b
    join installs i on i.project_id = ${projectId} and i.install_id = b.install_id
    cross join z ${movedTo(projectId, sql`i.installed_at + b.block * interval '24 hours'`)}
    union all
    select s.local_date::timestamp, null, null, 'spend', s.campaign_id, s.link_id, coalesce(c.network, ${sql.lit(NO_NETWORK)}),
      '', '', '', s.currency, 1, s.amount
    from spend_days s left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id
    where s.project_id = ${projectId} and s.counted`;
}

/** What raw rows add up to is stored here until the transaction ends. */
export const RECOUNTED = sql.table('recounted');

/** Counts a project from its raw rows, once, as finely as any rollup is kept. */
export async function countRaw(tx: Tx, projectId: string): Promise<void> {
  await sql`drop table if exists ${RECOUNTED}`.execute(tx);
  // All raw rows are sorted once: on disk that takes several times as long.
  await sql`set local work_mem = '128MB'`.execute(tx);
  await sql`
    create temp table recounted on commit drop as
    with z as materialized (
      select p.timezone as tz, coalesce(s.day_kind = '24h', false) as is_24h
      from projects p left join project_settings s on s.project_id = p.project_id
      where p.project_id = ${projectId}),
    first_decisions as materialized (
      select distinct on (install_id) * from decisions
      where project_id = ${projectId} and kind in ('install', 'reinstall')
      order by install_id, revision desc),
    raw as (${rawRows(projectId)})
    select ${projectId}::uuid as project_id, local::date as local_date, cohort::date as cohort_date,
      coalesce(block, greatest(local::date - cohort::date, 0)) as day_number,
      metric, campaign_id, link_id, network, country, platform, event_name, currency, sum(count)::bigint as count,
      sum(amount) as amount
    from raw
    group by 2, 3, 4, metric, campaign_id, link_id, network, country, platform, event_name, currency`.execute(
    tx,
  );
  await sql`analyze ${RECOUNTED}`.execute(tx);
}
