-- Calls of browsers without a person are not stored; an engineer who tries an integration with one is told so.
alter table limit_hits drop constraint limit_hits_kind_check;
alter table limit_hits add constraint limit_hits_kind_check
  check (kind in ('event_names', 'property_keys', 'integration_keys', 'currencies', 'consent', 'bots'));
