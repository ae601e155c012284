-- What is measured: links and clicks, installs and events, decisions, rollups.
-- Hot tables have no foreign keys (each would be a look-up per row) and no partitions yet: the server makes those
-- ahead of time. Where a row has no campaign or link, the columns hold the nil uuid, since they stand in keys.

alter table attribution_rules
  add column network_windows jsonb not null default '{}',
  add column plausibility jsonb not null default '{}';

create table project_settings (
  project_id uuid primary key references projects (project_id) on delete cascade,
  signing text not null default 'optional' check (signing in ('optional', 'required')),
  retention_days integer not null default 400,
  sealed_meta_referrer_key text,
  updated_at timestamptz not null
);

-- Links, campaigns, domains.

create table store_listings (
  project_id uuid not null references projects (project_id) on delete cascade,
  id uuid not null,
  name text not null,
  platform text not null check (platform in ('IOS', 'ANDROID')),
  url text not null,
  app_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);

create table campaigns (
  project_id uuid not null references projects (project_id) on delete cascade,
  id uuid not null,
  display_id text not null,
  name text not null,
  active boolean not null default true,
  network text not null check (network in ('NONE', 'META', 'GOOGLE', 'TIKTOK', 'JIO_COUPONS', 'OTHER')),
  network_name text,
  owned_media boolean not null default false,
  desktop_redirect text,
  ios_web_redirect text,
  android_web_redirect text,
  ios_store_listing_id uuid,
  android_store_listing_id uuid,
  deep_link text,
  deferred_deep_link text,
  utm jsonb not null default '{}',
  passthrough text[] not null default '{}',
  windows jsonb not null default '{}',
  windows_version integer not null default 1,
  tags text[] not null default '{}',
  expires_at timestamptz,
  archived_at timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, ios_store_listing_id) references store_listings (project_id, id),
  foreign key (project_id, android_store_listing_id) references store_listings (project_id, id)
);
create unique index campaigns_display_id on campaigns (project_id, lower(display_id));

create table links (
  project_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  slug text not null,
  name text not null,
  ad_set text,
  creative text,
  is_default boolean not null default false,
  active boolean not null default true,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, campaign_id) references campaigns (project_id, id) on delete cascade
);
create unique index links_default on links (project_id, campaign_id) where is_default;

-- Found without knowing the project: reference tables on a cluster.
create table slugs (
  slug text primary key,
  project_id uuid not null references projects (project_id) on delete cascade,
  link_id uuid not null,
  created_at timestamptz not null
);
create index slugs_project on slugs (project_id, link_id);

create table link_hosts (
  host text primary key,
  project_id uuid not null references projects (project_id) on delete cascade,
  domain_id uuid not null,
  created_at timestamptz not null
);
create index link_hosts_project on link_hosts (project_id);

