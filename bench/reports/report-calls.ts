import { overviewMetrics, reportMetrics } from '../../apps/dashboard/src/report/headline-metrics.ts';
import { withSamples } from '../../apps/dashboard/src/report/judge-value.ts';
import { usualColumns } from '../../packages/contract/src/metrics.ts';

/** A report as the dashboard requests it, and the same query over raw rows. */
export interface ReportCall {
  title: string;
  /** At most so long at the median, at 20 million events and 10,000 campaigns. */
  goalMs: number;
  path: string;
  query: Record<string, string>;
  raw: string[];
}

const TZ = `'Asia/Kolkata'`;
const local = (column: string) => `(${column} at time zone ${TZ})::date`;

/** From a local day to another; without, all of history: a report and what it is compared with. */
type Days = { from: string; to: string } | null;

const on = (column: string, days: Days) =>
  days
    ? `${column} >= '${days.from}'::timestamp at time zone ${TZ}
        and ${column} < ('${days.to}'::date + 1)::timestamp at time zone ${TZ}`
    : 'true';

/** Every active day of every install, and how long after the install it was. */
const active = (days: Days) => `
  select distinct e.install_id, i.campaign_id, i.network, i.country, i.platform, ${local('i.installed_at')} as cohort,
    ${local('e.occurred_at')} - ${local('i.installed_at')} as day
  from events e join installs i on i.project_id = e.project_id and i.install_id = e.install_id
  where e.project_id = $1 and ${on('i.installed_at', days)}`;

const byDay = (table: string, time: string, where = 'true') => `
  select ${local(time)} as day, network, country, platform, count(*) from ${table}
  where project_id = $1 and ${where} group by 1, 2, 3, 4`;

const byCampaign = (table: string, where: string) =>
  `select campaign_id, count(*) from ${table} where project_id = $1 and ${where} group by 1`;

/** The dashboard compares with the previous period; tables only where changes are shown. */
const COMPARED = { compare: 'previous' };

export function reportCallsOf(
  { projectId, campaignId }: { projectId: string; campaignId: string },
  range: { from: string; to: string },
): ReportCall[] {
  const common = { project_id: projectId, ...range };
  const ofOne = `campaign_id = '${campaignId}'`;
  return [
    {
      title: 'overview',
      goalMs: 40,
      path: '/project/stats',
      query: { ...common, ...COMPARED, metrics: overviewMetrics('app').join('|') },
      raw: [
        byDay('clicks', 'clicked_at'),
        byDay('installs', 'installed_at'),
        `select ${local('occurred_at')} as day, network, country, platform, kind, currency, count(*), sum(amount)
          from events where project_id = $1 group by 1, 2, 3, 4, 5, 6`,
        `select cohort, network, country, platform, count(*) filter (where day = 0), count(*) filter (where day = 1),
          count(*) filter (where day = 7), count(*) filter (where day = 30) from (${active(null)}) a group by 1, 2, 3, 4`,
      ],
    },
    {
      title: 'campaign table',
      goalMs: 90,
      path: '/campaign',
      query: {
        ...common,
        columns: withSamples(usualColumns('app')).join('|'),
        sort: 'installs',
        limit: '200',
      },
      raw: [
        byCampaign('clicks', on('clicked_at', range)),
        byCampaign('installs', on('installed_at', range)),
        byCampaign('events', `kind = 'signup' and ${on('occurred_at', range)}`),
        `select campaign_id, currency, ${local('occurred_at')} as day, sum(amount) from events
          where project_id = $1 and kind = 'payment' and ${on('occurred_at', range)} group by 1, 2, 3`,
        `select campaign_id, count(*) from (${active(range)}) a where day = 7 group by 1`,
      ],
    },
    {
      title: 'cohorts',
      goalMs: 40,
      path: '/campaign/user-cohort',
      query: { ...common, days: '30' },
      raw: [`select cohort, day, count(*) from (${active(range)}) a group by 1, 2`],
    },
    {
      title: 'campaign details',
      goalMs: 25,
      path: '/campaign/campaign-details',
      query: { ...common, ...COMPARED, campaign_id: campaignId, metrics: reportMetrics('app').join('|') },
      raw: [
        byDay('clicks', 'clicked_at', ofOne),
        byDay('installs', 'installed_at', ofOne),
        `select ${local('occurred_at')} as day, link_id, country, platform, kind, name, currency, count(*), sum(amount)
          from events where project_id = $1 and ${ofOne} group by 1, 2, 3, 4, 5, 6, 7`,
        `select cohort, day, count(*) from (${active(null)} and i.${ofOne}) a group by 1, 2`,
      ],
    },
  ];
}
