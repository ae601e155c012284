-- Campaigns over many days: whole weeks are read as one row each. The date is the Monday.

create table rollup_week_campaigns (like rollup_day_campaigns including indexes) with (fillfactor = 80);
create table rollup_cohort_week_campaigns (like rollup_cohort_campaigns including indexes) with (fillfactor = 80);

insert into rollup_week_campaigns
select project_id, event_name, local_date - (extract(isodow from local_date)::int - 1), campaign_id, network, currency,
  sum(impressions), sum(clicks), sum(unique_clicks), sum(installs), sum(reinstalls), sum(reengagements),
  sum(reattributions), sum(suspicious_installs), sum(signups), sum(events), sum(first_events), sum(active),
  sum(payments), sum(refunds), sum(paid), sum(refunded)
from rollup_day_campaigns
group by 1, 2, 3, 4, 5, 6;

insert into rollup_cohort_week_campaigns
select project_id, metric, day_number, cohort_date - (extract(isodow from cohort_date)::int - 1), campaign_id, network,
  currency, sum(count), sum(amount)
from rollup_cohort_campaigns
group by 1, 2, 3, 4, 5, 6, 7;

-- Money in another currency than the project's has a rate for each day, so it is read by the day.
create index rollup_day_campaigns_currency on rollup_day_campaigns (project_id, currency, local_date)
  where currency <> '';
create index rollup_cohort_campaigns_currency on rollup_cohort_campaigns (project_id, currency, cohort_date)
  where currency <> '';
-- Which currencies were spent in is looked up, not counted.
create index spend_days_currency on spend_days (project_id, currency, local_date);
-- Payers of a single campaign; those of all are found by events_money.
create index events_campaign_money on events (project_id, campaign_id, occurred_at)
  where kind in ('payment', 'refund');
