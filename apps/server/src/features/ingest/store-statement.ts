import { OTHER_NAME } from '@trailmark/core/metrics/counters';
import { bulk } from '../../db/bulk.ts';
import { countsAsEvent, isOfVisit, visitCounter } from '../../rollups/counted-name.ts';
import { appendDeltas } from '../../rollups/deltas.ts';

/** Who is credited from when on, where that has changed. */
export interface TimelinePart {
  campaign_id: string;
  link_id: string;
  network: string;
  since: Date | null;
}

/** A fact as a row of `events`, and what has to be known to count it. */
export interface FactRow {
  n: number;
  key: string | null;
  /** The key that it would have had in the minute before. */
  previous_key: string | null;
  id: string;
  occurred_at: Date;
  received_at: Date;
  install_id: string;
  kind: string;
  name: string;
  user_id: string | null;
  platform: string;
  country: string;
  campaign_id: string;
  link_id: string;
  network: string;
  amount: string | null;
  currency: string | null;
  data: unknown;
  imported: boolean;
  is_other: boolean;
  session_id: string | null;
  cohort_date: string | null;
  installed_at: Date | null;
  timeline: TimelinePart[] | null;
}

/** First what the statement reads again and again: to come to a column, PostgreSQL goes over all before it. */
export const FACTS = bulk<FactRow>({
  n: 'int',
  id: 'uuid',
  occurred_at: 'timestamptz',
  key: 'uuid',
  kind: 'text',
  install_id: 'text',
  cohort_date: 'date',
  campaign_id: 'uuid',
  link_id: 'uuid',
  network: 'text',
  country: 'text',
  platform: 'text',
  amount: 'numeric',
  currency: 'text',
  name: 'text',
  user_id: 'text',
  installed_at: 'timestamptz',
  timeline: 'json',
  is_other: 'boolean',
  previous_key: 'uuid',
  received_at: 'timestamptz',
  imported: 'boolean',
  session_id: 'text',
  data: 'jsonb',
});

/** The dimensions that a fact counts under. */
const DIMENSIONS = 'local_date, cohort_date, campaign_id, link_id, network, country, platform';

/** The columns of `events`, but for the project. */
const EVENT = `id, occurred_at, received_at, install_id, kind, name, user_id, platform, country, campaign_id, link_id,
    network, amount, currency, data, imported, is_other, session_id`;

const DAY_SECONDS = 86_400;

/** Who was credited at an instant, of a fact whose install has changed hands; joined as `c`. */
const creditedAt = (fact: string, instant: string) => `
  left join lateral (
    select campaign_id, link_id, network
    from rows from (json_to_recordset(${fact}.timeline) as (campaign_id uuid, link_id uuid, network text,
      since timestamptz)) with ordinality as part (campaign_id, link_id, network, since, n)
    where part.n = 1 or since <= ${instant}
    order by part.n desc limit 1) c on true`;

const CREDIT =
  'coalesce(c.campaign_id, a.campaign_id), coalesce(c.link_id, a.link_id), coalesce(c.network, a.network)';

/**
 * Stores facts of a project and what they add to the rollups, in one statement: one way to the database and back, and
 * what a group brings is read once. $1: the project, $2: the time, then the facts. Returns the numbers of those that
 * were stored before, and the firsts that are not the first any more.
 *
 * Keys come in order, so that two processes cannot wait for each other in a ring. The installs of the facts are
 * locked by now, so that nobody else changes their days and firsts. Local time is by the rules of PostgreSQL
 * alone. The first time ever is the earliest time, not the first to arrive: a late one moves the count. A day
 * belongs to the campaign that was credited when it began, whatever event of it arrives first; so do the 24 hours after the
 * install that some projects count in. A refund is not activity: the person need not be there.
 */
