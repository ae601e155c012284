-- What networks claim about installs, as they said it. Which claim was credited is in the decisions.
create table claims (
  project_id uuid not null,
  install_id text not null,
  network text not null,
  kind text not null check (kind in ('click', 'view')),
  -- The network's own time of the click or view; null where it tells none.
  claimed_at timestamptz,
  received_at timestamptz not null,
  answer jsonb not null,
  primary key (project_id, install_id, network)
);
