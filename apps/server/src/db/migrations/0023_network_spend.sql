-- Of the sources that say what a campaign cost on a day, one counts.
alter table spend_days add column counted boolean not null default true;
alter table campaigns add column spend_source text not null default 'network'
  check (spend_source in ('network', 'file'));

-- Campaigns, ad sets and ads as a network names them, and whose of ours they are. An upper level has '' below it.
create table network_ads (
  project_id uuid not null,
  kind text not null,
  ad_account_id text not null,
  network_campaign_id text not null,
  network_ad_set_id text not null,
  network_ad_id text not null,
  name text not null,
  -- null: what it costs belongs to no campaign of ours yet.
  campaign_id uuid,
  link_id uuid,
  matched_by text check (matched_by in ('hand', 'click', 'name')),
  ignored boolean not null default false,
  first_seen_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, kind, ad_account_id, network_campaign_id, network_ad_set_id, network_ad_id)
);

-- What an ad cost and did on a day of its account's time zone, as the network said last.
create table network_ad_days (
  project_id uuid not null,
  kind text not null,
  ad_account_id text not null,
  day date not null,
  network_campaign_id text not null,
  network_ad_set_id text not null,
  network_ad_id text not null,
  currency text not null,
  spend numeric not null,
  impressions bigint not null,
  clicks bigint not null,
  -- Installs that the network claims for itself.
  installs numeric not null,
  updated_at timestamptz not null,
  primary key (project_id, kind, ad_account_id, day, network_campaign_id, network_ad_set_id, network_ad_id)
);

-- When an account was asked for its costs, and when it is asked again.
create table network_imports (
  project_id uuid not null,
  kind text not null,
  ad_account_id text not null,
  state text not null check (state in ('waiting', 'running', 'failed', 'stopped')),
  -- Of what is running or ran last; days before reached_day are done.
  from_day date,
  to_day date,
  reached_day date,
  by_hand boolean not null default false,
  changed_rows bigint not null default 0,
  reason text,
  started_at timestamptz,
  ended_at timestamptz,
  -- The last time that went well, and the last time that reached over all days that a network still changes.
  pulled_at timestamptz,
  trailing_at timestamptz,
  next_at timestamptz not null,
  primary key (project_id, kind, ad_account_id)
);

-- When a day was last asked for: what came later, the network's number cannot hold.
create table network_import_days (
  project_id uuid not null,
  kind text not null,
  ad_account_id text not null,
  day date not null,
  pulled_at timestamptz not null,
  primary key (project_id, kind, ad_account_id, day)
);
