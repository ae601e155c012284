-- Hosts whose pages may send events: each has a token of its own. The other tokens are apps'.
alter table project_tokens add column type text not null default 'app';
alter table project_tokens add column token_id uuid;
alter table project_tokens add column host text;
alter table project_tokens add column last_seen_at timestamptz;
alter table project_tokens add constraint project_tokens_type check (type in ('app', 'web'));
alter table project_tokens add constraint project_tokens_web
  check ((type = 'web') = (token_id is not null and host is not null));
create unique index project_tokens_host on project_tokens (host, project_id) where type = 'web';

alter table project_settings add column allow_localhost boolean not null default false;

-- Hosts whose pages tried to send events. At most so many for each project; the count is a hint, not a count of record.
create table refused_hosts (
  project_id uuid not null,
  host text not null,
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (project_id, host)
);