create table domains (
  project_id uuid not null references projects (project_id) on delete cascade,
  id uuid not null,
  host text not null check (host = lower(host)),
  status text not null default 'not_verified' check (status in ('not_verified', 'verified', 'live')),
  txt_value text not null,
  verified_by text check (verified_by in ('cname', 'txt')),
  problem text,
  checked_at timestamptz,
  verified_at timestamptz,
  live_at timestamptz,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create unique index domains_host on domains (project_id, host);

create table verification_objects (
  project_id uuid not null references projects (project_id) on delete cascade,
  platform text not null check (platform in ('IOS', 'ANDROID')),
  object jsonb not null,
  form jsonb,
  updated_at timestamptz not null,
  primary key (project_id, platform)
);

create table sdk_credentials (
  project_id uuid not null references projects (project_id) on delete cascade,
  id uuid not null,
  key_id text not null,
  sealed_secret text not null,
  hint text not null,
  platform text not null check (platform in ('IOS', 'ANDROID')),
  active boolean not null default true,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index sdk_credentials_key on sdk_credentials (project_id, key_id);

-- Touches. A uuid of version 7 carries its time, so (id, clicked_at) is one fact and a replay is harmless.

create table clicks (
  project_id uuid not null,
  id uuid not null,
  clicked_at timestamptz not null,
  link_id uuid not null,
  campaign_id uuid not null,
  network text not null,
  platform text not null,
  country text not null,
  device_key uuid not null,
  ip inet,
  user_agent text,
  os_version text,
  model text,
  language text,
  advertising_id text,
  click_ids jsonb,
  params jsonb,
  outcome text not null,
  imported boolean not null default false,
  primary key (project_id, id, clicked_at)
) partition by range (clicked_at);
create index clicks_ip on clicks (project_id, ip, clicked_at);
create index clicks_advertising_id on clicks (project_id, advertising_id, clicked_at)
  where advertising_id is not null;

create table impressions (
  project_id uuid not null,
  id uuid not null,
  viewed_at timestamptz not null,
  link_id uuid not null,
  campaign_id uuid not null,
  network text not null,
  platform text not null,
  country text not null,
  device_key uuid not null,
  ip inet,
  user_agent text,
  advertising_id text,
  params jsonb,
  imported boolean not null default false,
  primary key (project_id, id, viewed_at)
) partition by range (viewed_at);
create index impressions_advertising_id on impressions (project_id, advertising_id, viewed_at)
  where advertising_id is not null;

-- One row for each (link, device) that clicked on a local day: unique clicks are counted from what is new here.
create table click_days (
  project_id uuid not null,
  local_date date not null,
  link_id uuid not null,
  device_key uuid not null,
  campaign_id uuid not null,
  network text not null,
  country text not null,
  platform text not null,
  primary key (project_id, local_date, link_id, device_key)
);

-- A touch that won an install is used up.
create table touch_uses (
  project_id uuid not null,
  touch_id uuid not null,
  install_id text not null,
  used_at timestamptz not null,
  primary key (project_id, touch_id)
);

-- Installs, people, decisions.

create table installs (
  project_id uuid not null,
  install_id text not null,
  platform text not null,
  country text not null,
  kind text check (kind in ('install', 'reinstall')),
  first_seen_at timestamptz not null,
  installed_at timestamptz,
  advertising_id text,
  vendor_id text,
  user_id text,
  app_version text,
  sdk_version text,
  os_version text,
  model text,
  language text,
  tracking_authorized boolean,
  push_token text,
  device_data jsonb,
  integrations jsonb,
  revision integer not null default 0,
  campaign_id uuid not null,
  link_id uuid not null,
  network text not null,
  match_type text,
  touch_id uuid,
  touched_at timestamptz,
  credited_from timestamptz,
  verdict text not null default 'clean',
  deep_link text,
  claim_pending_until timestamptz,
  imported boolean not null default false,
  updated_at timestamptz not null,
  primary key (project_id, install_id)
);
create index installs_time on installs (project_id, installed_at);
create index installs_advertising_id on installs (project_id, advertising_id) where advertising_id is not null;
create index installs_vendor_id on installs (project_id, vendor_id) where vendor_id is not null;
create index installs_user on installs (project_id, user_id) where user_id is not null;

create table decisions (
  project_id uuid not null,
  install_id text not null,
  revision integer not null,
  kind text not null check (kind in ('install', 'reinstall', 'reengagement', 'reattribution')),
  because text not null check (because in ('first_open', 'deep_link', 'claim', 'import')),
  in_force_from timestamptz not null,
  decided_at timestamptz not null,
  campaign_id uuid not null,
  link_id uuid not null,
  network text not null,
  match_type text not null,
  touch_id uuid,
  touched_at timestamptz,
  rule_version integer not null,
  verdict text not null,
  reasons text[] not null default '{}',
  receipt jsonb not null,
  primary key (project_id, install_id, revision)
);
create index decisions_time on decisions (project_id, decided_at);

create table people (
  project_id uuid not null,
  user_id text not null,
  name text,
  email text,
  phone text,
  user_created_at timestamptz,
  signed_up_at timestamptz,
  identities jsonb,
  first_seen_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, user_id)
);

-- Which installs a person has used; a person is mapped at read, so that a merge restates no count.
create table person_installs (
  project_id uuid not null,
  user_id text not null,
  install_id text not null,
  linked_at timestamptz not null,
  primary key (project_id, user_id, install_id)
);
create index person_installs_install on person_installs (project_id, install_id);

-- Events. Their identity is held apart from the time they are partitioned by.

create table event_keys (
  project_id uuid not null,
  key uuid not null,
  seen_at timestamptz not null,
  primary key (project_id, key)
);
create index event_keys_age on event_keys using brin (seen_at);

create table events (
  project_id uuid not null,
  id uuid not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  install_id text not null,
  kind text not null check (kind in ('open', 'event', 'signup', 'payment', 'refund')),
  name text not null,
  user_id text,
  platform text not null,
  country text not null,
  campaign_id uuid not null,
  link_id uuid not null,
  network text not null,
  amount numeric,
  currency text,
  data jsonb,
  imported boolean not null default false,
  primary key (project_id, id, occurred_at)
) partition by range (occurred_at);
create index events_install on events (project_id, install_id, occurred_at);

-- The first time ever that an install (or, for sign-ups, a user) did something.
create table event_firsts (
  project_id uuid not null,
  subject text not null,
  name text not null,
  event_id uuid not null,
  first_at timestamptz not null,
  primary key (project_id, subject, name)
);

create table payments (
  project_id uuid not null,
  type text not null,
  payment_id text not null,
  install_id text not null,
  user_id text,
  status text not null check (status in
    ('PAYMENT_INITIATED', 'PAYMENT_COMPLETED', 'PAYMENT_FAILED', 'PAYMENT_CANCELLED', 'PAYMENT_REFUNDED')),
  amount numeric not null,
  currency text not null,
  event_id uuid,
  occurred_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, type, payment_id)
);
create index payments_install on payments (project_id, install_id);
create index payments_user on payments (project_id, user_id) where user_id is not null;

