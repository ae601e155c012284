-- Visits of sites and sessions of apps, with their pages and screens.

-- Rows from before satisfy the old list, and so this one: there is no need to read them all.
alter table events drop constraint events_kind_check;
alter table events add constraint events_kind_check check (kind in
  ('open', 'event', 'signup', 'payment', 'refund', 'session_start', 'page_view', 'screen_view')) not valid;
alter table events add column session_id text;

create table visits (
  project_id uuid not null,
  install_id text not null,
  session_id text not null,
  -- Of its beginning; until that arrives, of the first page or screen.
  started_at timestamptz not null,
  -- null: the call that begins it has not arrived, and it is not counted.
  start_event_id uuid,
  -- Host and path, without a query.
  entry_page text,
  source_type text check (source_type in ('paid', 'search', 'ai_search', 'social', 'email', 'referral', 'direct')),
  source_name text,
  -- As the event that begins it is credited.
  campaign_id uuid not null,
  link_id uuid not null,
  network text not null,
  platform text not null,
  country text not null,
  page_views integer not null,
  screen_views integer not null,
  primary key (project_id, install_id, session_id)
);
create index visits_time on visits (project_id, started_at);

alter table rollup_cube add column visits bigint not null default 0;
alter table rollup_cube add column page_views bigint not null default 0;
alter table rollup_cube add column screen_views bigint not null default 0;
alter table rollup_cube add column bounced_visits bigint not null default 0;
