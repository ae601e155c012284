/** A report as the dashboard requests it, and the same query over raw rows. */
export interface ReportCall {
  title: string;
  path: string;
  query: Record<string, string>;
  raw: string[];
}

const TZ = `'Asia/Kolkata'`;
const local = (column: string) => `(${column} at time zone ${TZ})::date`;

/** Every active day of every install, and how long after the install it was. */
const ACTIVE = `
  select distinct e.install_id, i.campaign_id, i.network, i.country, i.platform, ${local('i.installed_at')} as cohort,
    ${local('e.occurred_at')} - ${local('i.installed_at')} as day
  from events e join installs i on i.project_id = e.project_id and i.install_id = e.install_id
  where e.project_id = $1`;

const byDay = (table: string, time: string, where = 'true') => `
  select ${local(time)} as day, network, country, platform, count(*) from ${table}
  where project_id = $1 and ${where} group by 1, 2, 3, 4`;

const byCampaign = (table: string, where = 'true') =>
  `select campaign_id, count(*) from ${table} where project_id = $1 and ${where} group by 1`;

export function reportCallsOf(
  { projectId, campaignId }: { projectId: string; campaignId: string },
  range: { from: string; to: string },
): ReportCall[] {
  const common = { project_id: projectId, ...range };
  const ofOne = `campaign_id = '${campaignId}'`;
  return [
    {
      title: 'overview',
      path: '/project/stats',
      query: common,
      raw: [
        byDay('clicks', 'clicked_at'),
        byDay('installs', 'installed_at'),
        `select ${local('occurred_at')} as day, network, country, platform, kind, currency, count(*), sum(amount)
          from events where project_id = $1 group by 1, 2, 3, 4, 5, 6`,
        `select cohort, network, country, platform, count(*) filter (where day = 0), count(*) filter (where day = 1),
          count(*) filter (where day = 7), count(*) filter (where day = 30) from (${ACTIVE}) a group by 1, 2, 3, 4`,
      ],
    },
    {
      title: 'campaign table',
      path: '/campaign',
      query: {
        ...common,
        columns: 'clicks|installs|click_to_install|signups|revenue|spend|roas|retention_d7',
        sort: 'installs',
        limit: '200',
      },
      raw: [
        byCampaign('clicks'),
        byCampaign('installs'),
        byCampaign('events', `kind = 'signup'`),
        `select campaign_id, currency, ${local('occurred_at')} as day, sum(amount) from events
          where project_id = $1 and kind = 'payment' group by 1, 2, 3`,
        `select campaign_id, count(*) from (${ACTIVE}) a where day = 7 group by 1`,
      ],
    },
    {
      title: 'cohorts',
      path: '/campaign/user-cohort',
      query: { ...common, days: '30' },
      raw: [`select cohort, day, count(*) from (${ACTIVE}) a group by 1, 2`],
    },
    {
      title: 'campaign details',
      path: '/campaign/campaign-details',
      query: { ...common, campaign_id: campaignId },
      raw: [
        byDay('clicks', 'clicked_at', ofOne),
        byDay('installs', 'installed_at', ofOne),
        `select ${local('occurred_at')} as day, link_id, country, platform, kind, name, currency, count(*), sum(amount)
          from events where project_id = $1 and ${ofOne} group by 1, 2, 3, 4, 5, 6, 7`,
        `select cohort, day, count(*) from (${ACTIVE} and i.${ofOne}) a group by 1, 2`,
      ],
    },
  ];
}
