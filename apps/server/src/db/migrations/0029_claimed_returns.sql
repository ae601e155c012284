-- Returns can be decided again, too: a decision names the one that it replaces.
alter table decisions
  -- The revision that this one replaces; null: it is the first about its open.
  add column revises integer,
  -- Of a re-engagement, which leaves the credit as it is: it has been in force again since, because an earlier return was
  -- decided later and moved the credit away.
  add column keeps_credit boolean not null default false;
update decisions d set revises = (
  select max(o.revision) from decisions o where o.project_id = d.project_id and o.install_id = d.install_id
    and o.kind in ('install', 'reinstall') and o.revision < d.revision)
where d.kind in ('install', 'reinstall') and d.revision > 1;

-- Decisions that were not made again: one about the install, and one about each return.
create view decisions_in_force as
select d.*, d.kind <> 'reengagement' or d.keeps_credit as moves_credit from decisions d
where not exists (select from decisions n where n.project_id = d.project_id and n.install_id = d.install_id
  and n.revises = d.revision);

-- A claim about a return is decided at the time of the event that it answers, when that may be deleted already.
alter table network_claims
  -- When the event happened; null: the claim is about the install.
  add column occurred_at timestamptz;
update network_claims c set occurred_at = s.occurred_at from deliveries s
where s.project_id = c.project_id and s.connection_id = c.ad_network_id
  and s.source_id = case when c.about <> 'install' then c.about::uuid end;
