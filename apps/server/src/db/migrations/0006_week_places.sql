-- One campaign over many days by link, country and platform: whole weeks are read as one row each. The date is the
-- Monday. Single events are not told apart, so the name is always empty.

create table rollup_week_places (
  project_id uuid not null,
  event_name text not null,
  local_date date not null,
  campaign_id uuid not null,
  link_id uuid not null,
  network text not null,
  country text not null,
  platform text not null,
  currency text not null,
  impressions bigint not null,
  clicks bigint not null,
  unique_clicks bigint not null,
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
  primary key (project_id, event_name, local_date, campaign_id, link_id, network, country, platform, currency)
) with (fillfactor = 80);

insert into rollup_week_places
select project_id, '', local_date - (extract(isodow from local_date)::int - 1), campaign_id, link_id, network, country,
  platform, currency,
  coalesce(sum(count) filter (where metric = 'impressions'), 0),
  coalesce(sum(count) filter (where metric = 'clicks'), 0),
  coalesce(sum(count) filter (where metric = 'unique_clicks'), 0),
  coalesce(sum(count) filter (where metric = 'installs'), 0),
  coalesce(sum(count) filter (where metric = 'reinstalls'), 0),
  coalesce(sum(count) filter (where metric = 'reengagements'), 0),
  coalesce(sum(count) filter (where metric = 'reattributions'), 0),
  coalesce(sum(count) filter (where metric = 'suspicious_installs'), 0),
  coalesce(sum(count) filter (where metric = 'signups'), 0),
  coalesce(sum(count) filter (where metric = 'events'), 0),
  coalesce(sum(count) filter (where metric = 'first_events'), 0),
  coalesce(sum(count) filter (where metric = 'active'), 0),
  coalesce(sum(count) filter (where metric = 'payments'), 0),
  coalesce(sum(count) filter (where metric = 'refunds'), 0),
  coalesce(sum(amount) filter (where metric = 'payments'), 0),
  coalesce(sum(amount) filter (where metric = 'refunds'), 0)
from rollup_days
where event_name = '' or metric = 'events'
group by 1, 3, 4, 5, 6, 7, 8, 9;
