import {
  MOST_SKAN_ROWS,
  type SkanDimension,
  type SkanReport,
  type SkanRow,
  type SkanValues,
} from '@trailmark/contract/skan-report';
import { type Decimal, divide, textOf } from '@trailmark/core/metrics/decimal';
import {
  countUndecoded,
  type FactorOf,
  type RevenueSum,
  sumEvents,
  sumRevenue,
} from '@trailmark/core/skan/report/decoded-sums';
import type { PostbackCell } from '@trailmark/core/skan/report/postback-cell';
import { countCell, noCounts, nullRateOf, spreadOf } from '@trailmark/core/skan/report/postback-counts';
import type { Db, Tx } from '../../../db/connection.ts';
import { type Context, contextOf } from '../../../report/context.ts';
import { daysOf } from '../../../report/days.ts';
import { readRaw } from '../../../report/read-raw.ts';
import { hasPostbacks } from './campaign-store.ts';
import { type CellsQuery, readCells } from './read-cells.ts';
import { readFactors } from './read-factors.ts';
import { readSources, type Sources } from './read-sources.ts';
import { readSkanSpend, type SkanSpend } from './read-spend.ts';
import { readReportDays } from './report-days.ts';
import { isOfSource, type RowCells, rowsOfKeys, rowsOfSources, sortSources } from './report-rows.ts';
import { readTimeline, type SchemaTimeline } from './schema-timeline.ts';
import type { SkanSelection } from './selection.ts';

const MONEY_PLACES = 6;
const RATIO_PLACES = 12;

interface Reading {
  context: Context;
  sources: Sources;
  timeline: SchemaTimeline;
  spend: SkanSpend;
  /** Of the breakdown. */
  rows: RowCells[];
  byDay: PostbackCell[];
  factorOf: FactorOf;
}

interface ReportQuery {
  selection: SkanSelection;
  breakdown: SkanDimension;
}

async function readRows(
  tx: Tx,
  {
    query,
    breakdown,
    byDay,
  }: {
    query: Omit<CellsQuery, 'by'> & { sources: Sources };
    breakdown: SkanDimension;
    byDay: PostbackCell[];
  },
): Promise<RowCells[]> {
  if (breakdown === 'day') return rowsOfKeys(byDay);
  if (!isOfSource(breakdown)) return rowsOfKeys(await readCells(tx, { ...query, by: breakdown }));
  const sorted = sortSources(breakdown, query.sources);
  return rowsOfSources(sorted, await readCells(tx, { ...query, by: sorted.rowOf }));
}

async function read(tx: Tx, now: Date, { selection, breakdown }: ReportQuery): Promise<Reading> {
  const context = await contextOf(tx, now, selection);
  const days = await readReportDays(tx, context);
  const sources = await readSources(tx, selection);
  const timeline = await readTimeline(tx, selection.projectId);
  const query = { selection, days, sources, activatedAt: timeline.activatedAt };
  const byDay = await readCells(tx, { ...query, by: 'day' });
  const rows = await readRows(tx, { query, breakdown, byDay });
  const factorOf = await readFactors(tx, context, { cells: byDay, decode: timeline.decode });
  const spend = await readSkanSpend(tx, { selection, context }, sources.campaigns);
  return { context, sources, timeline, spend, rows, byDay, factorOf };
}

const presentRange = ({ low, expected, high, open }: RevenueSum) => ({
  low: textOf(low, MONEY_PLACES),
  expected: textOf(expected, MONEY_PLACES),
  high: high && textOf(high, MONEY_PLACES),
  open,
});

const whole = (count: number): Decimal => ({ units: BigInt(count), places: 0 });

