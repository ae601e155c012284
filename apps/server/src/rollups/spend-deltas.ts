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
 * Runs a statement that changes rows of `spend_days` and returns them, and counts those whose `counted` is as given
 * under the network of their campaign. Returns how many rows were changed.
 */
async function changeSpend(
  tx: Tx,
  projectId: string,
  { statement, counted, sign }: { statement: RawBuilder<unknown>; counted: boolean; sign: 1 | -1 },
): Promise<number> {
  const rows = sql`changed s left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id
    where s.counted = ${counted}`;
  const network = sql`coalesce(c.network, ${NO_NETWORK})`;
  const { rows: found } = await sql<{ count: number }>`
    with changed as (${statement}), deltas as (${appendDeltasOf(projectId, spendDeltas(rows, network, sign))})
    select count(*) as count from changed`.execute(tx);
  return found[0]?.count ?? 0;
}

/** Runs a statement that deletes rows of `spend_days` and returns them. Returns how many there were. */
export const deleteSpendBy = (tx: Tx, projectId: string, statement: RawBuilder<unknown>) =>
  changeSpend(tx, projectId, { statement, counted: true, sign: -1 });

/**
 * Lets one source count for each campaign and day of `keys`, a query of campaign_id and local_date: the network's own
 * number, or the file where the campaign says so. New rows are stored as not counted, and begin to count here.
 */
export async function settleSpend(tx: Tx, projectId: string, keys: RawBuilder<unknown>): Promise<void> {
  const winners = sql`
    select k.campaign_id, k.local_date,
      case when coalesce(c.spend_source, 'network') = 'file' then k.has_file else not k.has_network end as is_file
    from (select s.campaign_id, s.local_date, bool_or(s.source = 'file') as has_file,
        bool_or(s.source <> 'file') as has_network
      from spend_days s
      where s.project_id = ${projectId} and (s.campaign_id, s.local_date) in (${keys})
      group by 1, 2) k
    left join campaigns c on c.project_id = ${projectId} and c.id = k.campaign_id`;
  const settled = (isWinner: boolean) => sql`
    update spend_days s set counted = ${isWinner} from (${winners}) w
    where s.project_id = ${projectId} and s.campaign_id = w.campaign_id and s.local_date = w.local_date
      and ((s.source = 'file') = w.is_file) = ${isWinner} and s.counted <> ${isWinner}
    returning s.*`;
  await changeSpend(tx, projectId, { statement: settled(false), counted: false, sign: -1 });
  await changeSpend(tx, projectId, { statement: settled(true), counted: true, sign: 1 });
}

/** Imports and removals of a project's spend come one after another. Gives the project's currency. */
export async function lockSpend(tx: Tx, projectId: string): Promise<{ currency: string }> {
  return await tx
    .selectFrom('projects')
    .select('currency')
    .where('project_id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

interface Move {
  projectId: string;
  campaignId: string;
  from: string;
  to: string;
}

/** Spend is counted under the network that its campaign has now. */
export async function moveSpend(tx: Tx, { projectId, campaignId, from, to }: Move): Promise<void> {
  await lockSpend(tx, projectId);
  const rows = sql`spend_days s
    where s.project_id = ${projectId} and s.campaign_id = ${campaignId} and s.counted`;
  const deltas = sql`
    ${spendDeltas(rows, sql`${from}::text`, -1)}
    union all ${spendDeltas(rows, sql`${to}::text`, 1)}`;
  await appendDeltasOf(projectId, deltas).execute(tx);
}
