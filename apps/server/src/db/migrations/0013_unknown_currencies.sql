-- Payments in a currency that ISO 4217 does not have are counted under XXX, and the project is told.
alter table limit_hits drop constraint limit_hits_kind_check;
alter table limit_hits add constraint limit_hits_kind_check
  check (kind in ('event_names', 'property_keys', 'integration_keys', 'currencies'));

-- Ids of an install in other tools as they were sent; integrations holds as many of them as the limit allows.
alter table installs add column integration_data jsonb;
