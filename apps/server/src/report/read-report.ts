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

/** Figures of a period by day, and in all; beside those of an earlier one, if it is compared. */
export interface Report {
  context: ReportContext;
  total: Values;
  beside: Values;
  previous: Values | null;
  days: Day[];
  previousDays: Day[];
  /** The parts of the whole, the largest first. */
  split(dimension: Dimension): BreakdownRow[];
}

interface Wanted {
  asked: ReportFilter;
  context: Context;
  metrics: readonly string[];
  /** Figures that are wanted of the whole only. */
  beside?: readonly string[];
  splits: readonly Dimension[];
  within?: RawBuilder<unknown> | undefined;
}

function daysIn(found: ReportSums, range: { from: string; to: string }, metrics: readonly string[]): Day[] {
  return daysOf(range).map((date) => ({ date, values: valuesOf(metrics, found.at('date', date), 1) }));
}

/** What parts are ordered by: installs, or else the first figure. */
function largestFirst(metrics: readonly string[]) {
  const metric = metrics.includes('installs') ? 'installs' : (metrics[0] ?? '');
  return (one: BreakdownRow, other: BreakdownRow) => {
    const [a, b] = [one.values[metric] ?? null, other.values[metric] ?? null];
    if (a !== null && b !== null && compareValues(a, b) !== 0) return compareValues(b, a);
    if ((a === null) !== (b === null)) return a === null ? 1 : -1;
    return one.key < other.key ? -1 : 1;
  };
}

/** The sums of the whole, and what is read of the whole only. */
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
  { metrics, beside = [], splits, ...wanted }: Wanted,
): Promise<Report> {
  const { context } = wanted;
  const query = { ...wanted, by: ['date', ...splits] as const, reads: baseKeysOf(metrics) };
  const now = await readSums(tx, { ...query, range: context.range });
  const then = context.compared && (await readSums(tx, { ...query, range: context.compared }));
  const total = now.total();
  const whole = await withMore(tx, { ...query, range: context.range }, { total, reads: baseKeysOf(beside) });
  const length = ({ from, to }: { from: string; to: string }) => daysBetween(from, to) + 1;
  const valuesNow = (sums: Sums) => valuesOf(metrics, sums, length(context.range));
  const valuesThen = (sums: Sums) => context.compared && valuesOf(metrics, sums, length(context.compared));
  return {
    context: presentContext(context, then ? orNotes(now.notes, then.notes) : now.notes),
    total: valuesNow(total),
    beside: valuesOf(beside, whole, length(context.range)),
    previous: then && valuesThen(then.total()),
    days: daysIn(now, context.range, metrics),
    previousDays: then && context.compared ? daysIn(then, context.compared, metrics) : [],
    split: (dimension) => {
      const keys = new Set([...now.keys(dimension), ...(then?.keys(dimension) ?? [])]);
      return [...keys]
        .map((key) => ({
          key,
          values: valuesNow(now.at(dimension, key)),
          previous: then && valuesThen(then.at(dimension, key)),
        }))
        .sort(largestFirst(metrics));
    },
  };
}
