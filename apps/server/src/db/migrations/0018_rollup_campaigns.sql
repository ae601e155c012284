-- The campaigns that rollups have rows of; the empty id too, which means no campaign. Totals of most campaigns are
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

-- By campaign, the rest of the key too: a page of campaigns reads few of the events and days that each has.
drop index rollup_cube_campaign;
create index rollup_cube_campaign on rollup_cube (project_id, campaign_id, grain, event_name, period);
drop index rollup_cohort_cube_campaign;
create index rollup_cohort_cube_campaign
  on rollup_cohort_cube (project_id, campaign_id, grain, metric, day_number, period);

-- Few campaigns are owned media, and every overview asks which.
create index campaigns_owned on campaigns (project_id, id) where owned_media;
