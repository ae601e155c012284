-- Limits on what clients make up. Names of events that reports keep apart, for each project; what a project has
-- counted so far keeps its name.
create table event_names (
  project_id uuid not null,
  name text not null,
  admitted_at timestamptz not null,
  primary key (project_id, name)
);
insert into event_names (project_id, name, admitted_at)
select project_id, event_name, now()
from (select project_id, event_name from rollup_week_campaigns
  union
  select project_id, event_name from rollup_deltas) n
where event_name not in ('', '(other)') and event_name not like '$%';

-- Stored under its own name and counted as "(other)".
alter table events add column is_other boolean not null default false;

-- Which limits a project has reached lately, and with what.
create table limit_hits (
  project_id uuid not null,
  kind text not null check (kind in ('event_names', 'property_keys', 'integration_keys')),
  beyond bigint not null,
  example text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (project_id, kind)
);
