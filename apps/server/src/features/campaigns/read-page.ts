import type { ReportContext, Values } from '@trailmark/contract/report-filter';
import { baseKeysOf, valuesOf } from '@trailmark/core/metrics/values';
import type { Tx } from '../../db/connection.ts';
import { type CampaignSelection, isMeaningMost, withinOf } from '../../report/campaign-selection.ts';
import { contextOf, presentContext, type Range, type ReportFilter } from '../../report/context.ts';
import { daysBetween } from '../../report/days.ts';
import type { ReportQuery } from '../../report/query.ts';
import { readSums } from '../../report/read-sums.ts';
import { inOneProcess } from '../../report/snapshot.ts';
import { orNotes } from '../../rollups/factors.ts';
import { type Ranked, type Ranking, rankCampaigns } from './rank-campaigns.ts';
import type { TableQuery } from './read-table.ts';
import { readTotals } from './read-totals.ts';

/** One page of the table by campaign, with the totals of all of its rows. */
export interface CampaignPage {
  context: ReportContext;
  ids: string[];
  count: number;
  valuesOf(id: string): Values;
  previousOf(id: string): Values | null;
  totals: Values;
  previousTotals: Values | null;
}

interface Rows {
  selection: CampaignSelection;
  ranked: Ranked;
  metrics: readonly string[];
}

async function readPeriod(tx: Tx, query: ReportQuery, { selection, ranked, metrics }: Rows) {
  const { ids, matched } = ranked;
  const filter = { ...query.filter, campaigns: ids };
  const rows = await readSums(tx, { ...query, filter, within: undefined, isLoose: false });
  const { sums, notes } = await readTotals(tx, query, { selection, matched });
  const days = daysBetween(query.range.from, query.range.to) + 1;
  return {
    notes,
    valuesOf: (id: string) => valuesOf(metrics, rows.at('campaign', id), days),
    totals: valuesOf(metrics, sums, days),
  };
}

/** Ranks all campaigns first: what else is shown is read of the page only. */
export async function readPage(
  tx: Tx,
  now: Date,
  { filter, query, ...page }: { filter: ReportFilter; query: TableQuery } & Pick<Ranking, 'offset' | 'limit'>,
): Promise<CampaignPage> {
  await inOneProcess(tx);
  const context = await contextOf(tx, now, filter);
  const { search, network, tag, columns: metrics = [], having = [], sort, order } = query;
  const selection: CampaignSelection = { ...filter, filter: query.filter, search, network, tag };
  const within = withinOf('campaign', selection);
  const reads = baseKeysOf(metrics);
  const over = (range: Range): ReportQuery => {
    return { filter, context, range, by: ['campaign'], reads, within, isLoose: isMeaningMost(selection) };
  };
  const ranking = { sort, order, having, ...page };
  const ranked = await rankCampaigns(tx, over(context.range), { selection, ranking });
  const rows = { selection, ranked, metrics };
  const current = await readPeriod(tx, over(context.range), rows);
  const previous = context.compared && (await readPeriod(tx, over(context.compared), rows));
  return {
    ...{ ids: ranked.ids, count: ranked.count, valuesOf: current.valuesOf, totals: current.totals },
    context: presentContext(context, previous ? orNotes(current.notes, previous.notes) : current.notes),
    previousOf: (id) => previous?.valuesOf(id) ?? null,
    previousTotals: previous?.totals ?? null,
  };
}
