import type { Output } from '@trailmark/contract/call';
import type { getCampaignDetails } from '@trailmark/contract/campaign-report';
import { OVERVIEW_METRICS } from '@trailmark/contract/stats';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { runRepeated } from '../../db/run-prepared.ts';
import type { Kit } from '../../platform/kit.ts';
import { contextOf, type ReportFilter } from '../../report/context.ts';
import type { Dimension } from '../../report/dimensions.ts';
import type { ReportQuery } from '../../report/query.ts';
import { dayRows } from '../../report/read-days.ts';
import { type Report, readReport } from '../../report/read-report.ts';
import { inSnapshot } from '../../report/snapshot.ts';
import { NO_FACTORS } from '../../rollups/factors.ts';
import { noCampaign } from './acting.ts';
import { listLinkRows } from './link-store.ts';
import { presentCampaign } from './present.ts';
import { findCampaignRow } from './store.ts';

const FUNNEL = ['clicks', 'installs', 'signups', 'payers'] as const;

function funnelOf(report: Report) {
  const counts = FUNNEL.map((step) => Number(report.extraTotal[step]));
  return FUNNEL.map((step, n) => {
    const [count, before] = [counts[n] ?? 0, counts[n - 1]];
    return { step, count, of_previous: before ? count / before : null };
  });
}

/** Every event of the campaign, the most frequent first. */
async function listEvents(tx: Tx, query: Omit<ReportQuery, 'by' | 'reads'>) {
  const ofCampaign: ReportQuery = { ...query, by: ['campaign'], reads: new Set() };
  const columns = ['events', 'first_events'];
  const rows = dayRows(ofCampaign, NO_FACTORS, { columns, eventNames: 'all', cuts: [] });
  const statement = sql<{ name: string; count: number; first_time_installs: number }>`
    select r.event_name as name, sum(r.events)::bigint as count, sum(r.first_events)::bigint as first_time_installs
    from (${rows}) r
    group by r.event_name
    having sum(r.events) <> 0
    order by count desc, name`;
  return await runRepeated(tx, statement);
}

/** A breakdown of one campaign. Its id, which is in every key, is left out. */
function partsOf(report: Report, dimension: Dimension) {
  return report.breakdown(dimension).map((row) => ({ ...row, key: row.key.slice(row.key.indexOf(':') + 1) }));
}

/** How one campaign did. */
export async function readDetails(
  { db, clock, publicUrl }: Pick<Kit, 'db' | 'clock' | 'publicUrl'>,
  filter: ReportFilter,
  { campaignId, metrics = OVERVIEW_METRICS }: { campaignId: string; metrics?: readonly string[] | undefined },
): Promise<Output<typeof getCampaignDetails>> {
  return await inSnapshot(db, filter.projectId, async (tx) => {
    const row = await findCampaignRow(tx, { ...filter, campaignId });
    if (!row) throw noCampaign();
    const own = { ...filter, campaigns: [campaignId] };
    const context = await contextOf(tx, clock.now(), own);
    const breakdowns = ['link', 'ad_set', 'creative', 'country', 'platform'] as const;
    const report = await readReport(tx, { filter: own, context, metrics, totalMetrics: FUNNEL, breakdowns });
    const links = await listLinkRows(tx, filter.projectId, campaignId);
    const names = new Map(links.map(({ id, name }) => [id, name]));
    return {
      ...report.context,
      campaign: presentCampaign(row, publicUrl),
      total: report.total,
      previous: report.previous,
      days: report.days,
      previous_days: report.previousDays,
      funnel: funnelOf(report),
      by_link: partsOf(report, 'link').map((row) => ({ ...row, label: names.get(row.key) ?? '' })),
      by_ad_set: partsOf(report, 'ad_set'),
      by_creative: partsOf(report, 'creative'),
      by_country: report.breakdown('country'),
      by_platform: report.breakdown('platform'),
      events: await listEvents(tx, { filter: own, context, range: context.range }),
    };
  });
}
