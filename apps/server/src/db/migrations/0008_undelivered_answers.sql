-- Bodies without an identity of their own whose answer did not reach the client: an equal body is a resend until then.
create table undelivered_answers (
  project_id uuid not null,
  body_key uuid not null,
  expires_at timestamptz not null,
  primary key (project_id, body_key)
);
create index undelivered_answers_age on undelivered_answers (expires_at);
