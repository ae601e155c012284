-- Signing has three modes: off, report (signatures are checked and counted, and nothing is refused) and required.
-- What was optional so far becomes report.
alter table project_settings drop constraint project_settings_signing_check;
alter table project_settings alter column signing set default 'report';
update project_settings set signing = 'report' where signing = 'optional';
alter table project_settings add constraint project_settings_signing
  check (signing in ('off', 'report', 'required'));

-- How many requests of each day were signed well, and how many were not and why. The day is one of the project's zone.
create table signature_days (
  project_id uuid not null,
  day date not null,
  outcome text not null check (outcome in
    ('valid', 'missing', 'unknown_key', 'old_timestamp', 'unknown_version', 'mismatch')),
  count bigint not null,
  primary key (project_id, day, outcome)
);

-- Every version of the script that pages load, so that a page which names one by its hash finds it for ever.
create table web_scripts (
  name text primary key,
  content bytea not null,
  created_at timestamptz not null
);
