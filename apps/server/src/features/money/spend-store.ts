import type { SpendSource } from '@trailmark/contract/spend';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { type SqlBool, sql } from 'kysely';
import type { CampaignScope } from '../../access/campaign-scope.ts';
import { bulk } from '../../db/bulk.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { deleteSpendBy, settleSpend } from '../../rollups/spend-deltas.ts';

const FILE: SpendSource = 'file';

/** The place of a row in the order in which rows are listed. */
export interface SpendKey {
  date: string;
  campaignId: string;
  linkId: string;
  source: string;
  currency: string;
}

interface Page {
  projectId: string;
  scope: CampaignScope;
  range: { from: string; to: string };
  networks?: string[] | undefined;
  campaigns?: string[] | undefined;
  after?: SpendKey | undefined;
  limit: number;
}

/** Newest first. */
export async function listSpendRows(db: Db, page: Page) {
  const { projectId, scope, range, after } = page;
  let query = db
    .selectFrom('spend_days as s')
    .leftJoin('campaigns as c', (join) =>
      join.onRef('c.project_id', '=', 's.project_id').onRef('c.id', '=', 's.campaign_id'),
    )
    .leftJoin('links as l', (join) =>
      join.onRef('l.project_id', '=', 's.project_id').onRef('l.id', '=', 's.link_id'),
    )
    .select(['s.local_date', 's.campaign_id', 's.link_id', 's.source', 's.currency', 's.counted'])
    .select(['c.name as campaign_name', 'c.spend_source', 'l.name as link_name'])
    .select(sql<string>`trim_scale(s.amount)::text`.as('amount'))
    .where('s.project_id', '=', projectId)
    .where('s.local_date', '>=', range.from)
    .where('s.local_date', '<=', range.to);
  if (!scope.all) query = query.where(sql<SqlBool>`s.campaign_id = any(${scope.campaigns}::uuid[])`);
  if (page.campaigns) query = query.where(sql<SqlBool>`s.campaign_id = any(${page.campaigns}::uuid[])`);
  if (page.networks) query = query.where(sql<SqlBool>`c.network = any(${page.networks}::text[])`);
  if (after) {
    query = query.where(sql<SqlBool>`(s.local_date < ${after.date} or (s.local_date = ${after.date}
      and (s.campaign_id, s.link_id, s.source, s.currency)
        > (${after.campaignId}::uuid, ${after.linkId}::uuid, ${after.source}, ${after.currency})))`);
  }
  return await query
    .orderBy('s.local_date', 'desc')
    .orderBy('s.campaign_id')
    .orderBy('s.link_id')
    .orderBy('s.source')
    .orderBy('s.currency')
    .limit(page.limit)
    .execute();
}

export type SpendDay = Awaited<ReturnType<typeof listSpendRows>>[number];

/** Campaigns that a line of a file can name. */
export async function listNames(db: Db | Tx, projectId: string, scope: CampaignScope) {
  let query = db
    .selectFrom('campaigns')
    .select(['id', 'display_id', 'name'])
    .where('project_id', '=', projectId);
  if (!scope.all) query = query.where(sql<SqlBool>`id = any(${scope.campaigns}::uuid[])`);
  return await query.execute();
}

export async function listLinkNames(db: Db | Tx, projectId: string, campaignIds: string[]) {
  return await db
    .selectFrom('links')
    .select(['id', 'campaign_id', 'slug', 'name'])
    .where('project_id', '=', projectId)
    .where(sql<SqlBool>`campaign_id = any(${campaignIds}::uuid[])`)
    .execute();
}

/** One line of a file. */
export interface SpendEntry {
  date: string;
  campaignId: string;
  /** null: the campaign as a whole. */
  linkId: string | null;
  currency: string;
  amount: string;
}

const ENTRIES = bulk<{
  local_date: string;
  campaign_id: string;
  link_id: string;
  currency: string;
  amount: string;
}>({
  local_date: 'date',
  campaign_id: 'uuid',
  link_id: 'uuid',
  currency: 'text',
  amount: 'numeric',
});

/** Stores imported spend; it replaces what an earlier file said about the same days. */
export async function replaceSpend(
  tx: Tx,
  { projectId, now }: { projectId: string; now: Date },
  entries: SpendEntry[],
): Promise<void> {
  const rows = ENTRIES.rows(
    entries.map(({ date, campaignId, linkId, currency, amount }) => ({
      local_date: date,
      campaign_id: campaignId,
      link_id: linkId ?? NO_ID,
      currency,
      amount,
    })),
  );
  const deleted = sql`
    delete from spend_days s using (select distinct local_date, campaign_id, link_id from ${rows}) n
    where s.project_id = ${projectId} and s.source = ${FILE} and s.local_date = n.local_date
      and s.campaign_id = n.campaign_id and s.link_id = n.link_id
    returning s.*`;
  await deleteSpendBy(tx, projectId, deleted);
  await sql`
    insert into spend_days
      (project_id, local_date, campaign_id, link_id, source, currency, amount, counted, updated_at)
    select ${projectId}, local_date, campaign_id, link_id, ${FILE}, currency, amount, false, ${now} from ${rows}
    order by local_date, campaign_id, link_id, currency`.execute(tx);
  await settleSpend(tx, projectId, sql`select campaign_id, local_date from ${rows}`);
}

interface SpendDeletion {
  projectId: string;
  scope: CampaignScope;
  from: string;
  to: string;
  campaignId?: string | undefined;
}

/** Deletes imported spend of some days; returns the number of rows. */
export async function deleteSpendRows(tx: Tx, deletion: SpendDeletion): Promise<number> {
  const { projectId, from, to, scope, campaignId } = deletion;
  const conditions = [
    sql`project_id = ${projectId} and local_date between ${from}::date and ${to}::date`,
    ...(scope.all ? [] : [sql`campaign_id = any(${scope.campaigns}::uuid[])`]),
    ...(campaignId ? [sql`campaign_id = ${campaignId}`] : []),
  ];
  const where = sql.join(conditions, sql` and `);
  const statement = sql`delete from spend_days where ${where} and source = ${FILE} returning *`;
  const deleted = await deleteSpendBy(tx, projectId, statement);
  // Where the file counted, what a network says of the day counts now.
  await settleSpend(tx, projectId, sql`select campaign_id, local_date from spend_days where ${where}`);
  return deleted;
}
