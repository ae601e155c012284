-- What any network claims about an install, with the ad that it names in its own ids.
alter table claims rename to network_claims;
alter table network_claims
  -- The install itself, or the id of the return that it is about.
  add column about text not null default 'install',
  add column campaign_id text,
  add column campaign_name text,
  add column ad_set_id text,
  add column ad_set_name text,
  add column ad_id text,
  -- When the install was decided again with it; null: not yet.
  add column applied_at timestamptz;
update network_claims set applied_at = received_at, campaign_id = answer ->> 'campaignId',
  ad_set_id = answer ->> 'adGroupId', ad_id = answer ->> 'adId';
alter table network_claims drop constraint claims_pkey;
alter table network_claims add constraint network_claims_pkey primary key (project_id, install_id, network, about);
create index network_claims_pending on network_claims (project_id, received_at) where applied_at is null;

-- Who is warned that their permission ends is warned once.
alter table network_logins add column warned_at timestamptz;