/** The metrics of some cells and of what they cost. */
function valuesOf(
  { timeline, factorOf }: Pick<Reading, 'timeline' | 'factorOf'>,
  cells: readonly PostbackCell[],
  cost: Decimal | null,
): SkanValues {
  const counts = noCounts();
  for (const cell of cells) countCell(counts, cell);
  const revenue = sumRevenue(cells, timeline.decode, factorOf);
  const cpi = cost && divide(cost, whole(counts.installs), MONEY_PLACES);
  const roas = cost && revenue && divide(revenue.expected, cost, RATIO_PLACES);
  return {
    postbacks: counts.postbacks,
    installs: counts.installs,
    redownloads: counts.redownloads,
    reengagements: counts.reengagements,
    lost: counts.lost,
    null_rate: nullRateOf(counts),
    revenue: revenue && presentRange(revenue),
    spend: cost && textOf(cost, MONEY_PLACES),
    cpi: cpi && textOf(cpi, MONEY_PLACES),
    roas: roas && Number(textOf(roas, RATIO_PLACES)),
  };
}

const mostFirst = (one: SkanRow, other: SkanRow) =>
  other.installs - one.installs || other.postbacks - one.postbacks || (one.key < other.key ? -1 : 1);
const earliestFirst = (one: SkanRow, other: SkanRow) => (one.key < other.key ? -1 : 1);

/** All rows of the breakdown. */
function presentRows(reading: Reading, breakdown: SkanDimension): SkanRow[] {
  const rows = reading.rows.map(({ cells, ...row }) => ({
    ...row,
    ...valuesOf(reading, cells, reading.spend.at(breakdown, row.key)),
  }));
  return rows.sort(['day', 'window'].includes(breakdown) ? earliestFirst : mostFirst);
}

function presentDays(reading: Reading): SkanReport['days'] {
  const cells = new Map(rowsOfKeys(reading.byDay).map((row) => [row.key, row.cells]));
  return daysOf(reading.context.range).map((date) => ({
    date,
    ...valuesOf(reading, cells.get(date) ?? [], reading.spend.total && reading.spend.at('day', date)),
  }));
}

function versionsOf({ timeline, byDay }: Reading): number[] {
  const decoded = byDay.filter((cell) => timeline.decode(cell) !== null);
  return [...new Set(decoded.flatMap((cell) => timeline.versionOf(cell) ?? []))].sort((a, b) => a - b);
}

function present(reading: Reading, { selection, breakdown }: ReportQuery): Omit<SkanReport, 'has_postbacks'> {
  const { context, sources, timeline, spend, byDay } = reading;
  const spread = spreadOf(byDay);
  const rows = presentRows(reading, breakdown);
  return {
    ...context.range,
    timezone: context.timezone,
    currency: context.currency,
    day_basis: selection.dayBasis,
    digits_kept: sources.digitsKept,
    total: valuesOf(reading, byDay, spend.total),
    days: presentDays(reading),
    breakdown,
    rows: rows.slice(0, MOST_SKAN_ROWS),
    other_rows: Math.max(rows.length - MOST_SKAN_ROWS, 0),
    tiers: spread.tiers,
    without_tier: spread.withoutTier,
    fine: spread.fine,
    coarse: spread.coarse,
    events: sumEvents(byDay, timeline.decode),
    undecoded: countUndecoded(byDay, timeline.decode),
    schema_versions: versionsOf(reading),
    unconverted: spend.unconverted,
  };
}

/** What the postbacks of a period say. */
export async function readSkanReport(db: Db, now: Date, query: ReportQuery): Promise<SkanReport> {
  return await readRaw(db, query.selection.projectId, async (tx) => {
    const reading = await read(tx, now, query);
    const { scope, projectId } = query.selection;
    // Whether others receive postbacks is not for guests.
    const hasAny = scope.all ? await hasPostbacks(tx, projectId) : reading.byDay.length > 0;
    return { ...present(reading, query), has_postbacks: hasAny };
  });
}

/** Every row of the breakdown, and what the period is. */
export async function readSkanRows(db: Db, now: Date, query: ReportQuery) {
  return await readRaw(db, query.selection.projectId, async (tx) => {
    const reading = await read(tx, now, query);
    return { context: reading.context, rows: presentRows(reading, query.breakdown) };
  });
}
