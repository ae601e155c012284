-- The latest install of a device or a user is the first entry of its index, however many installs share the id.
drop index installs_advertising_id;
create index installs_advertising_id on installs
  (project_id, advertising_id, installed_at desc nulls last, install_id) where advertising_id is not null;
drop index installs_vendor_id;
create index installs_vendor_id on installs
  (project_id, vendor_id, installed_at desc nulls last, install_id) where vendor_id is not null;
drop index installs_user;
create index installs_user on installs
  (project_id, user_id, installed_at desc nulls last, install_id) where user_id is not null;
