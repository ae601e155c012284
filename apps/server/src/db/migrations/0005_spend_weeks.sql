-- What was spent in whole weeks, whoever said so: of many campaigns over many days, fewer rows are read. The date is
-- the Monday. Written together with spend_days, by db/spend-weeks.ts.

create table spend_weeks (
  project_id uuid not null references projects (project_id) on delete cascade,
  local_date date not null,
  campaign_id uuid not null,
  link_id uuid not null,
  currency text not null,
  amount numeric not null,
  primary key (project_id, local_date, campaign_id, link_id, currency)
);

insert into spend_weeks
select project_id, local_date - (extract(isodow from local_date)::int - 1), campaign_id, link_id, currency, sum(amount)
from spend_days
group by 1, 2, 3, 4, 5;
