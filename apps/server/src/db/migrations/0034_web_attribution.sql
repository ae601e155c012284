-- How old a click may be for a visitor of a site; the default is that of contract/windows.ts.
alter table attribution_rules add column web_days integer not null default 30;

-- What a browser says of the first and the last time that something led its visitor to the site.
alter table installs add column first_touch jsonb;
alter table installs add column last_touch jsonb;
