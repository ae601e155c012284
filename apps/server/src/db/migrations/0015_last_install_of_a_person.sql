-- The install that a person used last is the first entry of the index, however many they have.
create index person_installs_user on person_installs (project_id, user_id, linked_at desc, install_id);
