-- App Store id → project: the first project that has a store listing of it. Postbacks name the app and no project.
create table skan_apps (
  app_id bigint primary key,
  project_id uuid not null references projects (project_id) on delete cascade,
  created_at timestamptz not null default now()
);
create index skan_apps_project on skan_apps (project_id);
-- Who is next when the first project drops its listing.
create index store_listings_app on store_listings (app_id, project_id) where platform = 'IOS';

insert into skan_apps (app_id, project_id, created_at)
  select distinct on (app_id) app_id::bigint, project_id, created_at from store_listings
  where platform = 'IOS' and app_id ~ '^[0-9]{1,15}$'
  order by app_id, created_at, project_id
  on conflict (app_id) do nothing;

-- Postbacks of SKAdNetwork and AdAttributionKit in one shape, with the body as it was received.
create table skan_postbacks (
  project_id uuid not null,
  postback_id uuid not null,
  received_at timestamptz not null,
  framework text not null check (framework in ('skadnetwork', 'adattributionkit')),
  version text,
  came_by text not null check (came_by in ('device', 'forward', 'test')),
  verdict text not null check (verdict in ('valid', 'invalid', 'unverifiable', 'development')),
  counted boolean not null,
  not_counted text check (not_counted in
    ('invalid', 'unverifiable', 'development', 'replay', 'unknown_version', 'test', 'incomplete')),
  network_id text,
  transaction_id text,
  sequence smallint,
  app_id bigint not null,
  source_identifier text,
  campaign_number smallint,
  conversion_type text check (conversion_type in ('download', 'redownload', 're-engagement')),
  fidelity smallint,
  did_win boolean,
  interaction text check (interaction in ('view', 'click')),
  source_app_id bigint,
  source_domain text,
  marketplace text,
  country text,
  fine_value smallint check (fine_value between 0 and 63),
  coarse_value text check (coarse_value in ('low', 'medium', 'high')),
  -- What an ad network adds to a postback that it forwards.
  network_campaign_id text,
  network_campaign_name text,
  raw text not null,
  digest bytea not null,
  primary key (project_id, postback_id),
  check (counted = (not_counted is null))
);
-- What counts is unique; an invalid copy never blocks a valid one that comes later.
create unique index skan_postbacks_counted on skan_postbacks (project_id, framework, network_id, transaction_id, sequence)
  where counted;
-- An identical repeat is not stored again.
create unique index skan_postbacks_digest on skan_postbacks (project_id, digest);
create index skan_postbacks_received on skan_postbacks (project_id, received_at desc, postback_id desc);

create table skan_settings (
  project_id uuid primary key,
  count_development boolean not null default false,
  digits_kept text not null default 'last' check (digits_kept in ('last', 'first')),
  updated_at timestamptz not null default now()
);

-- What was received on a day (UTC) and not stored: identical repeats, and what is beyond the limit of uncounted rows.
create table skan_days (
  project_id uuid not null,
  day date not null,
  uncounted bigint not null default 0,
  repeats bigint not null default 0,
  dropped bigint not null default 0,
  primary key (project_id, day)
);
