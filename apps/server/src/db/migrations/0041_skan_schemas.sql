-- What conversion values mean, by version. At most one is a draft, at most one is active; a version that was active never
-- changes, since postbacks of its time arrive for 41 days.
create table skan_schemas (
  project_id uuid not null,
  version integer not null check (version > 0),
  state text not null check (state in ('draft', 'active', 'retired')),
  bases jsonb not null,
  schema jsonb not null,
  created_at timestamptz not null,
  created_by uuid,
  activated_at timestamptz,
  retired_at timestamptz,
  primary key (project_id, version),
  check ((state = 'draft') = (activated_at is null))
);
create unique index skan_schemas_draft on skan_schemas (project_id) where state = 'draft';
create unique index skan_schemas_active on skan_schemas (project_id) where state = 'active';

-- Each time that values were switched on or off, and by which version they are: what was in force at an instant is exact.
create table skan_activations (
  project_id uuid not null,
  changed_at timestamptz not null,
  activate_skan boolean not null,
  version integer not null,
  primary key (project_id, changed_at)
);

-- What an install did in a conversion window, and the value that its app was told: within a window it never falls.
create table skan_values (
  project_id uuid not null,
  install_id text not null,
  sequence smallint not null check (sequence between 0 and 2),
  version integer not null,
  fine smallint check (fine between 0 and 63),
  coarse text not null check (coarse in ('low', 'medium', 'high')),
  locked boolean not null,
  facts jsonb not null,
  updated_at timestamptz not null,
  primary key (project_id, install_id, sequence)
);
create index skan_values_age on skan_values using brin (updated_at);

-- What an account with Google was sent, and what it said.
create table skan_uploads (
  project_id uuid not null,
  ad_network_id uuid not null,
  version integer not null,
  state text not null check (state in ('pending', 'active', 'error')),
  warning text,
  error text,
  uploaded_at timestamptz,
  updated_at timestamptz not null,
  primary key (project_id, ad_network_id)
);

-- The address that Meta reads the schema from. Whoever knows the token may read it.
create table skan_schema_urls (
  project_id uuid primary key references projects (project_id) on delete cascade,
  token_hash bytea not null unique,
  sealed_token text not null,
  created_at timestamptz not null,
  last_fetched_at timestamptz,
  fetched_version integer
);

-- Candidate schemas that a project's own history is replayed through.
create table skan_back_tests (
  project_id uuid not null,
  back_test_id uuid not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  candidates jsonb not null,
  progress real not null default 0,
  result jsonb,
  created_at timestamptz not null,
  created_by uuid,
  finished_at timestamptz,
  primary key (project_id, back_test_id)
);
