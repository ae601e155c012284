-- What is mailed, when and to whom. The hour is one of the project's zone; without a view it is the overview.
create table scheduled_reports (
  project_id uuid not null references projects (project_id) on delete cascade,
  report_id uuid not null,
  created_by uuid not null,
  view_id uuid,
  cadence text not null check (cadence in ('daily', 'weekly')),
  weekday smallint not null check (weekday between 1 and 7),
  hour smallint not null check (hour between 0 and 23),
  active boolean not null,
  -- What was due before is not made up for.
  scheduled_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, report_id)
);

create table scheduled_report_recipients (
  project_id uuid not null,
  report_id uuid not null,
  user_id uuid not null,
  added_at timestamptz not null,
  primary key (project_id, report_id, user_id),
  foreign key (project_id, report_id) references scheduled_reports (project_id, report_id) on delete cascade
);

-- One row for each mail. A slot is the project's day on which it is due: one mail for each slot and person, however
-- many workers look and whatever the clocks do.
create table scheduled_report_mails (
  project_id uuid not null,
  mail_id uuid not null,
  report_id uuid not null,
  user_id uuid not null,
  email text not null,
  slot date,
  from_day date not null,
  to_day date not null,
  due_at timestamptz not null,
  state text not null check (state in ('waiting', 'sent', 'skipped', 'failed')),
  reason text,
  sent_at timestamptz,
  created_at timestamptz not null,
  primary key (project_id, mail_id),
  foreign key (project_id, report_id) references scheduled_reports (project_id, report_id) on delete cascade
);
create unique index scheduled_report_mails_slot on scheduled_report_mails (project_id, report_id, slot, user_id);
create index scheduled_report_mails_newest on scheduled_report_mails (project_id, created_at desc);
