import type { RowKind } from '@trailmark/contract/metric';
import { eventOfMetric, metricOf } from '@trailmark/contract/metrics';
import { ORGANIC } from '@trailmark/contract/networks';
import { type RawBuilder, sql } from 'kysely';
import type { Context, Range } from '../../report/context.ts';
import { onLocalDays } from '../../report/local-days.ts';
import { countedName, countsAsEvent } from '../../rollups/counted-name.ts';
import { allClickDays } from '../../rollups/unfolded.ts';

type OnDays = ReturnType<typeof onLocalDays>;

/** The raw rows of a metric, in the same columns whatever they are, and how the metric is counted from them. */
export interface Source {
  kind: RowKind;
  /** Rows of local days of a project. */
  select(projectId: string, context: Context, range: Range): RawBuilder<unknown>;
  count: 'rows' | 'installs' | 'money';
}

const nothing = sql`null::text as install_id, null::text as user_id`;
const noMoney = sql`null::numeric as amount, '' as currency`;

function touchRows(table: 'clicks' | 'impressions'): Source['select'] {
  const [at, kind] = table === 'clicks' ? ['t.clicked_at', 'click'] : ['t.viewed_at', 'view'];
  const more =
    table === 'clicks'
      ? sql`'outcome', t.outcome, 'model', t.model, 'os_version', t.os_version, 'language', t.language,
        'click_ids', t.click_ids,`
      : sql``;
  return (projectId, context, range) => {
    const { local, isInRange } = onLocalDays(sql.ref(at), context, range);
    return sql`
      select t.id::text as id, ${sql.ref(at)} as at, ${local} as local_date, ${sql.lit(kind)} as kind, t.campaign_id,
        t.link_id, t.network, t.country, t.platform, ${nothing}, ${noMoney},
        jsonb_build_object(${more} 'params', t.params, 'user_agent', t.user_agent, 'imported', t.imported) as more
      from ${sql.table(table)} t
      where t.project_id = ${projectId} and ${isInRange}`;
  };
}

/** One row for each pair of link and device on a day, at the beginning of the day. */
const pairRows: Source['select'] = (projectId, { timezone }, { from, to }) => sql`
  select concat_ws(' ', u.local_date, u.link_id, u.device_key) as id,
    u.local_date::timestamp at time zone ${timezone} as at, u.local_date, 'device' as kind, u.campaign_id, u.link_id,
    u.network, u.country, u.platform, ${nothing}, ${noMoney}, jsonb_build_object('device_key', u.device_key) as more
  from ${allClickDays(projectId)} u
  where u.local_date between ${from}::date and ${to}::date`;

const decided = sql`
  d.campaign_id, d.link_id, d.network, i.country, i.platform, i.install_id, i.user_id, ${noMoney},
  jsonb_build_object('match_type', d.match_type, 'verdict', d.verdict, 'reasons', to_jsonb(d.reasons), 'touched_at',
    d.touched_at, 'because', d.because, 'revision', d.revision, 'model', i.model, 'os_version', i.os_version,
    'app_version', i.app_version) as more, d.verdict`;

/** First opens, under whom the decision that holds about them credits. */
export function installRows(projectId: string, { local, isInRange }: OnDays): RawBuilder<unknown> {
  return sql`
    select i.install_id as id, i.installed_at as at, ${local} as local_date, d.kind, ${decided}
    from installs i
    cross join lateral (
      select * from decisions f
      where f.project_id = ${projectId} and f.install_id = i.install_id and f.kind in ('install', 'reinstall')
      order by f.revision desc limit 1) d
    where i.project_id = ${projectId} and ${isInRange}`;
}

const installsWhere =
  (condition: RawBuilder<unknown>): Source['select'] =>
  (projectId, context, range) => {
    const onDays = onLocalDays(sql.ref('i.installed_at'), context, range);
    return sql`select * from (${installRows(projectId, onDays)}) n where ${condition}`;
  };

/** Returns later on. Nothing is decided before it is in force, which the index helps with. */
const returnRows =
  (kind: 'reengagement' | 'reattribution'): Source['select'] =>
  (projectId, context, range) => {
    const { local, isInRange } = onLocalDays(sql.ref('d.in_force_from'), context, range);
    return sql`
      select d.install_id || ' ' || d.revision as id, d.in_force_from as at, ${local} as local_date, d.kind, ${decided}
      from decisions_in_force d
      join installs i on i.project_id = d.project_id and i.install_id = d.install_id
      where d.project_id = ${projectId} and d.kind = ${kind} and ${isInRange}
        and d.decided_at >= (${range.from}::date::timestamp at time zone ${context.timezone}) - interval '3 hours'`;
  };

const name = sql.raw(countedName('e'));

/** Joins to an event that is the first of its name, of its install or of its user. */
const firstOf = (subject: 'install' | 'user') => {
  const key = subject === 'install' ? sql`'i:' || e.install_id` : sql`'u:' || e.user_id`;
  return sql`
    join event_firsts f on f.project_id = e.project_id and f.subject = ${key} and f.name = ${name}
      and f.event_id = e.id`;
};

