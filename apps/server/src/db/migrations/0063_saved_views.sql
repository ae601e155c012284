-- The state of a report screen under a name: a person's own, or shared with the project.
create table saved_views (
  project_id uuid not null references projects (project_id) on delete cascade,
  view_id uuid not null,
  owner_id uuid not null,
  name text not null,
  screen text not null,
  query jsonb not null,
  columns jsonb,
  shared boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, view_id)
);
create unique index saved_views_name on saved_views (project_id, owner_id, lower(name));

-- Views of the campaign table were among a person's settings. One name is one view from now on.
insert into saved_views
  (project_id, view_id, owner_id, name, screen, query, columns, shared, created_at, updated_at)
select distinct on (p.project_id, p.user_id, lower(trim(v.view ->> 'name')))
  p.project_id, gen_random_uuid(), p.user_id, left(trim(v.view ->> 'name'), 60), '/campaigns', v.view -> 'query',
  v.view -> 'columns', false, p.updated_at, p.updated_at
from dashboard_preferences p
cross join lateral jsonb_array_elements(
  case when jsonb_typeof(p.preference -> 'campaign_views') = 'array'
    then p.preference -> 'campaign_views' else '[]' end) as v (view)
where jsonb_typeof(v.view -> 'query') = 'object'
  and jsonb_typeof(v.view -> 'columns') = 'array'
  and trim(coalesce(v.view ->> 'name', '')) <> '';
update dashboard_preferences set preference = preference - 'campaign_views' where preference ? 'campaign_views';
