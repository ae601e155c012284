-- What is watched. Once its turn has come, a rule is evaluated by the worker that claims it first.
create table alert_rules (
  project_id uuid not null references projects (project_id) on delete cascade,
  rule_id uuid not null,
  created_by uuid not null,
  name text not null,
  -- The condition with its parameters, in the shape of the contract.
  condition jsonb not null,
  enabled boolean not null,
  -- Whether a mail says that it is over.
  notifies_end boolean not null,
  -- Muted while muted_at is there and muted_until has not come; without an end until somebody unmutes it.
  muted_at timestamptz,
  muted_until timestamptz,
  next_at timestamptz not null,
  evaluated_at timestamptz,
  -- Changes with the condition: what was measured for another one is not stored.
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, rule_id)
);

create table alert_recipients (
  project_id uuid not null,
  rule_id uuid not null,
  user_id uuid not null,
  added_at timestamptz not null,
  primary key (project_id, rule_id, user_id),
  foreign key (project_id, rule_id) references alert_rules (project_id, rule_id) on delete cascade
);

-- From when until when a rule was true of one subject: the project, a network, a campaign or a connection.
create table alert_firings (
  project_id uuid not null,
  firing_id uuid not null,
  rule_id uuid not null,
  subject text not null,
  subject_name text not null,
  -- As it was when it began.
  condition jsonb not null,
  measured jsonb not null,
  -- What was measured last.
  latest jsonb not null,
  was_muted boolean not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_because text check (closed_because in ('over', 'too_small', 'gone', 'changed', 'off')),
  primary key (project_id, firing_id),
  foreign key (project_id, rule_id) references alert_rules (project_id, rule_id) on delete cascade
);
-- It opens once, however many workers look.
create unique index alert_firings_open on alert_firings (project_id, rule_id, subject) where closed_at is null;
create index alert_firings_newest on alert_firings (project_id, opened_at desc);

-- One mail to a person for all that opened or closed at the same time.
create table alert_mails (
  project_id uuid not null references projects (project_id) on delete cascade,
  mail_id uuid not null,
  user_id uuid not null,
  email text not null,
  state text not null check (state in ('waiting', 'sent', 'skipped', 'failed')),
  reason text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (project_id, mail_id)
);

create table alert_mail_firings (
  project_id uuid not null,
  mail_id uuid not null,
  firing_id uuid not null,
  is_end boolean not null,
  primary key (project_id, mail_id, firing_id),
  foreign key (project_id, mail_id) references alert_mails (project_id, mail_id) on delete cascade,
  foreign key (project_id, firing_id) references alert_firings (project_id, firing_id) on delete cascade
);
create index alert_mail_firings_firing on alert_mail_firings (project_id, firing_id);
