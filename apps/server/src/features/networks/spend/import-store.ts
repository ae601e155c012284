import type { NetworkKind } from '@trailmark/contract/network-accounts';
import { sql } from 'kysely';
import { allProjects, inAllParts, rowsOfAll } from '../../../db/all-projects.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import type { Kit } from '../../../platform/kit.ts';

/** An ad account, which is asked what its ads cost. */
export interface ImportKey {
  projectId: string;
  kind: NetworkKind;
  adAccountId: string;
}

/** A pixel of TikTok is one of its advertiser's, and it is the advertiser that pays. */
const AD_ACCOUNT = sql`split_part(a.external_id, '/', 1)`;

export interface ImportRow {
  kind: NetworkKind;
  ad_account_id: string;
  state: 'waiting' | 'running' | 'failed' | 'stopped';
  from_day: string | null;
  to_day: string | null;
  reached_day: string | null;
  by_hand: boolean;
  changed_rows: number;
  reason: string | null;
  started_at: Date | null;
  ended_at: Date | null;
  pulled_at: Date | null;
  trailing_at: Date | null;
  next_at: Date;
  name: string;
  currency: string | null;
  time_zone: string | null;
}

const COLUMNS = sql.raw(`i.kind, i.ad_account_id, i.state, i.from_day, i.to_day, i.reached_day, i.by_hand,
  i.changed_rows, i.reason, i.started_at, i.ended_at, i.pulled_at, i.trailing_at, i.next_at`);

/** Accounts of a project that somebody's login reaches get a turn at once; those that are gone lose theirs. */
export async function enterAccounts(db: Tx, now: Date, projectId: string): Promise<void> {
  await sql`insert into network_imports (project_id, kind, ad_account_id, state, next_at)
    select distinct ${projectId}::uuid, a.kind, ${AD_ACCOUNT}, 'waiting', ${now}::timestamptz
    from network_accounts a join projects p on p.project_id = a.project_id and p.deleted_at is null
    where a.project_id = ${projectId} and a.login_id is not null
    on conflict do nothing`.execute(db);
  await sql`delete from network_imports i where i.project_id = ${projectId} and not exists (
    select from network_accounts a where a.project_id = ${projectId} and a.kind = i.kind
      and ${AD_ACCOUNT} = i.ad_account_id)`.execute(db);
}

async function enterAccountsOfPart(db: Db, now: Date): Promise<void> {
  await sql`${allProjects} insert into network_imports (project_id, kind, ad_account_id, state, next_at)
    select distinct a.project_id, a.kind, ${AD_ACCOUNT}, 'waiting', ${now}::timestamptz
    from network_accounts a join projects p on p.project_id = a.project_id and p.deleted_at is null
    where a.login_id is not null
    on conflict do nothing`.execute(db);
  await sql`${allProjects} delete from network_imports i where not exists (select from network_accounts a
    where a.project_id = i.project_id and a.kind = i.kind and ${AD_ACCOUNT} = i.ad_account_id)`.execute(db);
}

/** The same for all projects. */
export async function enterAllAccounts(kit: Pick<Kit, 'db' | 'log'>, now: Date): Promise<void> {
  await inAllParts(kit, (part) => enterAccountsOfPart(part.db, now));
}

export async function listImports(db: Db | Tx, projectId: string): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select ${COLUMNS}, a.name, a.currency, a.time_zone
    from network_imports i
    join lateral (select min(name) as name, min(currency) as currency, min(time_zone) as time_zone
      from network_accounts a where a.project_id = ${projectId} and a.kind = i.kind
        and ${AD_ACCOUNT} = i.ad_account_id having count(*) > 0) a on true
    where i.project_id = ${projectId} order by i.kind, a.name, i.ad_account_id`.execute(db);
  return rows;
}

export async function findImport(
  db: Db | Tx,
  { projectId, kind, adAccountId }: ImportKey,
): Promise<ImportRow | null> {
  const rows = await listImports(db, projectId);
  return rows.find((row) => row.kind === kind && row.ad_account_id === adAccountId) ?? null;
}

/** Kept from others until the transaction ends. */
export async function lockImport(
  tx: Tx,
  { projectId, kind, adAccountId }: ImportKey,
): Promise<ImportRow | null> {
  await sql`select from network_imports where project_id = ${projectId} and kind = ${kind}
    and ad_account_id = ${adAccountId} for update`.execute(tx);
  return await findImport(tx, { projectId, kind, adAccountId });
}

export type ImportChange = Partial<
  Omit<ImportRow, 'kind' | 'ad_account_id' | 'name' | 'currency' | 'time_zone'>
>;

export async function changeImport(
  db: Db | Tx,
  { projectId, kind, adAccountId }: ImportKey,
  change: ImportChange,
): Promise<void> {
  await db
    .updateTable('network_imports')
    .set(change)
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('ad_account_id', '=', adAccountId)
    .execute();
}

/** Those whose turn has come, or that were left in the middle by a worker that is gone. A deleted project has none. */
export async function listDueImports(kit: Pick<Kit, 'db' | 'log'>, now: Date): Promise<ImportKey[]> {
  const due = sql<{
    project_id: string;
    kind: NetworkKind;
    ad_account_id: string;
    next_at: Date;
  }>`${allProjects}
    select i.project_id, i.kind, i.ad_account_id, i.next_at
    from network_imports i join projects p on p.project_id = i.project_id and p.deleted_at is null
    where i.next_at <= ${now} and i.state <> 'stopped'`;
  const rows = await rowsOfAll(kit, due);
  const inTurn = rows.sort((one, other) => one.next_at.getTime() - other.next_at.getTime());
  return inTurn.map((row) => ({
    projectId: row.project_id,
    kind: row.kind,
    adAccountId: row.ad_account_id,
  }));
}

export interface AccountAccess {
  login_id: string;
  sealed_tokens: string;
  settings: Record<string, string | null>;
  currency: string | null;
}

/** A login that works and reaches the account; one that needs attention only if there is no other. */
export async function findAccess(
  db: Db,
  { projectId, kind, adAccountId }: ImportKey,
): Promise<AccountAccess | null> {
  const { rows } = await sql<AccountAccess>`
    select l.login_id, l.sealed_tokens, a.settings, a.currency
    from network_accounts a join network_logins l on l.project_id = ${projectId} and l.login_id = a.login_id
    where a.project_id = ${projectId} and a.kind = ${kind} and ${AD_ACCOUNT} = ${adAccountId}
    order by l.state, l.connected_at desc limit 1`.execute(db);
  return rows[0] ?? null;
}
