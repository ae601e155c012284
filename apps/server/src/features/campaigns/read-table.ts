import { type CampaignGroup, isChangeSort, sortedMetric } from '@trailmark/contract/campaign-report';
import type { Platform } from '@trailmark/contract/projects';
import type { ReportContext, Values } from '@trailmark/contract/report-filter';
import { changeOfValue } from '@trailmark/core/metrics/contributions';
import type { Value } from '@trailmark/core/metrics/evaluate';
import { totalOf } from '@trailmark/core/metrics/sums';
import { baseKeysOf, metricValue, valuesOf } from '@trailmark/core/metrics/values';
import type { Tx } from '../../db/connection.ts';
import { badField } from '../../platform/app-error.ts';
import { type CampaignSelection, isMeaningMost } from '../../report/campaign-selection.ts';
import { contextOf, presentContext, type Range, type ReportFilter } from '../../report/context.ts';
import { daysBetween } from '../../report/days.ts';
import { DISTINCT, type ReportQuery } from '../../report/query.ts';
import { readSums } from '../../report/read-sums.ts';
import { inOneProcess } from '../../report/snapshot.ts';
import { bothLinks, selectedBy } from '../../report/table-selection.ts';
import { orNotes } from '../../rollups/factors.ts';
import { onlyOf } from './only-of.ts';
import { type Entry, tableEntries } from './table-entries.ts';
import { compareRows, holds, type TableQuery } from './table-order.ts';

/** All rows of the table, in their order. */
export interface Table {
  context: ReportContext;
  platform: Platform;
  metrics: readonly string[];
  entries: Entry[];
  valuesOf(key: string): Values;
  previousOf(key: string): Values | null;
  totals: Values;
  previousTotals: Values | null;
}

/** The metrics of one period: of each row, and of all that are shown. */
async function readPeriod(tx: Tx, reportQuery: ReportQuery, { group, metrics }: Shown) {
  const found = await readSums(tx, reportQuery);
  const days = daysBetween(reportQuery.range.from, reportQuery.range.to) + 1;
  const reads = new Set(DISTINCT.filter((key) => reportQuery.reads.has(key)));
  // Where rows were left out, distinct installs are counted again.
  const distinctOf = async (entries: Entry[]) => {
    const only = onlyOf(reportQuery, group, entries);
    const withinLinks = bothLinks(reportQuery.withinLinks, only.withinLinks);
    const some = { ...reportQuery, ...only, withinLinks, by: ['none'] as const, reads };
    return (await readSums(tx, some)).distinct;
  };
  return {
    notes: found.notes,
    keys: found.keys(group),
    metricOf: (metric: string, entry: Entry) => metricValue(metric, found.at(group, entry.key), days),
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
  const sorted = sort === 'name' || sort === 'created_at' ? [] : [sortedMetric(sort)];
  return [...columns, ...having.map(({ metric }) => metric), ...sorted];
}

type MetricOf = (metric: string, entry: Entry) => Value;

/** What rows are sorted by: a metric, or how it changed. */
function sortValue(sort: string, metricOf: MetricOf, previous: MetricOf | null): (entry: Entry) => Value {
  if (!isChangeSort(sort)) return (entry) => metricOf(sort, entry);
  const metric = sortedMetric(sort);
  return (entry) => changeOfValue(metricOf(metric, entry), previous?.(metric, entry) ?? null);
}

/** The rows that fulfil the conditions, in the order of the query. */
function arranged(
  entries: Entry[],
  query: TableQuery,
  { metricOf, sortedBy }: { metricOf: MetricOf; sortedBy: (entry: Entry) => Value },
) {
  const having = query.having ?? [];
  return entries
    .filter((entry) => having.every((condition) => holds(condition, metricOf(condition.metric, entry))))
    .map((entry) => ({ entry, value: sortedBy(entry) }))
    .sort(compareRows(query))
    .map(({ entry }) => entry);
}

/** The table as it is at one moment. */
export async function readTable(
  tx: Tx,
  now: Date,
  { filter, query }: { filter: ReportFilter; query: TableQuery },
): Promise<Table> {
  await inOneProcess(tx);
  const context = await contextOf(tx, now, filter);
  const { search, network, tag, group_by: group, columns: metrics = [] } = query;
  const selection: CampaignSelection = { ...filter, filter: query.filter, search, network, tag };
  const reads = baseKeysOf(metricsRead(query));
  const isLoose = group === 'campaign' && isMeaningMost(selection);
  const reportQuery = { filter, context, by: [group], reads, ...selectedBy(group, selection), isLoose };
  const period = async (range: Range) => await readPeriod(tx, { ...reportQuery, range }, { group, metrics });
  const current = await period(context.range);
  const previous = context.compared && (await period(context.compared));

  const found = [...new Set([...current.keys, ...(previous?.keys ?? [])])];
  const all = await tableEntries(tx, selection, { group, found });
  if (isChangeSort(query.sort) && !previous) throw badField('sort', 'needs a period to compare with');
  const { metricOf } = current;
  const sortedBy = sortValue(query.sort, metricOf, previous?.metricOf ?? null);
  const entries = arranged(all, query, { metricOf, sortedBy });
  const isAll = entries.length === all.length;
  return {
    platform: context.platform,
    context: presentContext(context, previous ? orNotes(current.notes, previous.notes) : current.notes),
    metrics,
    entries,
    valuesOf: current.valuesOf,
    previousOf: (key) => previous?.valuesOf(key) ?? null,
    totals: await current.total(entries, isAll),
    previousTotals: (await previous?.total(entries, isAll)) ?? null,
  };
}
