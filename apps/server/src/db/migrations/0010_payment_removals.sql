-- Removals of single payments. A removal may arrive before its payment and applies to it then; it is kept for 90 days.
create table payment_removals (
  project_id uuid not null,
  payment_id text not null,
  -- Empty: whoever paid.
  user_id text not null,
  removed_at timestamptz not null,
  received_at timestamptz not null,
  primary key (project_id, payment_id, user_id)
);
create index payment_removals_age on payment_removals using brin (received_at);

-- A removal names a payment without its type.
create index payments_by_id on payments (project_id, payment_id);
