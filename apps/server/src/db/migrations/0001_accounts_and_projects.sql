-- People and how they get in. Small tables that are looked up without a project: reference tables on a cluster.

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  first_name text,
  last_name text,
  company text,
  role text check (role in ('marketing', 'analyst', 'engineer', 'product', 'founder', 'agency', 'other')),
  analytics_opt_out boolean not null default false,
  is_local_owner boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null unique,
  method text not null check (method in ('google', 'magic_link', 'local', 'invite')),
  ip text,
  user_agent text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table magic_links (
  id uuid primary key,
  email text not null,
  token_hash bytea not null unique,
  purpose text not null check (purpose in ('sign_in', 'local_owner')),
  browser_hash bytea,
  return_to text,
  ip text,
  user_agent text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  voided_at timestamptz
);
create index magic_links_email on magic_links (email);
create index magic_links_expiry on magic_links (expires_at);

-- What the OpenID callback hands to the browser, to be changed for a bearer token within a minute.
create table sign_in_codes (
  code_hash bytea primary key,
  browser_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  return_to text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index sign_in_codes_user on sign_in_codes (user_id);
create index sign_in_codes_expiry on sign_in_codes (expires_at);

-- Limits must hold across processes, so they are counted here.
create table rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (bucket, window_start)
);
create index rate_limits_window on rate_limits (window_start);

create table callback_forms (
  id uuid primary key,
  name text not null,
  email text not null,
  company text,
  phone text,
  message text,
  ip text,
  created_at timestamptz not null
);

-- Projects and who belongs to them: reference tables too, since they are found by person, token or key.

create table projects (
  project_id uuid primary key,
  name text not null,
  platform text not null check (platform in ('web', 'app')),
  website text,
  app_store_link text,
  play_store_link text,
  currency text not null,
  timezone text not null,
  credit_pool bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index projects_deleted on projects (deleted_at) where deleted_at is not null;

create table project_members (
  project_id uuid not null references projects (project_id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer', 'guest')),
  joined_at timestamptz not null,
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

create table project_invites (
  id uuid primary key,
  project_id uuid not null references projects (project_id) on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'admin', 'member', 'viewer', 'guest')),
  token_hash bytea not null unique,
  invited_by uuid references users (id) on delete cascade,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create unique index project_invites_waiting on project_invites (project_id, email)
  where accepted_at is null and revoked_at is null;
create index project_invites_email on project_invites (email);

create table project_tokens (
  token text primary key,
  project_id uuid not null references projects (project_id) on delete cascade,
  created_at timestamptz not null
);
create index project_tokens_project on project_tokens (project_id);

create table private_keys (
  id uuid primary key,
  project_id uuid not null references projects (project_id) on delete cascade,
  key_hash bytea not null unique,
  hint text not null,
  created_by uuid references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index private_keys_project on private_keys (project_id);

-- Data of one project: distributed by project_id on a cluster.

-- Windows are versioned: a decision names the version that it was made under.
create table attribution_rules (
  project_id uuid not null references projects (project_id) on delete cascade,
  version integer not null,
  click_hours integer not null,
  probabilistic_hours integer not null,
  view_hours integer not null,
  reattribution_days integer not null,
  inactivity_days integer not null,
  created_at timestamptz not null,
  created_by uuid not null,
  primary key (project_id, version)
);

create table audit_log (
  project_id uuid not null references projects (project_id) on delete cascade,
  id uuid not null,
  at timestamptz not null,
  actor_id uuid,
  actor_email text not null,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  ip text,
  user_agent text,
  primary key (project_id, id)
);

create table dashboard_preferences (
  project_id uuid not null references projects (project_id) on delete cascade,
  user_id uuid not null,
  preference jsonb not null default '{}',
  campaign_table_columns jsonb not null default '[]',
  updated_at timestamptz not null,
  primary key (project_id, user_id)
);

create table feature_requests (
  project_id uuid not null references projects (project_id) on delete cascade,
  id uuid not null,
  user_id uuid not null,
  message text not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);

create table usage_days (
  project_id uuid not null references projects (project_id) on delete cascade,
  local_date date not null,
  clicks bigint not null default 0,
  attributed_installs bigint not null default 0,
  organic_installs bigint not null default 0,
  events bigint not null default 0,
  primary key (project_id, local_date)
);
