-- Where a postback was advertised, as one text: what reports group, filter and look campaigns up by.
alter table skan_postbacks add column source text collate "C" not null generated always as (
  coalesce(network_id, '') || ' ' || coalesce(source_identifier, '') || ' ' || coalesce(campaign_number::text, '')
  || ' ' || coalesce(network_campaign_id, '')) stored;

-- All that a report reads of what counts: it never opens the rows, most of which is the body.
create index skan_postbacks_report on skan_postbacks (project_id, received_at) include (source, framework, version,
  sequence, source_identifier, conversion_type, did_win, interaction, source_app_id, source_domain, country, fine_value,
  coarse_value) where counted;
-- The sources of a project are found one after the other, however many postbacks each has.
create index skan_postbacks_source on skan_postbacks (project_id, source) where counted;
