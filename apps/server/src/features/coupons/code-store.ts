import type { COUPON_STATES, CouponCodeRow } from '@trailmark/contract/coupon-pools';
import { sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { AppError } from '../../platform/app-error.ts';
import type { PoolKey } from './pool-store.ts';

type CodeState = (typeof COUPON_STATES)[number];

/** The narrower of the code's own time and that of its pool is what holds. */
const STATE = sql<CodeState>`case when k.withdrawn_at is not null then 'withdrawn'
    when k.uses >= k.max_uses then 'used_up'
    when least(k.valid_to, p.valid_to) < s.now then 'expired'
    when k.issues > 0 or k.uses > 0 then 'issued' else 'free' end`;

interface StoredCode {
  code: string;
  pool_id: string;
  state: CodeState;
  max_uses: number;
  uses: number;
  issues: number;
  valid_from: Date | null;
  valid_to: Date | null;
  created_at: Date;
}

const selectCodes = (projectId: string, now: Date) => sql<StoredCode>`
  select k.code, k.pool_id, ${STATE} as state, k.max_uses, k.uses, k.issues, k.created_at,
    greatest(k.valid_from, p.valid_from) as valid_from, least(k.valid_to, p.valid_to) as valid_to
  from coupon_codes k cross join (select ${now}::timestamptz as now) s
  join coupon_pools p on p.project_id = ${projectId} and p.pool_id = k.pool_id
  where k.project_id = ${projectId}`;

export const presentCode = (row: StoredCode): CouponCodeRow => ({
  code: row.code,
  pool_id: row.pool_id,
  state: row.state,
  max_uses: row.max_uses,
  uses: row.uses,
  issues: row.issues,
  valid_from: row.valid_from?.toISOString() ?? null,
  valid_to: row.valid_to?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

interface CodeQuery extends PoolKey {
  now: Date;
  state: CodeState | undefined;
  search: string | undefined;
  after: string | null;
  limit: number;
}

const asPattern = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`;

export async function listCodes(db: Db, query: CodeQuery): Promise<StoredCode[]> {
  const { projectId, poolId, now, state, search, after, limit } = query;
  const { rows } = await sql<StoredCode>`${selectCodes(projectId, now)} and k.pool_id = ${poolId}
      and ${state ? sql`${STATE} = ${state}` : sql`true`}
      and ${search ? sql`k.code like ${asPattern(search)}` : sql`true`}
      and ${after === null ? sql`true` : sql`k.code > ${after}`}
    order by k.code limit ${limit}`.execute(db);
  return rows;
}

export async function getCode(
  db: Db,
  { projectId, code, now }: { projectId: string; code: string; now: Date },
): Promise<CouponCodeRow> {
  const { rows } = await sql<StoredCode>`${selectCodes(projectId, now)} and k.code = ${code}`.execute(db);
  if (!rows[0]) throw new AppError('not_found', 'We couldn’t find this code.');
  return presentCode(rows[0]);
}

export interface NewCode {
  code: string;
  max_uses: number;
  valid_from: Date | null;
  valid_to: Date | null;
}
const NEW_CODES = bulk<NewCode>({
  code: 'text',
  max_uses: 'int',
  valid_from: 'timestamptz',
  valid_to: 'timestamptz',
});

/** Those that the project has already are left out; gives how many were new. */
export async function insertCodes(
  tx: Tx,
  now: Date,
  { projectId, poolId, codes }: PoolKey & { codes: NewCode[] },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into coupon_codes (project_id, code, pool_id, max_uses, valid_from, valid_to, created_at)
    select ${projectId}, r.code, ${poolId}, r.max_uses, r.valid_from, r.valid_to, ${now}
    from ${NEW_CODES.rows(codes)}
    on conflict (project_id, code) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export async function listTaken(tx: Tx, projectId: string, codes: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`select code from coupon_codes
    where project_id = ${projectId} and code = any(${codes}::text[])`.execute(tx);
  return new Set(rows.map(({ code }) => code));
}
