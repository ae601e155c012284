-- A receipt is written with every install and read one by one, now and then. As json it is checked and stored as it
-- came, without being taken apart, and uncompressed if it is of the usual size; the views give it as jsonb.
drop view decisions_in_force;
drop view decisions_with_rules;
alter table decisions set (toast_tuple_target = 4080);
alter table decisions alter column receipt type json;

create view decisions_with_rules as
select d.project_id, d.install_id, d.revision, d.kind, d.because, d.in_force_from, d.decided_at, d.campaign_id, d.link_id,
  d.network, d.match_type, d.touch_id, d.touched_at, d.rule_version, d.verdict, d.reasons,
  case when d.rules_id is null then d.receipt::jsonb
    else d.receipt::jsonb || jsonb_build_object('rules', r.rules) end as receipt
from decisions d
left join receipt_rules r on r.project_id = d.project_id and r.id = d.rules_id;

-- Decisions that were not made again: one about the install, and one about each return.
create view decisions_in_force as
select d.project_id, d.install_id, d.revision, d.kind, d.because, d.in_force_from, d.decided_at, d.campaign_id, d.link_id,
  d.network, d.match_type, d.touch_id, d.touched_at, d.rule_version, d.verdict, d.reasons, d.receipt::jsonb as receipt,
  d.rules_id, d.revises, d.keeps_credit, d.kind <> 'reengagement' or d.keeps_credit as moves_credit
from decisions d
where not exists (select from decisions n where n.project_id = d.project_id and n.install_id = d.install_id
  and n.revises = d.revision);
