-- What a group of requests adds to the rollups is one row with an array: a row for each delta, with a key of its own,
-- costs several times as much to write and to delete.

create type rollup_delta as (
  local_date date,
  cohort_date date,
  campaign_id uuid,
  link_id uuid,
  network text,
  country text,
  platform text,
  metric text,
  event_name text,
  currency text,
  day_number integer,
  count bigint,
  amount numeric
);

-- A click that is not counted yet. Whether it is the first of its device on that day is found when it is folded.
create type uncounted_click as (
  id uuid,
  local_date date,
  campaign_id uuid,
  link_id uuid,
  network text,
  country text,
  platform text,
  device_key uuid
);

create table rollup_delta_groups (
  project_id uuid not null,
  -- In the order of time: random ones would write a page of the index for almost every group.
  id uuid not null,
  -- How many entries both arrays have.
  size integer not null,
  deltas rollup_delta[] not null default '{}',
  clicks uncounted_click[] not null default '{}',
  primary key (project_id, id)
);
-- They are read once or twice: compressing them would cost more than it saves.
alter table rollup_delta_groups alter column deltas set storage external, alter column clicks set storage external;

insert into rollup_delta_groups (project_id, id, size, deltas)
select project_id, gen_random_uuid(), count(*),
  array_agg(row(local_date, cohort_date, campaign_id, link_id, network, country, platform, metric, event_name, currency,
    day_number, count, amount)::rollup_delta)
from (select *, row_number() over (partition by project_id) / 1000 as part from rollup_deltas) d
group by project_id, part;
drop table rollup_deltas;

-- Groups that cannot be folded, since their project is gone.
alter table orphan_deltas rename to old_orphan_deltas;
create table orphan_deltas (
  project_id uuid not null,
  id uuid not null,
  size integer not null,
  deltas rollup_delta[] not null,
  clicks uncounted_click[] not null,
  set_aside_at timestamptz not null,
  primary key (project_id, id)
);
insert into orphan_deltas
select project_id, gen_random_uuid(), count(*),
  array_agg(row(local_date, cohort_date, campaign_id, link_id, network, country, platform, metric, event_name, currency,
    day_number, count, amount)::rollup_delta), '{}', max(set_aside_at)
from old_orphan_deltas group by project_id;
drop table old_orphan_deltas;

-- Devices that clicked a link on a day for the first time, by clicks that are not counted yet.
create view uncounted_click_days as
select project_id, local_date, link_id, device_key, campaign_id, network, country, platform
from (
  select distinct on (g.project_id, c.local_date, c.link_id, c.device_key) g.project_id, c.*
  from rollup_delta_groups g cross join lateral unnest(g.clicks) c
  order by g.project_id, c.local_date, c.link_id, c.device_key, c.id) c
where not exists (
  select from click_days d
  where d.project_id = c.project_id and d.local_date = c.local_date and d.link_id = c.link_id
    and d.device_key = c.device_key);

-- All that waits to be folded, a row for each delta.
create view rollup_deltas as
select g.project_id, d.* from rollup_delta_groups g cross join lateral unnest(g.deltas) d
union all
select g.project_id, c.local_date, null, c.campaign_id, c.link_id, c.network, c.country, c.platform, 'clicks', '', '',
  null, 1, 0
from rollup_delta_groups g cross join lateral unnest(g.clicks) c
union all
select project_id, local_date, null, campaign_id, link_id, network, country, platform, 'unique_clicks', '', '',
  null, 1, 0
from uncounted_click_days;

-- There are more grains: the cubes are folded again.
insert into cube_refolds (project_id, from_date, done_until, started_at)
select project_id, '0001-01-01', null, now() from projects
on conflict (project_id) do update set from_date = excluded.from_date, done_until = null;
