import type { Output } from '@trailmark/contract/call';
import type { CampaignGroup, listCampaigns } from '@trailmark/contract/campaign-report';
import { changeOf } from '@trailmark/contract/change-of';
import type { ExplainedChange } from '@trailmark/contract/explain-change';
import { metricOf } from '@trailmark/contract/metrics';
import type { Platform } from '@trailmark/contract/projects';
import type { Values } from '@trailmark/contract/report-filter';
import type { ViewQuery } from '@trailmark/contract/saved-views';
import type { Stats } from '@trailmark/contract/stats';
import type { Membership } from '../../access/caller.ts';
import type { Kit } from '../../platform/kit.ts';
import type { ReportFilter } from '../../report/context.ts';
import { filterOf } from '../../report/filter-of.ts';
import type { MailedChange, MailedMetric, ReportContent } from './report-content.ts';
import { filterOfView, tableOfView } from './view-filter.ts';

type CampaignList = Output<typeof listCampaigns>;
type TableQuery = ReturnType<typeof tableOfView> & { columns: readonly string[]; limit: number };

/** Reports of other features: a mail has the numbers of the screens, since they come from the same functions. */
export interface Reports {
  stats(kit: Kit, filter: ReportFilter, metrics: readonly string[]): Promise<Stats>;
  campaigns(kit: Kit, filter: ReportFilter, query: TableQuery): Promise<CampaignList>;
  explain(kit: Kit, filter: ReportFilter, metric: string): Promise<ExplainedChange>;
}

export interface ReadOptions {
  membership: Membership;
  platform: Platform;
  view: { screen: string; query: ViewQuery; columns: string[] | null } | null;
  from: string;
  to: string;
}

type Numbers = Pick<
  ReportContent,
  | 'changes'
  | 'metrics'
  | 'rows'
  | 'columns'
  | 'rowWord'
  | 'moreRows'
  | 'isEmpty'
  | 'compared'
  | 'timezone'
  | 'currency'
>;

const SHOWN_ROWS = 5;
const MOST_METRICS = 10;
const MOST_CHANGES = 3;
const MOST_CAMPAIGNS = 200;

const KPIS: Record<Platform, readonly string[]> = {
  app: ['clicks', 'installs', 'signups', 'revenue', 'spend', 'roas', 'cpi', 'retention_d1'],
  web: ['visits', 'installs', 'signups', 'revenue', 'spend', 'roas'],
};
const ROW_METRICS = ['installs', 'revenue', 'spend', 'roas'];
/** What a change is worth explaining of, where the mail has it. */
const EXPLAINABLE = ['installs', 'signups', 'revenue', 'spend', 'roas', 'cpi', 'visits', 'clicks'];
/** Smaller changes are noise. */
const SMALLEST_CHANGE = 0.02;

const GROUP_WORDS: Record<CampaignGroup, string> = {
  campaign: 'campaigns',
  network: 'networks',
  link: 'links',
  ad_set: 'ad sets',
  ad_set_name: 'ad sets',
  creative: 'creatives',
  creative_name: 'creatives',
  country: 'countries',
  platform: 'platforms',
};

function mailed(
  keys: readonly string[],
  platform: Platform,
  { values, previous }: { values: Values; previous: Values | null },
): MailedMetric[] {
  return keys.flatMap((key) => {
    const metric = metricOf(key, platform);
    return metric ? [{ key, metric, value: values[key] ?? null, previous: previous?.[key] ?? null }] : [];
  });
}

/** How much a metric changed; what appears where there was nothing is the largest change of all. */
function sizeOf({ metric, value, previous }: MailedMetric): number {
  const { share } = changeOf(metric, value, previous);
  if (share !== null) return Math.abs(share);
  return Number(previous ?? 0) === 0 && Number(value ?? 0) !== 0 ? Number.MAX_VALUE : 0;
}

async function readChanges(
  { kit, reports, filter }: { kit: Kit; reports: Reports; filter: ReportFilter },
  metrics: readonly MailedMetric[],
): Promise<MailedChange[]> {
  const largest = metrics
    .filter((one) => EXPLAINABLE.includes(one.key) && sizeOf(one) >= SMALLEST_CHANGE)
    .sort(
      (one, other) =>
        sizeOf(other) - sizeOf(one) || EXPLAINABLE.indexOf(one.key) - EXPLAINABLE.indexOf(other.key),
    )
    .slice(0, MOST_CHANGES);
  const changes: MailedChange[] = [];
  for (const one of largest) changes.push({ ...one, explained: await reports.explain(kit, filter, one.key) });
  return changes;
}

