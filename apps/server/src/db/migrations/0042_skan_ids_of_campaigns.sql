-- How SKAN names a campaign: source identifiers (four digits) and campaign ids of versions before 4 (0 to 100), as its
-- network was told them. They mean something together with the ad network; null: the ids known of the campaign's network.
alter table campaigns add column skan_network_id text;
alter table campaigns add column skan_ids text[] not null default '{}';
