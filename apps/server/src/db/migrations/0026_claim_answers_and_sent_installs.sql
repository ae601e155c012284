-- A network with several accounts may claim an install by each of them, and is answered by the account that it claimed by.
alter table network_claims
  -- The account whose delivery it answered; zeros where the network was asked without one.
  add column ad_network_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Whether the network is credited, as it was last answered; null: not answered.
  add column credited boolean,
  -- The delivery that says so.
  add column answer_id uuid;
alter table network_claims drop constraint network_claims_pkey;
alter table network_claims add constraint network_claims_pkey
  primary key (project_id, install_id, network, about, ad_network_id);

-- Devices and people whose install was sent to a dataset of Meta, which counts one in 90 days. Ids are hashed.
create table sent_installs (
  project_id uuid not null,
  dataset_id text not null,
  device_key text not null,
  -- The delivery.
  source_id uuid not null,
  occurred_at timestamptz not null,
  primary key (project_id, dataset_id, device_key)
);
create index sent_installs_time on sent_installs (project_id, occurred_at);
