-- The advertiser's own app at a network, by which accounts are reached.
create table network_settings (
  project_id uuid not null,
  kind text not null,
  settings jsonb not null,
  sealed_secrets text not null,
  updated_at timestamptz not null,
  primary key (project_id, kind)
);

-- Somebody who has let us read their accounts with a network.
create table network_logins (
  project_id uuid not null,
  login_id uuid not null,
  kind text not null,
  -- As the network knows them: who connects again is the same.
  external_id text not null,
  name text not null,
  sealed_tokens text not null,
  scopes text[] not null,
  expires_at timestamptz,
  state text not null check (state in ('active', 'attention')),
  reason text,
  connected_at timestamptz not null,
  primary key (project_id, login_id),
  unique (project_id, kind, external_id)
);

create table network_accounts (
  project_id uuid not null,
  ad_network_id uuid not null,
  kind text not null,
  external_id text not null,
  name text not null,
  currency text,
  time_zone text,
  status text not null check (status in ('active', 'disabled')),
  login_id uuid,
  -- Where its conversions go; secrets of that are sealed beside it.
  settings jsonb not null,
  sealed_credentials text,
  credential_hints jsonb not null,
  imported_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, ad_network_id),
  unique (project_id, kind, external_id)
);

-- A tool is connected once, and an account with a network by itself.
drop index connections_tool;
create unique index connections_tool on connections (project_id, kind)
  where kind in ('mixpanel', 'amplitude', 'posthog', 'clevertap', 'moengage') and removed_at is null;

-- How events are sent to an account with a network.
create table postback_event_maps (
  project_id uuid not null,
  id uuid not null,
  ad_network_id uuid not null,
  event text not null,
  network_event text not null,
  value jsonb not null,
  installs text not null,
  times text not null,
  consent text not null,
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  -- An event is one thing for an account.
  unique (project_id, ad_network_id, event)
);
