-- A pool may have a link of its campaign that its codes are handed out with. One that is deleted keeps the codes that
-- people have: they can be redeemed, and what was redeemed keeps its credit.
alter table coupon_pools
  add column link_id uuid,
  add column deleted_at timestamptz;

-- Whom a pool gives a code because of an event. Planned in the transaction of the event and issued by a job. The row
-- stays, so that nobody is given a second one.
create table coupon_plans (
  project_id uuid not null,
  pool_id uuid not null,
  -- 'u:' and the user id, or 'i:' and the install id of somebody who has none.
  person text not null,
  install_id text not null,
  user_id text,
  -- The event, or the decision.
  source_id uuid not null,
  planned_at timestamptz not null,
  -- null: the person waits for it.
  code text,
  primary key (project_id, pool_id, person)
);
create index coupon_plans_waiting on coupon_plans (project_id, pool_id, planned_at) where code is null;

-- A code that is issued after an event may go to an install that has no user yet.
alter table coupon_events
  add column install_id text,
  drop constraint coupon_events_source_check,
  add constraint coupon_events_source_check check (source in ('network', 'server', 'event'));
create index coupon_events_install on coupon_events (project_id, install_id) where install_id is not null;
