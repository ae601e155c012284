import type { ReportContext, Values } from '@trailmark/contract/report-filter';
import { type Sums, subtract } from '@trailmark/core/metrics/sums';
import { baseKeysOf, valuesOf } from '@trailmark/core/metrics/values';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { runRepeated } from '../../db/run-prepared.ts';
import { type CampaignSelection, isMeaningMost, matching } from '../../report/campaign-selection.ts';
import { contextOf, presentContext, type Range, type ReportFilter } from '../../report/context.ts';
import { daysBetween } from '../../report/days.ts';
import { DISTINCT, type ReportQuery } from '../../report/query.ts';
import { readSums } from '../../report/read-sums.ts';
import { inOneProcess } from '../../report/snapshot.ts';
import { selectedBy } from '../../report/table-selection.ts';
import { orNotes, type ReportNotes, subtractNotes, summedNotes } from '../../rollups/factors.ts';
import { unfoldedDeltas } from '../../rollups/unfolded.ts';
import { type Ranked, type Ranking, rankCampaigns } from './rank-campaigns.ts';
import type { TableQuery } from './table-order.ts';

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

interface Totals {
  sums: Sums;
  notes: ReportNotes;
}

/** Whatever was counted under an id that is not of a matching campaign: organic, archived, or gone. */
async function listOthers(tx: Tx, selection: CampaignSelection): Promise<string[]> {
  const { projectId } = selection;
  const isOther = sql`not exists (select from campaigns c where c.id = r.campaign_id and ${matching(selection)})`;
  const statement = sql<{ id: string }>`
    select r.campaign_id as id from rollup_campaigns r where r.project_id = ${projectId} and ${isOther}
    union
    select r.campaign_id from ${unfoldedDeltas(projectId)} r where ${isOther}`;
  return (await runRepeated(tx, statement)).map(({ id }) => id);
}

async function totalsOf(tx: Tx, query: ReportQuery): Promise<Totals> {
  const sums = await readSums(tx, { ...query, by: ['none'], isLoose: false });
  return { sums: sums.total(), notes: sums.notesByMoney };
}

/** Everything less what is not of a matching campaign: few rows of a coarse grain instead of those of all campaigns. */
async function totalsOfMost(tx: Tx, query: ReportQuery, selection: CampaignSelection): Promise<Totals> {
  const isDistinct = (key: string) => DISTINCT.includes(key);
  const additive = new Set([...query.reads].filter((key) => !isDistinct(key)));
  const all = await totalsOf(tx, { ...query, reads: additive, within: undefined });
  const campaigns = await listOthers(tx, selection);
  const filter = { ...query.filter, campaigns };
  const others = await totalsOf(tx, { ...query, filter, reads: additive, within: undefined });
  const distinct = new Set([...query.reads].filter(isDistinct));
  const counted = distinct.size > 0 ? (await totalsOf(tx, { ...query, reads: distinct })).sums.distinct : {};
  return {
    sums: { ...subtract(all.sums, others.sums), distinct: counted },
    notes: subtractNotes(all.notes, others.notes),
  };
}

/** The sums of all campaigns of the table: those that match, or those of them that fulfil its conditions. */
async function readTotals(
  tx: Tx,
  query: ReportQuery,
  { selection, matched }: { selection: CampaignSelection; matched: string[] | null },
): Promise<Totals> {
  const { filter } = query;
  if (matched) {
    return await totalsOf(tx, { ...query, filter: { ...filter, campaigns: matched }, within: undefined });
  }
  const isEverything = filter.scope.all && !filter.campaigns && isMeaningMost(selection);
  return await (isEverything ? totalsOfMost(tx, query, selection) : totalsOf(tx, query));
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
    notes: summedNotes(notes),
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
  const { within } = selectedBy('campaign', selection);
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
    ids: ranked.ids,
    count: ranked.count,
    valuesOf: current.valuesOf,
    totals: current.totals,
    context: presentContext(context, previous ? orNotes(current.notes, previous.notes) : current.notes),
    previousOf: (id) => previous?.valuesOf(id) ?? null,
    previousTotals: previous?.totals ?? null,
  };
}
