import type { ReportContext, Values } from '@trailmark/contract/report-filter';
import type { BreakdownRow } from '@trailmark/contract/stats';
import type { BaseKey, Sums } from '@trailmark/core/metrics/sums';
import { baseKeysOf, compareValues, valuesOf } from '@trailmark/core/metrics/values';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { orNotes } from '../rollups/factors.ts';
import { type Context, presentContext, type ReportFilter } from './context.ts';
import { daysBetween, daysOf } from './days.ts';
import type { Dimension } from './dimensions.ts';
import type { ReportQuery } from './query.ts';
import { readSums } from './read-sums.ts';
import type { ReportSums } from './report-sums.ts';

interface Day {
  date: string;
  values: Values;
}

/** Metrics of a period by day and in total, with those of the previous period if it is compared. */
export interface Report {
  context: ReportContext;
  total: Values;
  /** Of the metrics that are read in total only. */
  extraTotal: Values;
  previous: Values | null;
  days: Day[];
  previousDays: Day[];
  /** The total by a dimension, the largest row first. */
  breakdown(dimension: Dimension): BreakdownRow[];
}

interface ReportOptions {
  filter: ReportFilter;
  context: Context;
  metrics: readonly string[];
  /** Metrics that are read in total only. */
  totalMetrics?: readonly string[];
  breakdowns: readonly Dimension[];
  within?: RawBuilder<unknown> | undefined;
}

function daysIn(sums: ReportSums, range: { from: string; to: string }, metrics: readonly string[]): Day[] {
  return daysOf(range).map((date) => ({ date, values: valuesOf(metrics, sums.at('date', date), 1) }));
}

/** Rows of a breakdown are ordered by installs, or else by the first metric. */
function largestFirst(metrics: readonly string[]) {
  const metric = metrics.includes('installs') ? 'installs' : (metrics[0] ?? '');
  return (one: BreakdownRow, other: BreakdownRow) => {
    const [a, b] = [one.values[metric] ?? null, other.values[metric] ?? null];
    if (a !== null && b !== null && compareValues(a, b) !== 0) return compareValues(b, a);
    if ((a === null) !== (b === null)) return a === null ? 1 : -1;
    return one.key < other.key ? -1 : 1;
  };
}

/** The sums of the total, and what is read in total only. */
async function withMore(
  tx: Tx,
  query: ReportQuery,
  { total, reads }: { total: Sums; reads: ReadonlySet<BaseKey> },
): Promise<Sums> {
  const missing = new Set([...reads].filter((key) => !query.reads.has(key)));
  if (missing.size === 0) return total;
  const more = (await readSums(tx, { ...query, by: ['none'], reads: missing })).total();
  return {
    counts: { ...total.counts, ...more.counts },
    money: { ...total.money, ...more.money },
    distinct: { ...total.distinct, ...more.distinct },
  };
}

export async function readReport(
  tx: Tx,
  { metrics, totalMetrics = [], breakdowns, ...options }: ReportOptions,
): Promise<Report> {
  const { context } = options;
  const query = { ...options, by: ['date', ...breakdowns] as const, reads: baseKeysOf(metrics) };
  const current = await readSums(tx, { ...query, range: context.range });
  const previous = context.compared && (await readSums(tx, { ...query, range: context.compared }));
  const total = current.total();
  const whole = await withMore(
    tx,
    { ...query, range: context.range },
    { total, reads: baseKeysOf(totalMetrics) },
  );
  const length = ({ from, to }: { from: string; to: string }) => daysBetween(from, to) + 1;
  const valuesNow = (sums: Sums) => valuesOf(metrics, sums, length(context.range));
  const valuesThen = (sums: Sums) => context.compared && valuesOf(metrics, sums, length(context.compared));
  return {
    context: presentContext(context, previous ? orNotes(current.notes, previous.notes) : current.notes),
    total: valuesNow(total),
    extraTotal: valuesOf(totalMetrics, whole, length(context.range)),
    previous: previous && valuesThen(previous.total()),
    days: daysIn(current, context.range, metrics),
    previousDays: previous && context.compared ? daysIn(previous, context.compared, metrics) : [],
    breakdown: (dimension) => {
      const keys = new Set([...current.keys(dimension), ...(previous?.keys(dimension) ?? [])]);
      return [...keys]
        .map((key) => ({
          key,
          values: valuesNow(current.at(dimension, key)),
          previous: previous && valuesThen(previous.at(dimension, key)),
        }))
        .sort(largestFirst(metrics));
    },
  };
}