const isNothing = (metrics: readonly MailedMetric[]) =>
  metrics.every(({ value, previous }) => Number(value ?? 0) === 0 && Number(previous ?? 0) === 0);

/** The overview, or a view of it: its filters, for the days of the mail. */
async function readOverview(kit: Kit, reports: Reports, options: ReadOptions): Promise<Numbers> {
  const { membership, platform, view, from, to } = options;
  const filter = filterOf(membership, { ...filterOfView(view?.query ?? {}), from, to, compare: 'previous' });
  const keys = KPIS[platform];
  const stats = await reports.stats(kit, filter, keys);
  const metrics = mailed(keys, platform, { values: stats.total, previous: stats.previous });
  const list = await reports.campaigns(kit, filter, {
    ...tableOfView({}),
    columns: ROW_METRICS,
    limit: SHOWN_ROWS,
  });
  const rows = list.items.filter(({ values }) => ROW_METRICS.some((key) => Number(values[key] ?? 0) !== 0));
  return {
    metrics,
    changes: await readChanges({ kit, reports, filter }, metrics),
    rows: rows.map(({ name, values, previous }) => ({ label: name, values, previous })),
    columns: mailed(ROW_METRICS, platform, { values: list.totals, previous: list.previous_totals }),
    rowWord: GROUP_WORDS.campaign,
    moreRows: Math.max(0, list.count - SHOWN_ROWS),
    isEmpty: isNothing(metrics),
    compared: stats.compared ?? { from, to },
    timezone: stats.timezone,
    currency: stats.currency,
  };
}

/** A view of the campaign table: its filters, columns, grouping and order. */
async function readCampaigns(kit: Kit, reports: Reports, options: ReadOptions): Promise<Numbers> {
  const { membership, platform, view, from, to } = options;
  const query = view?.query ?? {};
  const filter = filterOf(membership, {
    ...filterOfView({ ...query, network: '' }),
    from,
    to,
    compare: 'previous',
  });
  const table = tableOfView(query);
  const chosen = (view?.columns ?? ROW_METRICS).filter((key) => metricOf(key)).slice(0, MOST_METRICS);
  const columns = chosen.length > 0 ? chosen : ROW_METRICS;
  const list = await reports.campaigns(kit, filter, { ...table, columns, limit: SHOWN_ROWS });
  const metrics = mailed(columns, platform, { values: list.totals, previous: list.previous_totals });
  const rows = list.items.length > 0 ? list.items.map((row) => ({ ...row, label: row.name })) : list.groups;
  // Changes are of the campaigns that the table selects.
  const campaigns = await reports.campaigns(kit, filter, {
    ...table,
    group_by: 'campaign',
    having: table.group_by === 'campaign' ? table.having : undefined,
    columns: [],
    sort: 'created_at',
    limit: MOST_CAMPAIGNS,
  });
  const ids = campaigns.items.map(({ campaign_id }) => campaign_id);
  const selected: ReportFilter = { ...filter, campaigns: ids };
  const isWhole = campaigns.count <= MOST_CAMPAIGNS && ids.length > 0;
  return {
    metrics,
    changes: isWhole ? await readChanges({ kit, reports, filter: selected }, metrics) : [],
    rows: rows.map(({ label, values, previous }) => ({ label, values, previous })),
    columns: metrics.slice(0, ROW_METRICS.length),
    rowWord: GROUP_WORDS[table.group_by],
    moreRows: Math.max(0, list.count - SHOWN_ROWS),
    isEmpty: isNothing(metrics),
    compared: list.compared ?? { from, to },
    timezone: list.timezone,
    currency: list.currency,
  };
}

/** What a person's mail says, within what they may see. */
export async function readNumbers(kit: Kit, reports: Reports, options: ReadOptions): Promise<Numbers> {
  return options.view?.screen === '/campaigns'
    ? await readCampaigns(kit, reports, options)
    : await readOverview(kit, reports, options);
}
