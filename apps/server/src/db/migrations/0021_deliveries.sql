-- Where events are delivered to. One that was removed stays, for the ledger names it.
create table connections (
  project_id uuid not null,
  connection_id uuid not null,
  kind text not null,
  name text not null,
  state text not null check (state in ('active', 'paused', 'attention')),
  reason text,
  state_since timestamptz not null,
  settings jsonb not null,
  sealed_credentials text not null,
  credential_hints jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  -- Requests that failed in a row, whatever was in them; while it is blocked, nothing is sent.
  failures integer not null default 0,
  blocked_until timestamptz,
  last_delivered_at timestamptz,
  primary key (project_id, connection_id)
);
create unique index connections_tool on connections (project_id, kind)
  where kind <> 'webhook' and removed_at is null;

-- One row for each event and connection: the queue and the ledger. Ids of sources begin with their time, so that rows in
-- the order of the key are in the order of time.
create table deliveries (
  project_id uuid not null,
  source_id uuid not null,
  connection_id uuid not null,
  kind text not null,
  name text not null,
  install_id text not null,
  occurred_at timestamptz not null,
  -- Of a decision, which; of everything that was sent, the decision that gave the credit.
  revision integer not null,
  planned_at timestamptz not null,
  state text not null check (state in ('waiting', 'delivered', 'rejected', 'skipped')),
  due_at timestamptz,
  delivered_at timestamptz,
  attempts integer not null default 0,
  reason text,
  -- Each attempt: when, in which batch, at which index in it, and the verdict.
  history jsonb,
  -- It happened before the connection was made, or was imported.
  is_backfill boolean not null default false,
  -- The ids of the person that it was first sent with: a receiver recognises a repeat by them.
  sent_as jsonb,
  -- What is stored nowhere else: of a message about a connection.
  notice jsonb,
  primary key (project_id, source_id, connection_id)
);
create index deliveries_due on deliveries (project_id, connection_id, is_backfill, due_at) where state = 'waiting';
create index deliveries_refused on deliveries (project_id, connection_id, source_id)
  where state in ('rejected', 'skipped');

-- What a group of requests has to tell, one row for all of it: an array for each column. Workers make deliveries of it.
create table delivery_plans (
  project_id uuid not null,
  plan_id uuid not null,
  planned_at timestamptz not null,
  connections uuid[] not null,
  source_ids uuid[] not null,
  kinds text[] not null,
  names text[] not null,
  install_ids text[] not null,
  occurred_at timestamptz[] not null,
  revisions integer[] not null,
  due_at timestamptz[] not null,
  primary key (project_id, plan_id)
);

-- Who has something to send, and who sends it at the moment: a small table that every worker looks at.
create table delivery_lanes (
  project_id uuid not null references projects (project_id) on delete cascade,
  connection_id uuid not null,
  -- null: nothing waits.
  due_at timestamptz,
  -- How often somebody said that there is something; a worker that saw fewer must look again.
  hints bigint not null default 0,
  lease uuid,
  leased_until timestamptz,
  primary key (project_id, connection_id)
);
create index delivery_lanes_due on delivery_lanes (due_at) where due_at is not null;

-- What was sent together, and what was answered: compressed JSON.
create table delivery_batches (
  project_id uuid not null,
  batch_id uuid not null,
  connection_id uuid not null,
  sent_at timestamptz not null,
  record bytea not null,
  primary key (project_id, batch_id)
);
create index delivery_batches_time on delivery_batches (project_id, sent_at);

-- Kept when the rows are gone.
create table delivery_totals (
  project_id uuid not null,
  connection_id uuid not null,
  day date not null,
  delivered bigint not null default 0,
  rejected bigint not null default 0,
  skipped bigint not null default 0,
  primary key (project_id, connection_id, day)
);

-- Sending what happened before a connection was made.
create table delivery_backfills (
  project_id uuid not null,
  connection_id uuid not null,
  backfill_id uuid not null,
  state text not null check (state in ('running', 'done', 'stopped')),
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- What happened before this is planned.
  reached_at timestamptz not null,
  total bigint not null,
  planned bigint not null default 0,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (project_id, connection_id, backfill_id)
);

alter table project_settings add column delivery_retention_days integer not null default 30;
