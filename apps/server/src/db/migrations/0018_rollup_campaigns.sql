-- The campaigns that rollups have rows of; the empty id too, which stands for no campaign. Totals of most campaigns are
-- those of the project less the few others, so that these must be known without reading the rows of all of them.
create table rollup_campaigns (
  project_id uuid not null,
  campaign_id uuid not null,
  primary key (project_id, campaign_id)
);

insert into rollup_campaigns
select project_id, campaign_id from rollup_days
union
select project_id, campaign_id from rollup_cohorts;
