import type { CampaignGroup } from '@trailmark/contract/campaign-report';
import type { ReportContext, Values } from '@trailmark/contract/report-filter';
import { totalOf } from '@trailmark/core/metrics/sums';
import { baseKeysOf, metricValue, valuesOf } from '@trailmark/core/metrics/values';
import type { Tx } from '../../db/connection.ts';
import { contextOf, presentContext, type Range, type ReportFilter } from '../../report/context.ts';
import { daysBetween } from '../../report/days.ts';
import { isMeaningMost, type Sought, withinOf } from '../../report/matching.ts';
import type { ReportQuery } from '../../report/query.ts';
import { readSums } from '../../report/read-sums.ts';
import { inOneProcess } from '../../report/snapshot.ts';
import { orNotes } from '../../rollups/factors.ts';
import { onlyOf } from './only-of.ts';
import { DISTINCT } from './read-totals.ts';
import { type Entry, tableEntries } from './table-entries.ts';
import { type Condition, compareRows, holds, type Order } from './table-order.ts';

/** What the table asks for; the export asks the same. */
export interface TableQuery extends Order, Pick<Sought, 'filter' | 'search' | 'network' | 'tag'> {
  columns?: readonly string[] | undefined;
  group_by: CampaignGroup;
  having?: readonly Condition[] | undefined;
}

/** All rows of the table, in their order. */
export interface Table {
  context: ReportContext;
  metrics: readonly string[];
  entries: Entry[];
  valuesOf(key: string): Values;
  previousOf(key: string): Values | null;
  totals: Values;
  previousTotals: Values | null;
}

/** The figures of one period: of each row, and of all that are shown. */
async function readPeriod(tx: Tx, question: ReportQuery, { group, metrics }: Shown) {
  const found = await readSums(tx, question);
  const days = daysBetween(question.range.from, question.range.to) + 1;
  const reads = new Set(DISTINCT.filter((key) => question.reads.has(key)));
  // Where rows were left out, distinct installs are counted again.
  const distinctOf = async (entries: Entry[]) => {
    const some = { ...question, ...onlyOf(question, group, entries), by: ['none'] as const, reads };
    return (await readSums(tx, some)).distinct;
  };
  return {
    notes: found.notes,
    keys: found.keys(group),
    figure: (metric: string, entry: Entry) => metricValue(metric, found.at(group, entry.key), days),
    valuesOf: (key: string) => valuesOf(metrics, found.at(group, key), days),
    total: async (entries: Entry[], isAll: boolean) => {
      const sums = totalOf(entries.map((entry) => found.at(group, entry.key)));
      const distinct = isAll || reads.size === 0 ? found.distinct : await distinctOf(entries);
      return valuesOf(metrics, { ...sums, distinct }, days);
    },
  };
}

interface Shown {
  group: CampaignGroup;
  metrics: readonly string[];
}

function metricsRead({ columns = [], having = [], sort }: TableQuery): string[] {
  const sorted = sort === 'name' || sort === 'created_at' ? [] : [sort];
  return [...columns, ...having.map(({ metric }) => metric), ...sorted];
}

/** The rows that are left by the conditions, in the order that is asked for. */
function arranged(
  entries: Entry[],
  query: TableQuery,
  figure: (metric: string, entry: Entry) => number | string | null,
) {
  const having = query.having ?? [];
  return entries
    .filter((entry) => having.every((condition) => holds(condition, figure(condition.metric, entry))))
    .map((entry) => ({ entry, value: figure(query.sort, entry) }))
    .sort(compareRows(query))
    .map(({ entry }) => entry);
}

/** The table as it is at one moment. */
export async function readTable(
  tx: Tx,
  now: Date,
  { asked, query }: { asked: ReportFilter; query: TableQuery },
): Promise<Table> {
  await inOneProcess(tx);
  const context = await contextOf(tx, now, asked);
  const { filter, search, network, tag, group_by: group, columns: metrics = [] } = query;
  const sought: Sought = { ...asked, filter, search, network, tag };
  const reads = baseKeysOf(metricsRead(query));
  const isLoose = group === 'campaign' && isMeaningMost(sought);
  const question = { asked, context, by: [group], reads, within: withinOf(group, sought), isLoose };
  const period = async (range: Range) => await readPeriod(tx, { ...question, range }, { group, metrics });
  const current = await period(context.range);
  const previous = context.compared && (await period(context.compared));

  const found = [...new Set([...current.keys, ...(previous?.keys ?? [])])];
  const all = await tableEntries(tx, sought, { group, found });
  const entries = arranged(all, query, current.figure);
  const isAll = entries.length === all.length;
  return {
    context: presentContext(context, previous ? orNotes(current.notes, previous.notes) : current.notes),
    metrics,
    entries,
    valuesOf: current.valuesOf,
    previousOf: (key) => previous?.valuesOf(key) ?? null,
    totals: await current.total(entries, isAll),
    previousTotals: (await previous?.total(entries, isAll)) ?? null,
  };
}
