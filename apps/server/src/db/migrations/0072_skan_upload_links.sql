-- By which link of an account its schema was uploaded: another link is another app, which has none yet.
alter table skan_uploads add column link_id text;
update skan_uploads u set link_id = a.settings ->> 'link_id_ios'
  from network_accounts a where a.project_id = u.project_id and a.ad_network_id = u.ad_network_id;
