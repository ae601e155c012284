-- What reports read and keep: levels of rollups, spend and rates, sharing, exports, live.

-- Levels: the rollups again with fewer dimensions and one column a counter, so that a report over a whole project
-- reads thousands of rows and not millions. Rows of single events have the event's name; all else stands under ''.

create table rollup_day_segments (
  project_id uuid not null,
  event_name text not null,
  local_date date not null,
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
  primary key (project_id, event_name, local_date, network, country, platform, currency)
) with (fillfactor = 80);

create table rollup_day_campaigns (
  project_id uuid not null,
  event_name text not null,
  local_date date not null,
  campaign_id uuid not null,
  network text not null,
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
  primary key (project_id, event_name, local_date, campaign_id, network, currency)
) with (fillfactor = 80);

create table rollup_cohort_segments (
  project_id uuid not null,
  metric text not null,
  day_number integer not null,
  cohort_date date not null,
  network text not null,
  country text not null,
  platform text not null,
  currency text not null,
  count bigint not null,
  amount numeric not null,
  primary key (project_id, metric, day_number, cohort_date, network, country, platform, currency)
) with (fillfactor = 80);

create table rollup_cohort_campaigns (
  project_id uuid not null,
  metric text not null,
  day_number integer not null,
  cohort_date date not null,
  campaign_id uuid not null,
  network text not null,
  currency text not null,
  count bigint not null,
  amount numeric not null,
  primary key (project_id, metric, day_number, cohort_date, campaign_id, network, currency)
) with (fillfactor = 80);

create index rollup_days_campaign on rollup_days (project_id, campaign_id, local_date);
create index rollup_cohorts_campaign on rollup_cohorts (project_id, campaign_id, cohort_date);
-- A few campaigns over many days after the install; the primary key is for one such day of many campaigns.
create index rollup_cohort_campaigns_campaign on rollup_cohort_campaigns (project_id, campaign_id, cohort_date);

-- Tables of campaigns count their links.
create index links_campaign on links (project_id, campaign_id);

-- Payers of a period are counted from the payments themselves.
create index events_money on events (project_id, occurred_at) where kind in ('payment', 'refund');

-- Day n of an install: a calendar day of the project, or the n-th 24 hours. The latter are kept only where a project
-- wants them.
alter table project_settings add column day_kind text not null default 'calendar'
  check (day_kind in ('calendar', '24h'));
create table person_blocks (
  project_id uuid not null,
  install_id text not null,
  block integer not null,
  primary key (project_id, install_id, block)
);
alter table rollup_deltas add column day_number integer;

-- Money.

create table spend_days (
  project_id uuid not null references projects (project_id) on delete cascade,
  local_date date not null,
  campaign_id uuid not null,
  link_id uuid not null,
  source text not null,
  currency text not null,
  amount numeric not null,
  updated_at timestamptz not null,
  primary key (project_id, local_date, campaign_id, link_id, source, currency)
);

-- The same for all projects: a reference table on a cluster.
create table currency_rates (
  currency text not null,
  day date not null,
  per_usd numeric not null check (per_usd > 0),
  updated_at timestamptz not null,
  primary key (currency, day)
);

-- A campaign that is shared with a guest, or with an address that is invited as one.
create table campaign_members (
  project_id uuid not null,
  campaign_id uuid not null,
  email text not null,
  access text not null check (access in ('see', 'edit')),
  shared_by uuid,
  shared_at timestamptz not null,
  primary key (project_id, campaign_id, email),
  foreign key (project_id, campaign_id) references campaigns (project_id, id) on delete cascade
);
create index campaign_members_email on campaign_members (project_id, email);

-- People: the installs of a campaign, those with a finding, and whom an address or a name begins with.
create index installs_campaign on installs (project_id, campaign_id, installed_at);
create index installs_suspicious on installs (project_id, installed_at) where verdict <> 'clean';
create index people_email on people (project_id, lower(email) text_pattern_ops) where email is not null;
create index people_name on people (project_id, lower(name) text_pattern_ops) where name is not null;

-- Raw exports; their files lie here too, so that whichever process is asked can give them out.

create table exports (
  project_id uuid not null references projects (project_id) on delete cascade,
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('clicks', 'impressions', 'installs', 'events')),
  format text not null check (format in ('csv', 'parquet')),
  from_date date not null,
  to_date date not null,
  filter jsonb not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  progress numeric not null default 0,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  problem text,
  asked_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (project_id, id)
);
create table export_chunks (
  project_id uuid not null,
  export_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (project_id, export_id, number),
  foreign key (project_id, export_id) references exports (project_id, id) on delete cascade
);

-- An address that gives something out once; found without knowing the project.
create table download_tickets (
  ticket_hash text primary key,
  project_id uuid not null references projects (project_id) on delete cascade,
  user_id uuid not null,
  what jsonb not null,
  expires_at timestamptz not null
);
create index download_tickets_project on download_tickets (project_id);

-- Who watches a project live just now; ingest tells of new rows only where somebody does.
create table live_watches (
  project_id uuid not null references projects (project_id) on delete cascade,
  watcher uuid not null,
  watched_until timestamptz not null,
  primary key (project_id, watcher)
);