export const STORE_FACTS = `
with input as materialized (
  select (r.occurred_at at time zone z.timezone)::date as local_date, coalesce(s.day_kind = '24h', false) as is_24h,
    case when r.is_other then '${OTHER_NAME}' else r.name end as counted_name, r.*, z.timezone
  from ${FACTS.table(3)}
  cross join projects z
  left join project_settings s on s.project_id = $1::uuid
  where z.project_id = $1::uuid
), keys as (
  insert into event_keys (project_id, key, seen_at)
  select $1::uuid, i.key, $2::timestamptz from input i
  where i.key is not null and (i.previous_key is null or not coalesce((select e.seen_at from event_keys e
    where e.project_id = $1::uuid and e.key = i.previous_key) > i.received_at - interval '1 minute', false))
  order by i.key
  on conflict do nothing
  returning key
), fresh as materialized (
  select * from input where key is null or key in (select key from keys)
), stored as (
  insert into events (project_id, ${EVENT}) select $1::uuid, ${EVENT} from fresh
), active as materialized (
  select distinct on (local_date, install_id) ${DIMENSIONS}, install_id, timezone, timeline
  from fresh where kind <> 'refund' order by local_date, install_id
), days as (
  insert into person_days (project_id, local_date, install_id)
  select $1::uuid, local_date, install_id from active order by local_date, install_id
  on conflict do nothing
  returning local_date, install_id
), alive as materialized (
  select distinct on (install_id, block) * from (
    select *, greatest(floor(extract(epoch from occurred_at - installed_at) / ${DAY_SECONDS}), 0)::int as block
    from fresh where is_24h and installed_at is not null and kind <> 'refund') f
  order by install_id, block
), blocks as (
  insert into person_blocks (project_id, install_id, block)
  select $1::uuid, install_id, block from alive order by install_id, block
  on conflict do nothing
  returning install_id, block
), subjects as materialized (
  select distinct on (subject, name) subject, name, id, occurred_at
  from (
    select 'i:' || install_id as subject, counted_name as name, id, occurred_at, n from fresh
    where ${countsAsEvent('kind')}
    union all
    select 'u:' || user_id, name, id, occurred_at, n from fresh
    where kind = 'signup' and user_id is not null) s
  order by subject, name, occurred_at, n
), earlier as materialized (
  select s.*, f.event_id as old_id, f.first_at as old_at
  from subjects s left join lateral (select * from event_firsts f
    where f.project_id = $1::uuid and f.subject = s.subject and f.name = s.name limit 1) f on true
  where f.first_at is null or s.occurred_at < f.first_at
), firsts as (
  insert into event_firsts (project_id, subject, name, event_id, first_at)
  select $1::uuid, subject, name, id, occurred_at from earlier order by subject, name
  on conflict (project_id, subject, name) do update set event_id = excluded.event_id, first_at = excluded.first_at
    where excluded.first_at < event_firsts.first_at
  returning subject, event_id
), counted as (
  select ${DIMENSIONS}, null::int as day_number, 'events' as metric, counted_name as event_name, '' as currency, 0 as amount
  from fresh
  where ${countsAsEvent('kind')}
  union all
  select ${DIMENSIONS}, null, ${visitCounter('kind')}, '', '', 0 from fresh where ${isOfVisit('kind')}
  union all
  select ${DIMENSIONS}, null, case kind when 'refund' then 'refunds' else 'payments' end, '', currency, amount from fresh
  where amount is not null and currency is not null
  union all
  select ${DIMENSIONS}, null, metric, case metric when 'signups' then '' else counted_name end, '', 0
  from fresh
  join (select event_id as id, case left(subject, 1) when 'u' then 'signups' else 'first_events' end as metric
    from firsts) f using (id)
  union all
  select local_date, cohort_date, ${CREDIT}, country, platform, null, 'active', '', '', 0
  from days join active a using (local_date, install_id)
  ${creditedAt('a', 'a.local_date::timestamp at time zone a.timezone')}
  union all
  select cohort_date, cohort_date, ${CREDIT}, country, platform, block, 'active_24h', '', '', 0
  from blocks join alive a using (install_id, block)
  ${creditedAt('a', `a.installed_at + a.block * interval '24 hours'`)}
), deltas as (${appendDeltas(`
  select ${DIMENSIONS}, day_number, metric, event_name, currency, count(*) as count, sum(amount) as amount
  from counted group by ${DIMENSIONS}, day_number, metric, event_name, currency`)}
)
select n, null as subject, null as name, null::uuid as event_id, null::timestamptz as first_at
from input where key is not null and key not in (select key from keys)
union all
select null, subject, name, old_id, old_at from earlier where old_id is not null`;