-- The local days on which an install was active, each once.
create table person_days (
  project_id uuid not null,
  local_date date not null,
  install_id text not null,
  primary key (project_id, local_date, install_id)
);
create index person_days_install on person_days (project_id, install_id);

-- Rollups: deltas are appended by ingest and folded by the worker; a report reads folded + unfolded.

create table rollup_deltas (
  project_id uuid not null,
  id uuid not null,
  local_date date not null,
  local_hour smallint not null,
  cohort_date date,
  campaign_id uuid not null,
  link_id uuid not null,
  network text not null,
  country text not null,
  platform text not null,
  metric text not null,
  event_name text not null,
  currency text not null,
  count bigint not null,
  amount numeric not null,
  primary key (project_id, id)
);

create table rollup_days (
  project_id uuid not null,
  local_date date not null,
  metric text not null,
  campaign_id uuid not null,
  link_id uuid not null,
  network text not null,
  country text not null,
  platform text not null,
  event_name text not null,
  currency text not null,
  count bigint not null,
  amount numeric not null,
  primary key (project_id, local_date, metric, campaign_id, link_id, network, country, platform, event_name, currency)
);

create table rollup_hours (
  project_id uuid not null,
  local_date date not null,
  local_hour smallint not null,
  metric text not null,
  campaign_id uuid not null,
  link_id uuid not null,
  network text not null,
  country text not null,
  platform text not null,
  event_name text not null,
  currency text not null,
  count bigint not null,
  amount numeric not null,
  primary key (project_id, local_date, local_hour, metric, campaign_id, link_id, network, country, platform, event_name, currency)
);

create table rollup_cohorts (
  project_id uuid not null,
  cohort_date date not null,
  day_number integer not null,
  metric text not null,
  campaign_id uuid not null,
  link_id uuid not null,
  network text not null,
  country text not null,
  platform text not null,
  currency text not null,
  count bigint not null,
  amount numeric not null,
  primary key (project_id, cohort_date, day_number, metric, campaign_id, link_id, network, country, platform, currency)
);

-- Usage is read from the rollups, so that it cannot differ from them.
drop table usage_days;

-- A signed request that comes again inside the tolerance gets the answer that it got before.
create table signed_answers (
  project_id uuid not null,
  signature uuid not null,
  answer jsonb not null,
  answered_at timestamptz not null,
  primary key (project_id, signature)
);
create index signed_answers_age on signed_answers (answered_at);

-- Addresses that say nothing about a device, as last loaded: Apple's Private Relay, and data centres.
create table ip_ranges (
  kind text not null check (kind in ('private_relay', 'anonymous')),
  range cidr not null,
  primary key (kind, range)
);
create table ip_range_loads (
  kind text primary key,
  etag text,
  ranges integer not null,
  loaded_at timestamptz not null
);

-- Installs of a source whose times are not those of people, found by the daily job.
create table source_flags (
  project_id uuid not null,
  campaign_id uuid not null,
  reason text not null,
  measured jsonb not null,
  flagged_at timestamptz not null,
  primary key (project_id, campaign_id, reason)
);

-- Projects whose counts are being made anew because their zone changed.
create table refolds (
  project_id uuid primary key references projects (project_id) on delete cascade,
  started_at timestamptz not null
);
