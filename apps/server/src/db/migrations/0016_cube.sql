-- One cube instead of seven tables: sums of rollup_days and rollup_cohorts with fewer dimensions, or by week. A row
-- belongs to one grain (rollups/grains.ts); dimensions that its grain does not have are empty. Money is in the currency
-- of the project at the rate of its day; what has no rate keeps a row of its own under its currency.

create table rollup_cube (
  project_id uuid not null,
  grain text not null,
  event_name text not null,
  -- The day, or the Monday of the week.
  period date not null,
  campaign_id uuid not null,
  link_id uuid not null,
  network text not null,
  country text not null,
  platform text not null,
  currency text not null,
  clicks bigint not null,
  unique_clicks bigint not null,
  impressions bigint not null,
  installs bigint not null,
  reinstalls bigint not null,
  reengagements bigint not null,
  reattributions bigint not null,
  suspicious_installs bigint not null,
  signups bigint not null,
  events bigint not null,
  first_events bigint not null,
  active bigint not null,
  payments bigint not null,
  refunds bigint not null,
  paid numeric not null,
  refunded numeric not null,
  spend numeric not null,
  -- Amounts that were converted with the rate of an earlier day, since theirs has none: of revenue, and of spend.
  old_rates bigint not null,
  old_spend_rates bigint not null,
  primary key (project_id, grain, event_name, period, campaign_id, link_id, network, country, platform, currency)
) with (fillfactor = 80);
create index rollup_cube_campaign on rollup_cube (project_id, campaign_id, grain, period);

create table rollup_cohort_cube (
  project_id uuid not null,
  grain text not null,
  metric text not null,
  day_number integer not null,
  -- The day of the install, or the Monday of its week.
  period date not null,
  campaign_id uuid not null,
  link_id uuid not null,
  network text not null,
  country text not null,
  platform text not null,
  currency text not null,
  count bigint not null,
  amount numeric not null,
  old_rates bigint not null,
  primary key (project_id, grain, metric, day_number, period, campaign_id, link_id, network, country, platform, currency)
) with (fillfactor = 80);
-- A few campaigns over many days after the install; the primary key is for one such day of many campaigns.
create index rollup_cohort_cube_campaign on rollup_cohort_cube (project_id, campaign_id, grain, period);

-- Currencies that a project was paid in or spends in: a change of their rates concerns it.
create table rollup_currencies (
  project_id uuid not null,
  currency text not null,
  primary key (project_id, currency)
);

-- Projects whose cube has to be folded again from a day on, since rates or the project's currency changed. Until that
-- is done reports read the daily rollups.
create table cube_refolds (
  project_id uuid primary key references projects (project_id) on delete cascade,
  from_date date not null,
  -- How far it has come.
  done_until date,
  started_at timestamptz not null
);

-- Deltas that cannot be folded, since their project is gone.
create table orphan_deltas (
  like rollup_deltas,
  set_aside_at timestamptz not null,
  primary key (project_id, id)
);

-- Spend is counted as everything else is.
insert into rollup_days
select s.project_id, s.local_date, 'spend', s.campaign_id, s.link_id, coalesce(c.network, 'NONE'), '', '', '',
  s.currency, count(*), sum(s.amount)
from spend_days s left join campaigns c on c.project_id = s.project_id and c.id = s.campaign_id
group by s.project_id, s.local_date, s.campaign_id, s.link_id, coalesce(c.network, 'NONE'), s.currency;

insert into rollup_currencies
select distinct project_id, currency from rollup_days where currency <> '';

insert into cube_refolds
select project_id, '0001-01-01', null, now() from projects;

drop table rollup_hours, rollup_day_segments, rollup_day_campaigns, rollup_week_campaigns, rollup_week_places,
  rollup_cohort_segments, rollup_cohort_campaigns, rollup_cohort_week_campaigns, spend_weeks;
