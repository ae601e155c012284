import type { FileAnswer } from '@trailmark/contract/route';
import { NO_CAMPAIGN, SKAN_METRICS, type SkanDimension, type SkanRow } from '@trailmark/contract/skan-report';
import type { Kit } from '../../../platform/kit.ts';
import { type Cell, writeCsv } from '../../../platform/write-csv.ts';
import { readSkanRows } from './read-report.ts';
import { isOfSource } from './report-rows.ts';
import type { SkanSelection } from './selection.ts';

/** Without it, spreadsheets take names in other scripts for another encoding. Programs that read CSV skip it. */
const BYTE_ORDER_MARK = '\uFEFF';

type Column = [title: string, cell: (row: SkanRow) => Cell];

const TITLES: Record<SkanDimension, string> = {
  campaign: 'Campaign',
  network: 'Network',
  source_identifier: 'Source identifier',
  source_identifier_3: 'Source identifier (3 digits)',
  source_identifier_2: 'Source identifier (2 digits)',
  window: 'Window',
  conversion_type: 'Conversion type',
  interaction: 'Interaction',
  did_win: 'Won',
  country: 'Country',
  version: 'Version',
  framework: 'Framework',
  day: 'Day',
};

const namesOf = ({ campaigns }: SkanRow) => campaigns.map(({ name }) => name).join(' or ');
const idsOf = ({ campaigns }: SkanRow) => campaigns.map((one) => one.campaign_id).join(' ');
const digitsOf = ({ source }: SkanRow) => source;

/** `yes`: one campaign alone. Otherwise the digits fit several, or none that is known. */
function resolvedOf({ campaigns, key }: SkanRow): string {
  if (campaigns.length === 1) return 'yes';
  return campaigns.length === 0 || key === NO_CAMPAIGN ? 'unknown' : 'ambiguous';
}

function namedColumns(dimension: SkanDimension): Column[] {
  const title = TITLES[dimension];
  if (!isOfSource(dimension)) {
    return [[title, ({ key }) => (dimension === 'window' ? String(Number(key) + 1) : key)]];
  }
  if (dimension === 'network') return [[title, ({ key }) => key]];
  const campaign: Column[] = [
    ['Campaign', namesOf],
    ['Campaign ID', idsOf],
    ['Resolved', resolvedOf],
  ];
  return dimension === 'campaign'
    ? campaign
    : [['Network', ({ network }) => network], [title, digitsOf], ...campaign];
}

/** As the screen has it: a share is a percentage, without the dust that the multiplication raises. */
const percent = (share: number | null): Cell => share && Number((share * 100).toPrecision(12));

function metricColumns(currency: string): Column[] {
  const { installs, redownloads, reengagements, postbacks, lost, null_rate, revenue, spend, cpi, roas } =
    SKAN_METRICS;
  const money = (label: string) => `${label} (${currency})`;
  return [
    [installs.label, (row) => row.installs],
    [redownloads.label, (row) => row.redownloads],
    [reengagements.label, (row) => row.reengagements],
    [postbacks.label, (row) => row.postbacks],
    [lost.label, (row) => row.lost],
    [`${null_rate.label} (%)`, (row) => percent(row.null_rate)],
    [money(`${revenue.label}, low`), (row) => row.revenue?.low ?? null],
    [money(`${revenue.label}, expected`), (row) => row.revenue?.expected ?? null],
    [money(`${revenue.label}, high`), (row) => row.revenue?.high ?? null],
    [money(spend.label), (row) => row.spend],
    [money(cpi.label), (row) => row.cpi],
    [roas.label, (row) => row.roas],
  ];
}

/** The breakdown of the report with all of its rows. */
export async function exportSkanReport(
  { db, clock }: Pick<Kit, 'db' | 'clock'>,
  selection: SkanSelection,
  breakdown: SkanDimension,
): Promise<FileAnswer> {
  const { context, rows } = await readSkanRows(db, clock.now(), { selection, breakdown });
  const columns = [...namedColumns(breakdown), ...metricColumns(context.currency)];
  const lines = rows.map((row) => columns.map(([, cell]) => cell(row)));
  return {
    contentType: 'text/csv; charset=utf-8',
    filename: `skan-${breakdown}-${context.range.from}-${context.range.to}.csv`,
    body: BYTE_ORDER_MARK + writeCsv([columns.map(([title]) => title), ...lines]),
    attachment: true,
  };
}
