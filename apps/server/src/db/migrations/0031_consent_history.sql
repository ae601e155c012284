-- Since when each answer in `consent` holds, and when it was last said.
alter table installs add column consent_times jsonb;
-- What every call of an install must know: whether ads are refused now, and whether analytics ever were.
alter table installs add column denies_ads boolean not null default false;
alter table installs add column has_denied_analytics boolean not null default false;
update installs set denies_ads = true where consent ->> 'adUserData' = 'false';

-- What people have agreed to and withdrawn, from when on.
create table consent_changes (
  project_id uuid not null,
  install_id text not null,
  purpose text not null,
  given_at timestamptz not null,
  answer text not null,
  received_at timestamptz not null,
  primary key (project_id, install_id, purpose, given_at)
);

-- Events of people who refuse analytics are not stored, and the project is shown how many.
alter table limit_hits drop constraint limit_hits_kind_check;
alter table limit_hits add constraint limit_hits_kind_check
  check (kind in ('event_names', 'property_keys', 'integration_keys', 'currencies', 'consent'));
