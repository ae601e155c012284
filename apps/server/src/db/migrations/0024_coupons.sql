-- By which project and network a call of a coupon network is. A call names nothing but this key.
create table coupon_network_keys (
  network_key text primary key,
  project_id uuid not null references projects (project_id) on delete cascade,
  ad_network_id uuid not null
);

create index coupon_network_keys_project on coupon_network_keys (project_id);

-- Codes of one campaign, with what holds for all of them.
create table coupon_pools (
  project_id uuid not null,
  pool_id uuid not null,
  ad_network_id uuid not null,
  campaign_id uuid not null,
  name text not null,
  max_codes integer not null,
  uses_per_code integer not null,
  one_per_person boolean not null,
  valid_from timestamptz,
  valid_to timestamptz,
  window_hours integer not null,
  after_event text,
  state text not null check (state in ('active', 'closed')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, pool_id)
);

-- A code is of one pool, and so of one campaign.
create table coupon_codes (
  project_id uuid not null,
  code text not null,
  pool_id uuid not null,
  max_uses integer not null,
  uses integer not null default 0,
  issues integer not null default 0,
  valid_from timestamptz,
  valid_to timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null,
  primary key (project_id, code),
  check (uses between 0 and max_uses),
  check (issues between 0 and max_uses)
);
create index coupon_codes_pool on coupon_codes (project_id, pool_id, code);
create index coupon_codes_free on coupon_codes (project_id, pool_id, code)
  where issues < max_uses and withdrawn_at is null;

-- What happened with codes. Amounts of reversals are negative. They are no revenue: the app reports its payments itself.
create table coupon_events (
  project_id uuid not null,
  ad_network_id uuid not null,
  source text not null check (source in ('network', 'server')),
  -- Of the network, or of the server that had a code issued: a repeat has the same.
  event_id text not null,
  id uuid not null,
  type text not null check (type in ('issued', 'redeemed', 'reversed')),
  code text not null,
  pool_id uuid not null,
  campaign_id uuid not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  order_id text,
  amount numeric,
  currency text,
  user_id text,
  hashed_email bytea,
  hashed_phone bytea,
  advertising_id text,
  click_id uuid,
  -- Of a reversal: the id of the redemption that it takes back.
  reverses uuid,
  -- What was sent: an id that comes again with something else is a mistake.
  content_hash bytea not null,
  primary key (project_id, ad_network_id, source, event_id)
);
create unique index coupon_events_id on coupon_events (project_id, id);
create unique index coupon_events_reverses on coupon_events (project_id, reverses) where reverses is not null;
create index coupon_events_code on coupon_events (project_id, code, occurred_at desc);
create index coupon_events_day on coupon_events (project_id, occurred_at);
create index coupon_events_person on coupon_events (project_id, user_id, pool_id) where user_id is not null;
create index coupon_events_device on coupon_events (project_id, advertising_id) where advertising_id is not null;
create index coupon_events_email on coupon_events (project_id, hashed_email) where hashed_email is not null;
create index coupon_events_phone on coupon_events (project_id, hashed_phone) where hashed_phone is not null;
create index coupon_events_click on coupon_events (project_id, click_id) where click_id is not null;

-- People as networks name them. A backslash would be read as the beginning of a byte.
create index people_email_hash on people (project_id, sha256(replace(lower(btrim(email)), '\', '\\')::bytea))
  where email is not null;
create index people_phone_hash on people (project_id,
    sha256(('+' || ltrim(regexp_replace(phone, '\D', '', 'g'), '0'))::bytea))
  where phone is not null;