const eventsWhere =
  (condition: RawBuilder<unknown>, first?: 'install' | 'user'): Source['select'] =>
  (projectId, context, range) => {
    const { local, isInRange } = onLocalDays(sql.ref('e.occurred_at'), context, range);
    return sql`
      select e.id::text as id, e.occurred_at as at, ${local} as local_date, e.kind, e.campaign_id, e.link_id, e.network,
        e.country, e.platform, e.install_id, e.user_id, e.amount, coalesce(e.currency, '') as currency,
        jsonb_build_object('name', e.name, 'received_at', e.received_at, 'data', e.data, 'imported', e.imported) as more
      from events e ${first ? firstOf(first) : sql``}
      where e.project_id = ${projectId} and ${isInRange} and ${condition}`;
  };

/** Spend is listed at the beginning of its day, under the network that its campaign has now. */
const spendRows: Source['select'] = (projectId, { timezone }, { from, to }) => sql`
  select concat_ws(' ', s.local_date, s.campaign_id, s.link_id, s.source, s.currency) as id,
    s.local_date::timestamp at time zone ${timezone} as at, s.local_date, 'spend' as kind, s.campaign_id, s.link_id,
    coalesce(c.network, 'NONE') as network, '' as country, '' as platform, ${nothing}, s.amount, s.currency,
    jsonb_build_object('source', s.source) as more
  from spend_days s
  left join campaigns c on c.project_id = s.project_id and c.id = s.campaign_id
  where s.project_id = ${projectId} and s.local_date between ${from}::date and ${to}::date and s.counted`;

const payments = sql`e.kind = 'payment'`;
const revenue = sql`e.kind in ('payment', 'refund')`;
const isEvent = sql.raw(countsAsEvent('e.kind'));
const signups = sql`e.kind = 'signup'`;
/** Begins a visit with exactly one page view. */
const bounced = (projectId: string) => sql`e.kind = 'session_start' and exists (
  select from visits v where v.project_id = ${projectId} and v.install_id = e.install_id
    and v.session_id = e.session_id and v.start_event_id = e.id and v.page_views = 1)`;
const isCredited = (alias: 'n' | 'e') => sql`${sql.ref(`${alias}.network`)} <> ${ORGANIC}`;
/** Whether the campaign of an install is marked as owned media now. */
const isOwned = (projectId: string) => sql`exists (
  select from campaigns o where o.project_id = ${projectId} and o.id = n.campaign_id and o.owned_media)`;

/** Installs that are credited to campaigns which are owned media, or to others. */
const creditedInstalls =
  (isOwnedMedia: boolean): Source['select'] =>
  (projectId, context, range) =>
    installsWhere(sql`n.kind = 'install' and ${isCredited('n')}
      and ${isOwned(projectId)} = ${isOwnedMedia}`)(projectId, context, range);

const SELECTS: Record<string, Source['select']> = {
  clicks: touchRows('clicks'),
  unique_clicks: pairRows,
  impressions: touchRows('impressions'),
  installs: installsWhere(sql`n.kind = 'install'`),
  attributed_installs: installsWhere(sql`n.kind = 'install' and ${isCredited('n')}`),
  paid_installs: creditedInstalls(false),
  owned_installs: creditedInstalls(true),
  organic_installs: installsWhere(sql`n.kind = 'install' and n.network = ${ORGANIC}`),
  all_installs: installsWhere(sql`true`),
  reinstalls: installsWhere(sql`n.kind = 'reinstall'`),
  suspicious_installs: installsWhere(sql`n.verdict <> 'clean'`),
  reengagements: returnRows('reengagement'),
  reattributions: returnRows('reattribution'),
  visits: eventsWhere(sql`e.kind = 'session_start'`),
  page_views: eventsWhere(sql`e.kind = 'page_view'`),
  screen_views: eventsWhere(sql`e.kind = 'screen_view'`),
  bounced_visits: (projectId, ...rest) => eventsWhere(bounced(projectId))(projectId, ...rest),
  signups: eventsWhere(signups, 'user'),
  attributed_signups: eventsWhere(sql`${signups} and ${isCredited('e')}`, 'user'),
  events: eventsWhere(isEvent),
  payments: eventsWhere(payments),
  payers: eventsWhere(payments),
  revenue: eventsWhere(revenue),
  attributed_revenue: eventsWhere(sql`${revenue} and ${isCredited('e')}`),
  refunds: eventsWhere(sql`e.kind = 'refund'`),
  spend: spendRows,
};

function selectOf(metric: string): Source['select'] | null {
  if (Object.hasOwn(SELECTS, metric)) return SELECTS[metric] ?? null;
  const event = eventOfMetric(metric);
  if (!event) return null;
  const isMeant = event.kind === 'event_attributed' ? isCredited('e') : sql`true`;
  const isNamed = sql`${name} = ${event.name} and ${isEvent} and ${isMeant}`;
  return eventsWhere(isNamed, event.kind === 'event_unique' ? 'install' : undefined);
}

/** The rows behind a metric; null for one that is divided from others, which have rows of their own. */
export function sourceOf(metric: string): Source | null {
  const definition = metricOf(metric);
  const select = definition?.rows && selectOf(metric);
  if (!definition?.rows || !select) return null;
  const count = definition.unit === 'money' ? 'money' : metric === 'payers' ? 'installs' : 'rows';
  return { kind: definition.rows, select, count };
}
