-- What the person who uses an install has agreed to, as the app said last; null: it has not said.
alter table installs add column consent jsonb;
update installs set consent = (
  select jsonb_object_agg(name, case when given in ('1', 'true') then true when given in ('0', 'false') then false end)
  from (values ('isEea', device_data -> 'consent' ->> 'is_eea'),
    ('adUserData', device_data -> 'consent' ->> 'ad_user_data'),
    ('adPersonalization', device_data -> 'consent' ->> 'ad_personalization')) as answers (name, given))
where jsonb_typeof(device_data -> 'consent') = 'object';
