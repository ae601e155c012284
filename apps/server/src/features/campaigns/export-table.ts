import type { CampaignGroup } from '@trailmark/contract/campaign-report';
import { metricOf } from '@trailmark/contract/metrics';
import type { Values } from '@trailmark/contract/report-filter';
import type { FileAnswer } from '@trailmark/contract/route';
import type { Kit } from '../../platform/kit.ts';
import { type Cell, writeCsv } from '../../platform/write-csv.ts';
import type { ReportFilter } from '../../report/context.ts';
import { inSnapshot } from '../../report/snapshot.ts';
import { readTable, type Table } from './read-table.ts';
import type { Entry } from './table-entries.ts';
import type { TableQuery } from './table-order.ts';

const AT_ONCE = 500;

/** Without it, spreadsheets take names in other scripts for another encoding. Programs that read CSV skip it. */
const BYTE_ORDER_MARK = '\uFEFF';

type NamedColumn = [title: string, cell: (entry: Entry) => Cell];

const label = (title: string): NamedColumn => [title, (entry) => entry.label];
const campaign: NamedColumn = ['Campaign', (entry) => entry.campaignName];
const campaignId: NamedColumn = ['Campaign ID', (entry) => entry.campaignId];
const displayId: NamedColumn = ['Display ID', (entry) => entry.displayId];
const network: NamedColumn = ['Network', (entry) => entry.network];
const tags: NamedColumn = ['Tags', (entry) => entry.tags?.join(', ') ?? ''];
const campaigns: NamedColumn = ['Campaigns', (entry) => entry.campaigns];

const NAMED: Record<CampaignGroup, NamedColumn[]> = {
  campaign: [label('Campaign'), displayId, campaignId, network, tags],
  network: [network],
  link: [
    label('Link'),
    ['Link ID', ({ key }) => key.split(':')[1] ?? ''],
    campaign,
    displayId,
    campaignId,
    network,
  ],
  ad_set: [label('Ad set'), campaign, displayId, campaignId, network, tags],
  creative: [label('Creative'), campaign, displayId, campaignId, network, tags],
  ad_set_name: [label('Ad set'), campaigns, tags],
  creative_name: [label('Creative'), campaigns, tags],
  country: [label('Country')],
  platform: [label('Platform')],
};

/** The name of a metric with its unit. */
function titleOf(metric: string, { platform, context: { currency } }: Table): string {
  const found = metricOf(metric, platform);
  if (!found) return metric;
  if (found.unit === 'money') return `${found.label} (${currency})`;
  return found.unit === 'percent' ? `${found.label} (%)` : found.label;
}

/** As the screen has it: a share is a percentage, without the dust that the multiplication raises. */
function cellOf(metric: string, values: Values): Cell {
  const value = values[metric] ?? null;
  if (typeof value !== 'number' || metricOf(metric)?.unit !== 'percent') return value;
  return Number((value * 100).toPrecision(12));
}

function headOf(table: Table, group: CampaignGroup): string[] {
  const { compared } = table.context;
  const titles = table.metrics.map((metric) => titleOf(metric, table));
  const until = compared?.until ? ` until ${compared.until}` : '';
  const earlier = compared
    ? titles.map((title) => `${title}, ${compared.from} to ${compared.to}${until}`)
    : [];
  return [...NAMED[group].map(([title]) => title), ...titles, ...earlier];
}

function lineOf(table: Table, group: CampaignGroup, entry: Entry): Cell[] {
  const previous = table.previousOf(entry.key);
  return [
    ...NAMED[group].map(([, cell]) => cell(entry)),
    ...table.metrics.map((metric) => cellOf(metric, table.valuesOf(entry.key))),
    ...(previous ? table.metrics.map((metric) => cellOf(metric, previous)) : []),
  ];
}

async function* linesOf(table: Table, group: CampaignGroup): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + writeCsv([headOf(table, group)]);
  for (let at = 0; at < table.entries.length; at += AT_ONCE) {
    const entries = table.entries.slice(at, at + AT_ONCE);
    yield writeCsv(entries.map((entry) => lineOf(table, group, entry)));
  }
}

/** The campaign table with all of its rows. It is read before the first line goes out, so that it is of one moment. */
export async function exportTable(
  { db, clock }: Pick<Kit, 'db' | 'clock'>,
  filter: ReportFilter,
  query: TableQuery,
): Promise<FileAnswer> {
  const table = await inSnapshot(db, filter.projectId, (tx) => readTable(tx, clock.now(), { filter, query }));
  const { from, to } = table.context;
  return {
    contentType: 'text/csv; charset=utf-8',
    filename: `${query.group_by}-${from}-${to}.csv`,
    body: linesOf(table, query.group_by),
    attachment: true,
  };
}
