import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { appendDeltasOf } from './deltas.ts';

/** Spend whose campaign is gone. */
export const NO_NETWORK = 'NONE';

/** Deltas of rows `s` of spend, under a network; minus takes them away again. */
const spendDeltas = (rows: RawBuilder<unknown>, network: RawBuilder<unknown>, sign: 1 | -1) => sql`
  select s.local_date, null::date as cohort_date, s.campaign_id, s.link_id, ${network} as network, '' as country,
    '' as platform, 'spend' as metric, '' as event_name, s.currency, null::int as day_number, ${sign}::int as count,
    ${sign}::int * s.amount as amount
  from ${rows}`;

/**
 * Runs a statement that inserts or deletes rows of `spend_days` and returns them, and counts them under the network of
 * their campaign. Returns how many there were.
 */
export async function changeSpend(
  tx: Tx,
  projectId: string,
  { statement, sign }: { statement: RawBuilder<unknown>; sign: 1 | -1 },
): Promise<number> {
  const rows = sql`changed s left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id`;
  const network = sql`coalesce(c.network, ${NO_NETWORK})`;
  const { rows: found } = await sql<{ count: number }>`
    with changed as (${statement}), deltas as (${appendDeltasOf(projectId, spendDeltas(rows, network, sign))})
    select count(*) as count from changed`.execute(tx);
  return found[0]?.count ?? 0;
}

interface Move {
  projectId: string;
  campaignId: string;
  from: string;
  to: string;
}

/** Spend is counted under the network that its campaign has now. */
export async function moveSpend(tx: Tx, { projectId, campaignId, from, to }: Move): Promise<void> {
  // No spend is imported meanwhile.
  await sql`select from projects where project_id = ${projectId} for no key update`.execute(tx);
  const rows = sql`spend_days s where s.project_id = ${projectId} and s.campaign_id = ${campaignId}`;
  const deltas = sql`
    ${spendDeltas(rows, sql`${from}::text`, -1)}
    union all ${spendDeltas(rows, sql`${to}::text`, 1)}`;
  await appendDeltasOf(projectId, deltas).execute(tx);
}
