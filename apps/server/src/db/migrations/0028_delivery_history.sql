-- Attempts as lines of JSON: one is added for every delivery, and to add text takes a fifth of what adding to jsonb takes.
alter table deliveries rename column history to old_history;
alter table deliveries add column history text;
update deliveries set history = (
  select string_agg(entry::text, e'\n' order by nth)
  from jsonb_array_elements(old_history) with ordinality as entries (entry, nth))
where old_history is not null;
alter table deliveries drop column old_history;
