import { EXPORT_HOURS } from '@trailmark/contract/exports';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { isAway } from '../../db/is-away.ts';
import { enqueue } from '../../jobs/queue.ts';
import { job } from '../../jobs/runner.ts';
import { HOUR_MS, later, SECOND_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { type ExportKind, SOURCES } from './columns.ts';
import { chunksOf, type ExportFormat, FORMATS } from './formats.ts';
import { type ExportQuery, type Row, readRows } from './read-rows.ts';
import {
  appendChunk,
  type ExportKey,
  type ExportRow,
  filterOf,
  findExport,
  finishExport,
  listUnwritten,
  noteProgress,
  wipe,
} from './store.ts';

const CHUNK_BYTES = 1_000_000;
const MOST_BYTES = 4_000_000_000;
/** Exports that are written at the same time, by all processes together. */
const LANES = 2;

/** Nobody wants it any longer. */
class Gone extends Error {}

/** Too much to be kept; the message is for the person who requested it. */
class TooLarge extends Error {
  override message = 'It is larger than 4 GB. Choose fewer days.';
}

export type Outcome = 'written' | 'gone' | 'busy' | 'failed';

/** Locks go with the connection: what a process that died was writing is free for the next at once. */
async function tryLock(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`trailmark export ${name}`}, 0)) as locked`.execute(
    tx,
  );
  return rows[0]?.locked ?? false;
}

async function takeLane(tx: Tx): Promise<boolean> {
  for (let lane = 0; lane < LANES; lane += 1) {
    if (await tryLock(tx, `lane ${lane}`)) return true;
  }
  return false;
}

function queryOf(row: ExportRow, timezone: string): ExportQuery {
  return {
    filter: { projectId: row.project_id, from: row.from_date, to: row.to_date, ...filterOf(row) },
    kind: row.kind as ExportKind,
    timezone,
  };
}

/** Writes the whole file, a chunk at a time: the next rows are read when the ones before are stored. */
async function writeFile(
  kit: Kit,
  tx: Tx,
  {
    key,
    query,
    format,
    signal,
  }: { key: ExportKey; query: ExportQuery; format: ExportFormat; signal: AbortSignal },
): Promise<void> {
  const written = { progress: 0, rows: 0, bytes: 0 };
  async function* counted(batches: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
    for await (const rows of batches) {
      signal.throwIfAborted();
      written.rows += rows.length;
      yield rows;
    }
  }
  const onDay = async (share: number) => {
    signal.throwIfAborted();
    written.progress = share;
    if (!(await noteProgress(kit.db, key, written))) throw new Gone();
  };
  const rows = counted(readRows(tx, query, onDay));
  const { columns } = SOURCES[query.kind];
  let number = 0;
  for await (const bytes of chunksOf(FORMATS[format].write(columns, rows), CHUNK_BYTES)) {
    written.bytes += bytes.length;
    if (written.bytes > MOST_BYTES) throw new TooLarge();
    if (!(await appendChunk(kit.db, key, { number, bytes, written }))) throw new Gone();
    number += 1;
  }
  await noteProgress(kit.db, key, written);
}

function endingAt(now: Date) {
  return { finished_at: now, expires_at: later(now, EXPORT_HOURS * HOUR_MS) };
}

/** What is to be done about a failure; thrown again, the job is done again later. */
async function giveUp(kit: Kit, key: ExportKey, error: unknown): Promise<Outcome> {
  if (error instanceof Gone) return 'gone';
  if (isAway(error)) throw error;
  kit.log.error({ err: error, export: key.id }, 'an export could not be written');
  const isKnown = error instanceof TooLarge;
  const problem = isKnown ? error.message : 'It could not be written. Please start it again.';
  await wipe(kit.db, key, { state: 'failed', problem, ...endingAt(kit.clock.now()) });
  return 'failed';
}

async function run(kit: Kit, tx: Tx, key: ExportKey, signal: AbortSignal): Promise<Outcome> {
  // Another process holds it: it is writing this very export.
  if (!(await tryLock(tx, key.id))) return 'gone';
  const row = await findExport(tx, key);
  if (!row || row.state === 'done' || row.state === 'failed') return 'gone';
  if (!(await takeLane(tx))) return 'busy';
  const { timezone } = await tx
    .selectFrom('projects')
    .select('timezone')
    .where('project_id', '=', key.projectId)
    .executeTakeFirstOrThrow();
  await wipe(kit.db, key, { state: 'running' });
  const format = row.format as ExportFormat;
  try {
    await writeFile(kit, tx, { key, query: queryOf(row, timezone), format, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    return await giveUp(kit, key, error);
  }
  // Before the lock is given back: nobody is to take it for unfinished.
  await finishExport(kit.db, key, endingAt(kit.clock.now()));
  return 'written';
}

/** Writes an export from its beginning to its end, whatever an earlier try left behind. */
export async function writeExport(kit: Kit, key: ExportKey, signal: AbortSignal): Promise<Outcome> {
  return await kit.db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => await run(kit, tx, key, signal));
}

/** Before it is looked again whether another export can be written. */
const BUSY_MS = 5 * SECOND_MS;

export const writeExportJob = job('write-export', async (kit, payload, signal) => {
  const { project_id, export_id } = payload as { project_id: string; export_id: string };
  const outcome = await writeExport(kit, { projectId: project_id, id: export_id }, signal);
  if (outcome !== 'busy') return;
  await enqueue(
    kit.db,
    'write-export',
    { project_id, export_id },
    { inMs: BUSY_MS, key: `export ${export_id}` },
  );
});

/**
 * A process that dies leaves its job marked as taken for hours. So every export that is not finished is begun
 * again and again; of one that is being written, nothing comes of it.
 */
export const resumeExports = job('resume-exports', async (kit) => {
  for (const { projectId, id } of await listUnwritten(kit)) {
    await enqueue(kit.db, 'write-export', { project_id: projectId, export_id: id }, { key: `export ${id}` });
  }
});
