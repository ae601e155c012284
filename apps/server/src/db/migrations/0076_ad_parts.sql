-- An ad set or a creative is a name on links, whatever campaigns they are in. Here is what people keep of it beyond that.
create table ad_parts (
  project_id uuid not null references projects (project_id) on delete cascade,
  kind text not null check (kind in ('ad_set', 'creative')),
  name text not null,
  tags text[] not null default '{}',
  archived_at timestamptz,
  -- The links that archiving has paused: restoring resumes them.
  paused_links uuid[] not null default '{}',
  updated_at timestamptz not null,
  primary key (project_id, kind, name)
);
