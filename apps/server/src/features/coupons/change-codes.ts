import { randomInt } from 'node:crypto';
import { generateCodes, patternProblem } from '@trailmark/core/coupons/generate-codes';
import { sql } from 'kysely';
import { recordChange } from '../../audit/record.ts';
import type { Tx } from '../../db/connection.ts';
import { enqueue } from '../../jobs/queue.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { type CsvProblem, readCsv } from '../../platform/read-csv.ts';
import type { Acting } from './change-network.ts';
import { insertCodes, listTaken } from './code-store.ts';
import { countCodes, lockPool, type PoolRow } from './pool-store.ts';
import { COLUMNS, codeOf, readCodes } from './read-codes.ts';

/** Enough to see what is wrong with a file. */
const MOST_PROBLEMS = 200;
const EXAMPLES = 5;

interface PoolActing extends Acting {
  poolId: string;
}

async function campaignRefs(tx: Tx, { project_id, campaign_id }: PoolRow): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; display_id: string; name: string }>`select id, display_id, name
    from campaigns where project_id = ${project_id} and id = ${campaign_id}`.execute(tx);
  return new Set(rows.flatMap((row) => [row.id, row.display_id, row.name]).map((text) => text.toLowerCase()));
}

async function checkRoom(tx: Tx, pool: PoolRow, { field, added }: { field: string; added: number }) {
  const codes = await countCodes(tx, { projectId: pool.project_id, poolId: pool.pool_id });
  if (codes + added > pool.max_codes) {
    throw badField(field, `would give the pool ${codes + added} codes, and it may have ${pool.max_codes}`);
  }
}

/** Those who had the event of the pool while it was empty get their codes now. */
const issueToWaiting = (tx: Tx, { project_id }: PoolRow) => enqueue(tx, 'issue-coupons', { project_id });

/** Takes a file of codes, all of it or nothing; a dry run answers the same and leaves everything as it is. */
export async function importCodes(
  kit: Kit,
  { projectId, actor, poolId }: PoolActing,
  { csv, dryRun }: { csv: string; dryRun: boolean },
): Promise<{ imported: number; problems: CsvProblem[] }> {
  const { lines, problems: unreadable } = await readCsv(csv, COLUMNS);
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const pool = await lockPool(tx, { projectId, poolId });
    if (unreadable.length > 0) return { imported: 0, problems: unreadable };
    const { codes, problems } = readCodes(lines, {
      campaignRefs: await campaignRefs(tx, pool),
      usesPerCode: pool.uses_per_code,
      taken: await listTaken(
        tx,
        projectId,
        lines.flatMap((line) => codeOf(line) ?? []),
      ),
    });
    if (problems.length > 0) return { imported: 0, problems: problems.slice(0, MOST_PROBLEMS) };
    await checkRoom(tx, pool, { field: 'csv', added: codes.length });
    if (codes.length > 0 && !dryRun) {
      const inserted = await insertCodes(tx, now, { projectId, poolId, codes });
      // Another pool took one of them in the same moment.
      if (inserted < codes.length)
        throw new AppError('conflict', 'Some codes were added meanwhile. Try again.');
      await issueToWaiting(tx, pool);
      const after = { codes: codes.length };
      await recordChange(tx, now, {
        projectId,
        actor,
        action: 'coupon_codes.imported',
        target: pool.name,
        after,
      });
    }
    return { imported: codes.length, problems };
  });
}

export async function addGenerated(
  kit: Kit,
  { projectId, actor, poolId }: PoolActing,
  { count, pattern }: { count: number; pattern: string },
): Promise<{ generated: number; examples: string[] }> {
  const problem = patternProblem(pattern, count);
  if (problem) throw badField('pattern', problem);
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const pool = await lockPool(tx, { projectId, poolId });
    await checkRoom(tx, pool, { field: 'count', added: count });
    const examples: string[] = [];
    let missing = count;
    // A code that is there already is made up for. The pattern can make a thousand times as many.
    while (missing > 0) {
      const codes = [...generateCodes(pattern, missing, (below) => randomInt(below))];
      const rows = codes.map((code) => ({
        code,
        max_uses: pool.uses_per_code,
        valid_from: null,
        valid_to: null,
      }));
      const inserted = await insertCodes(tx, now, { projectId, poolId, codes: rows });
      if (inserted === missing) examples.push(...codes.slice(0, EXAMPLES - examples.length));
      missing -= inserted;
    }
    await issueToWaiting(tx, pool);
    const after = { codes: count, pattern };
    await recordChange(tx, now, {
      projectId,
      actor,
      action: 'coupon_codes.generated',
      target: pool.name,
      after,
    });
    return { generated: count, examples };
  });
}

export async function withdrawCodes(
  kit: Kit,
  { projectId, actor }: Acting,
  codes: string[],
): Promise<{ withdrawn: number }> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ code: string }>`update coupon_codes k set withdrawn_at = ${now}
      from (select code from coupon_codes where project_id = ${projectId} and code = any(${codes}::text[])
        and withdrawn_at is null order by code for update) l
      where k.project_id = ${projectId} and k.code = l.code returning k.code`.execute(tx);
    const target = rows.length === 1 ? (rows[0]?.code ?? '') : `${rows.length} codes`;
    if (rows.length > 0)
      await recordChange(tx, now, { projectId, actor, action: 'coupon_codes.withdrawn', target });
    return { withdrawn: rows.length };
  });
}
