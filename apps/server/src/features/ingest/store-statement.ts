import { OTHER_NAME } from '@trailmark/core/metrics/counters';

/** Where in the rollups a fact counts. */
const PLACE =
  'project_id, local_date, local_hour, cohort_date, campaign_id, link_id, network, country, platform';

const DAY_SECONDS = 86_400;

/** Who was credited at an instant, of a fact whose install has changed hands; joined as `c`. */
const creditedAt = (fact: string, instant: string) => `
  left join lateral (
    select campaign_id, link_id, network
    from rows from (json_to_recordset(${fact}.timeline) as (c uuid, l uuid, m text, f timestamptz)) with ordinality
      as part (campaign_id, link_id, network, since, place)
    where place = 1 or since <= ${instant}
    order by place desc limit 1) c on true`;

const CREDIT =
  'coalesce(c.campaign_id, a.campaign_id), coalesce(c.link_id, a.link_id), coalesce(c.network, a.network)';

/**
 * Stores facts and what they add to the rollups, in one statement: one way to the database and back, and what a
 * group brings is read once. $1: the facts, $2: the time. Gives the places in the group of those that were told
 * before, and the firsts that are not the first any more.
 *
 * Keys come in order, so that two processes cannot wait for each other in a ring. The installs of the facts are
 * locked by now, so that nobody else changes their days and firsts. Local time is by the rules of PostgreSQL
 * alone. The first time ever is the earliest time, not the first to arrive: a late one moves the count. A day
 * belongs to whoever was credited when it began, whatever event of it arrives first; so do the 24 hours after the
 * install that some projects count in. A refund is not activity: the person need not be there.
 */
export const STORE_FACTS = `
with input (n, key, project_id, id, occurred_at, received_at, install_id, kind, name, user_id, platform, country,
  campaign_id, link_id, network, amount, currency, data, imported, cohort_date, timeline, installed_at, is_other, previous_key,
  local_date, local_hour, timezone, is_24h, counted_name) as materialized (
  select r.*, (r.c at time zone z.timezone)::date, extract(hour from r.c at time zone z.timezone)::int, z.timezone,
    coalesce(s.day_kind = '24h', false), case when r.x then '${OTHER_NAME}' else r.g end
  from json_to_recordset($1::json) as r (n int, k uuid, a uuid, b uuid, c timestamptz, d timestamptz, e text,
    f text, g text, h text, i text, j text, l uuid, m uuid, o text, p numeric, q text, s jsonb, t boolean, u date,
    v json, w timestamptz, x boolean, y uuid)
  join projects z on z.project_id = r.a
  left join project_settings s on s.project_id = r.a
), keys as (
  insert into event_keys (project_id, key, seen_at)
  select i.project_id, i.key, $2::timestamptz from input i
  where i.key is not null and not coalesce((select e.seen_at from event_keys e
    where e.project_id = i.project_id and e.key = i.previous_key) > i.received_at - interval '1 minute', false)
  order by i.project_id, i.key
  on conflict do nothing
  returning project_id, key
), fresh as materialized (
  select * from input where key is null or (project_id, key) in (select project_id, key from keys)
), stored as (
  insert into events (project_id, id, occurred_at, received_at, install_id, kind, name, user_id, platform,
    country, campaign_id, link_id, network, amount, currency, data, imported, is_other)
  select project_id, id, occurred_at, received_at, install_id, kind, name, user_id, platform,
    country, campaign_id, link_id, network, amount, currency, data, coalesce(imported, false),
    coalesce(is_other, false)
  from fresh
), active as materialized (
  select distinct on (project_id, local_date, install_id) * from fresh where kind <> 'refund'
  order by project_id, local_date, install_id
), days as (
  insert into person_days (project_id, local_date, install_id)
  select project_id, local_date, install_id from active order by project_id, local_date, install_id
  on conflict do nothing
  returning project_id, local_date, install_id
), alive as materialized (
  select distinct on (project_id, install_id, block) * from (
    select *, greatest(floor(extract(epoch from occurred_at - installed_at) / ${DAY_SECONDS}), 0)::int as block
    from fresh where is_24h and installed_at is not null and kind <> 'refund') f
  order by project_id, install_id, block
), blocks as (
  insert into person_blocks (project_id, install_id, block)
  select project_id, install_id, block from alive order by project_id, install_id, block
  on conflict do nothing
  returning project_id, install_id, block
), subjects as materialized (
  select distinct on (project_id, subject, name) project_id, subject, name, id, occurred_at
  from (
    select project_id, 'i:' || install_id as subject, counted_name as name, id, occurred_at, n from fresh where kind <> 'open'
    union all
    select project_id, 'u:' || user_id, name, id, occurred_at, n from fresh
    where kind = 'signup' and user_id is not null) s
  order by project_id, subject, name, occurred_at, n
), earlier as materialized (
  select s.*, f.event_id as old_id, f.first_at as old_at
  from subjects s left join lateral (select * from event_firsts f
    where f.project_id = s.project_id and f.subject = s.subject and f.name = s.name limit 1) f on true
  where f.first_at is null or s.occurred_at < f.first_at
), firsts as (
  insert into event_firsts (project_id, subject, name, event_id, first_at)
  select project_id, subject, name, id, occurred_at from earlier order by project_id, subject, name
  on conflict (project_id, subject, name) do update set event_id = excluded.event_id, first_at = excluded.first_at
    where excluded.first_at < event_firsts.first_at
  returning project_id, subject, name, event_id
), counted as (
  select ${PLACE}, null::int as day_number, 'events' as metric, counted_name as event_name, '' as currency, 0 as amount
  from fresh
  where kind <> 'open'
  union all
  select ${PLACE}, null, case kind when 'refund' then 'refunds' else 'payments' end, '', currency, amount from fresh
  where amount is not null and currency is not null
  union all
  select ${PLACE}, null, metric, case metric when 'signups' then '' else counted_name end, '', 0
  from fresh
  join (select event_id as id, case left(subject, 1) when 'u' then 'signups' else 'first_events' end as metric
    from firsts) f using (id)
  union all
  select project_id, local_date, 0, cohort_date, ${CREDIT}, country, platform, null, 'active', '', '', 0
  from days join active a using (project_id, local_date, install_id)
  ${creditedAt('a', 'a.local_date::timestamp at time zone a.timezone')}
  union all
  select project_id, cohort_date, 0, cohort_date, ${CREDIT}, country, platform, block, 'active_24h', '', '', 0
  from blocks join alive a using (project_id, install_id, block)
  ${creditedAt('a', `a.installed_at + a.block * interval '24 hours'`)}
), deltas as (
  insert into rollup_deltas (id, ${PLACE}, day_number, metric, event_name, currency, count, amount)
  select gen_random_uuid(), ${PLACE}, day_number, metric, event_name, currency, count(*), sum(amount)
  from counted group by ${PLACE}, day_number, metric, event_name, currency
)
select n, null::uuid as project_id, null as subject, null as name, null::uuid as event_id,
  null::timestamptz as first_at
from input where key is not null and (project_id, key) not in (select project_id, key from keys)
union all
select null, project_id, subject, name, old_id, old_at from earlier where old_id is not null`;
