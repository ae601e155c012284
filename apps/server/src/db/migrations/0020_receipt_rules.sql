-- The rules that decisions were made by, once for all decisions that they are the same for: a receipt is written with
-- every install, and its rules were a third of it. Receipts from before hold theirs themselves.
create table receipt_rules (
  project_id uuid not null,
  id uuid not null,
  rules jsonb not null,
  primary key (project_id, id)
);
alter table decisions add column rules_id uuid;

-- Decisions with their receipts as a whole.
create view decisions_with_rules as
select d.project_id, d.install_id, d.revision, d.kind, d.because, d.in_force_from, d.decided_at, d.campaign_id, d.link_id,
  d.network, d.match_type, d.touch_id, d.touched_at, d.rule_version, d.verdict, d.reasons,
  case when d.rules_id is null then d.receipt else d.receipt || jsonb_build_object('rules', r.rules) end as receipt
from decisions d
left join receipt_rules r on r.project_id = d.project_id and r.id = d.rules_id;
