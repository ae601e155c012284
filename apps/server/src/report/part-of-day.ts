import { type RawBuilder, sql } from 'kysely';
import { countedName, countsAsEvent, isOfVisit, visitCounter } from '../rollups/counted-name.ts';
import type { Context, Range } from './context.ts';
import { addDays } from './days.ts';
import { onLocalDays } from './local-days.ts';
import type { ReportQuery } from './query.ts';

type Sql = RawBuilder<unknown>;

/** Which rows of a day, up to which time of it, and of which counters. */
interface PartOfDay {
  projectId: string;
  context: Context;
  /** A single day; without `until` all of it. */
  range: Range;
  counters: readonly string[];
}

const dims = (row: string) =>
  sql`${sql.ref(`${row}.campaign_id`)}, ${sql.ref(`${row}.link_id`)}, ${sql.ref(`${row}.network`)}`;
const nothing = sql`'' as event_name, '' as currency, 1 as count, 0::numeric as amount`;
const counter = (name: string) => sql`${sql.lit(name)} as metric`;
const name = sql.raw(countedName('e'));
const isEvent = sql.raw(countsAsEvent('e.kind'));

/** All of them are read once, for whichever counters are made of them. */
const EVENTS_OF_DAY = sql.table('events_of_day');
const eventsOfDay = ({ projectId, context, range }: PartOfDay) => sql`
  select e.id, e.occurred_at, e.install_id, e.kind, e.name, e.is_other, e.user_id, e.session_id, e.campaign_id, e.link_id,
    e.network, e.country, e.platform, e.currency, e.amount
  from events e
  where e.project_id = ${projectId} and ${onLocalDays(sql.ref('e.occurred_at'), context, range).isInRange}`;

/** Counters of the rows of a table, which are read once for all of them. */
interface Arm {
  counters: readonly string[];
  rows(part: PartOfDay): Sql;
}

function touches(table: 'clicks' | 'impressions', at: string): Arm {
  return {
    counters: [table],
    rows: ({ projectId, context, range }) => sql`
      select ${sql.ref(at)} as at, ${counter(table)}, ${dims('t')}, t.country, t.platform, ${nothing}
      from ${sql.table(table)} t
      where t.project_id = ${projectId} and ${onLocalDays(sql.ref(at), context, range).isInRange}`,
  };
}

/** The first click of each pair of link and device on the day: that which the day counts. */
const uniqueClicks: Arm = {
  counters: ['unique_clicks'],
  rows: ({ projectId, context, range }) => {
    const { isInRange } = onLocalDays(sql.ref('t.clicked_at'), context, range);
    return sql`
      select f.clicked_at as at, ${counter('unique_clicks')}, ${dims('f')}, f.country, f.platform, ${nothing}
      from (
        select distinct on (t.link_id, t.device_key) t.* from clicks t
        where t.project_id = ${projectId} and ${isInRange}
        order by t.link_id, t.device_key, t.id) f`;
  },
};

const installs: Arm = {
  counters: ['installs', 'reinstalls', 'suspicious_installs'],
  rows: ({ projectId, context, range }) => sql`
    select i.installed_at as at, m.metric, ${dims('d')}, i.country, i.platform, ${nothing}
    from installs i
    cross join lateral (
      select * from decisions f
      where f.project_id = ${projectId} and f.install_id = i.install_id and f.kind in ('install', 'reinstall')
      order by f.revision desc limit 1) d
    cross join lateral (
      select d.kind || 's' as metric union all select 'suspicious_installs' where d.verdict <> 'clean') m
    where i.project_id = ${projectId} and ${onLocalDays(sql.ref('i.installed_at'), context, range).isInRange}`,
};

/** Nothing is decided before it is in force, which the index helps with. */
const returns: Arm = {
  counters: ['reengagements', 'reattributions'],
  rows: ({ projectId, context, range }) => sql`
    select d.in_force_from as at, d.kind || 's' as metric, ${dims('d')}, i.country, i.platform, ${nothing}
    from decisions_in_force d
    join installs i on i.project_id = d.project_id and i.install_id = d.install_id
    where d.project_id = ${projectId} and d.kind in ('reengagement', 'reattribution')
      and ${onLocalDays(sql.ref('d.in_force_from'), context, range).isInRange}
      and d.decided_at >= (${range.from}::date::timestamp at time zone ${context.timezone}) - interval '3 hours'`,
};

interface EventRows {
  metric: Sql;
  isMeant: Sql;
  join?: (projectId: string) => Sql;
  values?: Sql;
}

const eventRows =
  ({ metric, isMeant, join = () => sql``, values = nothing }: EventRows): Arm['rows'] =>
  ({ projectId }) =>
    sql`
    select e.occurred_at as at, ${metric} as metric, ${dims('e')}, e.country, e.platform, ${values}
    from ${EVENTS_OF_DAY} e ${join(projectId)}
    where ${isMeant}`;

const named = sql`${name} as event_name, '' as currency, 1 as count, 0::numeric as amount`;
const firstOf = (subject: Sql, of: Sql) => (projectId: string) =>
  sql`
  join event_firsts f on f.project_id = ${projectId} and f.subject = ${subject} and f.name = ${of} and f.event_id = e.id`;

