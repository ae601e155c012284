import { type Sums, subtract } from '@trailmark/core/metrics/sums';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { runRepeated } from '../../db/run-prepared.ts';
import { type CampaignSelection, isMeaningMost, matching } from '../../report/campaign-selection.ts';
import type { ReportQuery } from '../../report/query.ts';
import { readSums } from '../../report/read-sums.ts';
import type { MoneyNotes } from '../../rollups/factors.ts';
import { unfoldedDeltas } from '../../rollups/unfolded.ts';

/** Distinct installs do not add up. */
export const DISTINCT = ['payers', 'wau', 'mau'];

export interface Totals {
  sums: Sums;
  notes: MoneyNotes;
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
  return { sums: sums.total(), notes: sums.notes };
}

/** Everything less what is not of a matching campaign: few rows of a coarse grain instead of those of all campaigns. */
async function totalsOfMost(tx: Tx, query: ReportQuery, selection: CampaignSelection): Promise<Totals> {
  const isDistinct = (key: string) => DISTINCT.includes(key);
  const additive = new Set([...query.reads].filter((key) => !isDistinct(key)));
  const all = await totalsOf(tx, { ...query, reads: additive, within: undefined });
  // What has to be said about money cannot be subtracted.
  if (all.notes.hasOldRates || all.notes.unconverted.length > 0) return await totalsOf(tx, query);
  const campaigns = await listOthers(tx, selection);
  const filter = { ...query.filter, campaigns };
  const others = await totalsOf(tx, { ...query, filter, reads: additive, within: undefined });
  const distinct = new Set([...query.reads].filter(isDistinct));
  const counted = distinct.size > 0 ? (await totalsOf(tx, { ...query, reads: distinct })).sums.distinct : {};
  return { sums: { ...subtract(all.sums, others.sums), distinct: counted }, notes: all.notes };
}

/** The sums of all campaigns of the table: those that match, or those of them that fulfil its conditions. */
export async function readTotals(
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
