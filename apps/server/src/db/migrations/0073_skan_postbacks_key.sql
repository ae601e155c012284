-- The id of a postback begins with the time of its arrival, so that one index finds it by either, and lists the newest.
alter table skan_postbacks drop constraint skan_postbacks_pkey;
alter table skan_postbacks add constraint skan_postbacks_pkey primary key (project_id, received_at, postback_id);
drop index skan_postbacks_received;