/** Who did anything, by the first time on the day, for the campaign that was credited when the day began. */
const active: Arm = {
  counters: ['active'],
  rows: ({ projectId, context, range }) => sql`
    select a.at, ${counter('active')}, coalesce(m.campaign_id, d.campaign_id, i.campaign_id) as campaign_id,
      coalesce(m.link_id, d.link_id, i.link_id) as link_id, coalesce(m.network, d.network, i.network) as network,
      i.country, i.platform, ${nothing}
    from (
      select e.install_id, min(e.occurred_at) as at from ${EVENTS_OF_DAY} e
      where e.kind <> 'refund'
      group by e.install_id) a
    join installs i on i.project_id = ${projectId} and i.install_id = a.install_id
    left join lateral (
      select f.campaign_id, f.link_id, f.network from decisions f
      where i.revision > 1 and f.project_id = ${projectId} and f.install_id = i.install_id
        and f.kind in ('install', 'reinstall')
      order by f.revision desc limit 1) d on true
    left join lateral (
      select f.campaign_id, f.link_id, f.network from decisions_in_force f
      where i.revision > 1 and f.project_id = ${projectId} and f.install_id = i.install_id and f.moves_credit
        and f.kind in ('reengagement', 'reattribution')
        and f.in_force_from <= ${range.to}::date::timestamp at time zone ${context.timezone}
      order by f.in_force_from desc, f.revision desc limit 1) m on true`,
};

/** It is known by day: all of it, whatever the time. */
const spend: Arm = {
  counters: ['spend'],
  rows: ({ projectId, range }) => sql`
    select null::timestamptz as at, ${counter('spend')}, s.campaign_id, s.link_id,
      coalesce(c.network, 'NONE') as network, '' as country, '' as platform, '' as event_name, s.currency, 1 as count,
      s.amount
    from spend_days s left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id
    where s.project_id = ${projectId} and s.local_date = ${range.to}::date and s.counted`,
};

const ARMS: readonly Arm[] = [
  touches('clicks', 't.clicked_at'),
  uniqueClicks,
  touches('impressions', 't.viewed_at'),
  installs,
  returns,
  { counters: ['events'], rows: eventRows({ metric: sql`'events'`, isMeant: isEvent, values: named }) },
  {
    counters: ['first_events'],
    rows: eventRows({
      metric: sql`'first_events'`,
      isMeant: isEvent,
      join: firstOf(sql`'i:' || e.install_id`, name),
      values: named,
    }),
  },
  {
    counters: ['signups'],
    rows: eventRows({
      metric: sql`'signups'`,
      isMeant: sql`e.kind = 'signup'`,
      join: firstOf(sql`'u:' || e.user_id`, sql`e.name`),
    }),
  },
  {
    counters: ['payments', 'refunds'],
    rows: eventRows({
      metric: sql`e.kind || 's'`,
      isMeant: sql`e.kind in ('payment', 'refund')`,
      values: sql`'' as event_name, e.currency, 1 as count, e.amount`,
    }),
  },
  {
    counters: ['visits', 'page_views', 'screen_views'],
    rows: eventRows({ metric: sql.raw(visitCounter('e.kind')), isMeant: sql.raw(isOfVisit('e.kind')) }),
  },
  {
    counters: ['bounced_visits'],
    rows: eventRows({
      metric: sql`'bounced_visits'`,
      isMeant: sql`e.kind = 'session_start' and v.page_views = 1`,
      join: (projectId) => sql`join visits v on v.project_id = ${projectId} and v.install_id = e.install_id
        and v.session_id = e.session_id and v.start_event_id = e.id`,
    }),
  },
  active,
  spend,
];

/**
 * Counters of one day, or of its first hours, from raw rows, in the columns of the daily rollups and with the hour:
 * rollups know whole days only. Of no counters there are no rows.
 */
function partOfDayRows(part: PartOfDay): RawBuilder<unknown> {
  const { projectId, context, range, counters } = part;
  const arms = ARMS.filter((arm) => arm.counters.some((one) => counters.includes(one)));
  const rows = arms.length > 0 ? arms.map((arm) => arm.rows(part)) : [spend.rows(part)];
  // PostgreSQL reads them once where several counters are made of them, and by the index of one where that is all.
  return sql`(
    with ${EVENTS_OF_DAY} as (${eventsOfDay(part)})
    select ${projectId}::uuid as project_id, ${range.to}::date as local_date,
      extract(hour from p.at at time zone ${context.timezone})::int as hour, p.metric, p.campaign_id, p.link_id,
      p.network, p.country, p.platform, p.event_name, p.currency, p.count, p.amount
    from (${sql.join(rows, sql` union all `)}) p)`;
}

/** The days of a range that count as a whole; null where there is none. */
export function wholeDays({ from, to, until }: Range): Range | null {
  if (until === undefined) return { from, to };
  return from < to ? { from, to: addDays(to, -1) } : null;
}

/** The first hours of the last day, where the range ends during it. */
export function partOfDay(
  { filter, context, range, partOfDay: read }: ReportQuery,
  counters: readonly string[],
): Sql | null {
  if (range.until === undefined || read) return read ?? null;
  return partOfDayRows({
    projectId: filter.projectId,
    context,
    range: { ...range, from: range.to },
    counters,
  });
}
