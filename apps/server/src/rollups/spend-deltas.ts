import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connection.ts';

/** Spend whose campaign is gone. */
export const NO_NETWORK = 'NONE';

/** Deltas of rows `s` of spend, under a network; minus takes them away again. */
const spendDeltas = (rows: RawBuilder<unknown>, network: RawBuilder<unknown>, sign: 1 | -1) => sql`
  insert into rollup_deltas (project_id, id, local_date, local_hour, campaign_id, link_id, network, country, platform,
    metric, event_name, currency, count, amount)
  select s.project_id, gen_random_uuid(), s.local_date, 0, s.campaign_id, s.link_id, ${network}, '', '',
    'spend', '', s.currency, ${sign}::int, ${sign}::int * s.amount
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
    with changed as (${statement}), deltas as (${spendDeltas(rows, network, sign)})
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
  await spendDeltas(rows, sql`${from}`, -1).execute(tx);
  await spendDeltas(rows, sql`${to}`, 1).execute(tx);
}
