import type { SkanBase, SkanSchema } from '@trailmark/contract/skan-bases';
import type { BackTestOutcome } from '@trailmark/core/skan/schema/back-test';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';

export interface CandidateRow {
  name: string;
  proposed: boolean;
  bases: SkanBase[];
  schema: SkanSchema;
}

/** What is known so far: an outcome for each candidate, in their order. */
export interface ResultRow {
  installs: number;
  available: number;
  stopped_early: boolean;
  outcomes: BackTestOutcome[];
}

export interface BackTestRow {
  back_test_id: string;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  candidates: CandidateRow[];
  /** In percent. */
  progress: number;
  result: ResultRow | null;
  created_at: Date;
  finished_at: Date | null;
}

export interface BackTestKey {
  projectId: string;
  backTestId: string;
}

const COLUMNS = sql`back_test_id, state, candidates, progress, result, created_at, finished_at`;
const KEPT = 20;

export async function findLatest(db: Db | Tx, projectId: string): Promise<BackTestRow | null> {
  const { rows } = await sql<BackTestRow>`select ${COLUMNS} from skan_back_tests
    where project_id = ${projectId} order by created_at desc, back_test_id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

export async function findBackTest(
  db: Db,
  { projectId, backTestId }: BackTestKey,
): Promise<BackTestRow | null> {
  const { rows } = await sql<BackTestRow>`select ${COLUMNS} from skan_back_tests
    where project_id = ${projectId} and back_test_id = ${backTestId}`.execute(db);
  return rows[0] ?? null;
}

/** Older ones than the latest few are not kept. */
export async function removeOld(tx: Tx, projectId: string): Promise<void> {
  await sql`delete from skan_back_tests where project_id = ${projectId} and back_test_id not in (
    select back_test_id from skan_back_tests where project_id = ${projectId}
    order by created_at desc, back_test_id desc limit ${KEPT})`.execute(tx);
}

/** Writes down how far it is; false: somebody has cancelled it. */
export async function noteProgress(
  db: Db,
  { projectId, backTestId }: BackTestKey,
  { progress, candidates }: { progress: number; candidates?: CandidateRow[] },
): Promise<boolean> {
  const changed = candidates ? sql`, candidates = ${JSON.stringify(candidates)}::jsonb` : sql``;
  const { rows } =
    await sql`update skan_back_tests set state = 'running', progress = ${Math.round(progress * 100)} ${changed}
    where project_id = ${projectId} and back_test_id = ${backTestId} and state in ('waiting', 'running')
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Ends it, unless it has ended. */
export async function finish(
  db: Db | Tx,
  { projectId, backTestId }: BackTestKey,
  end: { state: 'done' | 'failed' | 'cancelled'; now: Date; result?: ResultRow },
): Promise<void> {
  const result = end.result ? JSON.stringify(end.result) : null;
  await sql`update skan_back_tests set state = ${end.state}, finished_at = ${end.now},
      progress = case when ${end.state} = 'done' then 100 else progress end, result = ${result}::jsonb
    where project_id = ${projectId} and back_test_id = ${backTestId}
      and state in ('waiting', 'running')`.execute(db);
}
