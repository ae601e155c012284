import { sql } from 'kysely';
import type { CampaignScope } from '../../access/campaign-scope.ts';
import { allProjects, inAllParts } from '../../db/all-projects.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Kit } from '../../platform/kit.ts';
import type { ExportKind } from './columns.ts';
import type { ExportFormat } from './formats.ts';

/** What a file is filtered by, and the campaigns that the person could see when they requested it. */
export interface ExportFilter {
  scope: CampaignScope;
  networks?: string[] | undefined;
  campaigns?: string[] | undefined;
  countries?: string[] | undefined;
  platforms?: string[] | undefined;
}

export interface ExportKey {
  projectId: string;
  id: string;
}

function exportsOf(db: Db | Tx, projectId: string) {
  return db
    .selectFrom('exports as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .selectAll('e')
    .select('u.email as asked_by')
    .where('e.project_id', '=', projectId);
}

/** Those that a person requested and that have not expired, newest first. */
export async function listExportRows(db: Db, now: Date, of: { projectId: string; userId: string }) {
  return await exportsOf(db, of.projectId)
    .where('e.user_id', '=', of.userId)
    .where((eb) => eb.or([eb('e.expires_at', 'is', null), eb('e.expires_at', '>', now)]))
    .orderBy('e.asked_at', 'desc')
    .orderBy('e.id', 'desc')
    .execute();
}

export type ExportRow = Awaited<ReturnType<typeof listExportRows>>[number];

export async function findExport(db: Db | Tx, { projectId, id }: ExportKey): Promise<ExportRow | undefined> {
  return await exportsOf(db, projectId).where('e.id', '=', id).executeTakeFirst();
}

export function filterOf(row: Pick<ExportRow, 'filter'>): ExportFilter {
  return row.filter as unknown as ExportFilter;
}

interface NewExport extends ExportKey {
  userId: string;
  kind: ExportKind;
  format: ExportFormat;
  range: { from: string; to: string };
  filter: ExportFilter;
}

export async function insertExport(tx: Tx, now: Date, made: NewExport): Promise<void> {
  await tx
    .insertInto('exports')
    .values({
      project_id: made.projectId,
      id: made.id,
      user_id: made.userId,
      kind: made.kind,
      format: made.format,
      from_date: made.range.from,
      to_date: made.range.to,
      filter: JSON.stringify(made.filter),
      state: 'waiting',
      asked_at: now,
    })
    .execute();
}

/** How many are not written yet in a project, and how many somebody has; the project is locked meanwhile. */
export async function countExports(tx: Tx, now: Date, of: { projectId: string; userId: string }) {
  await tx
    .selectFrom('projects')
    .select('project_id')
    .where('project_id', '=', of.projectId)
    .forNoKeyUpdate()
    .execute();
  const { rows } = await sql<{ unwritten: number; mine: number }>`
    select count(*) filter (where state in ('waiting', 'running')) as unwritten,
      count(*) filter (where user_id = ${of.userId} and coalesce(expires_at > ${now}, true)) as mine
    from exports where project_id = ${of.projectId}`.execute(tx);
  return rows[0] ?? { unwritten: 0, mine: 0 };
}

/** Its chunks go with it. */
export async function deleteExport(db: Db, { projectId, id }: ExportKey): Promise<void> {
  await db.deleteFrom('exports').where('project_id', '=', projectId).where('id', '=', id).execute();
}

interface ExportState {
  state: 'running' | 'failed';
  problem?: string;
  finished_at?: Date;
  expires_at?: Date;
}

/** Removes what was written: an export starts again from its beginning, or is given up. */
export async function wipe(db: Db, { projectId, id }: ExportKey, state: ExportState): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('exports')
      .set({ progress: 0, rows: 0, bytes: 0, problem: null, ...state })
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .execute();
    await tx
      .deleteFrom('export_chunks')
      .where('project_id', '=', projectId)
      .where('export_id', '=', id)
      .execute();
  });
}

interface Written {
  progress: number;
  rows: number;
  bytes: number;
}

/** How far it is; false when it is gone meanwhile. */
export async function noteProgress(
  db: Db | Tx,
  { projectId, id }: ExportKey,
  written: Written,
): Promise<boolean> {
  const row = await db
    .updateTable('exports')
    .set(written)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a chunk; false when the export is gone meanwhile. */
export async function appendChunk(
  db: Db,
  key: ExportKey,
  { number, bytes, written }: { number: number; bytes: Buffer; written: Written },
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    // The row stays locked until the chunk is there: it cannot be deleted between the two.
    if (!(await noteProgress(tx, key, written))) return false;
    await tx
      .insertInto('export_chunks')
      .values({ project_id: key.projectId, export_id: key.id, number, bytes })
      .execute();
    return true;
  });
}

export async function finishExport(
  db: Db,
  { projectId, id }: ExportKey,
  times: { finished_at: Date; expires_at: Date },
): Promise<void> {
  await db
    .updateTable('exports')
    .set({ state: 'done', progress: 1, ...times })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute();
}

export async function readChunk(
  db: Db,
  { projectId, id }: ExportKey,
  number: number,
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('export_chunks')
    .select('bytes')
    .where('project_id', '=', projectId)
    .where('export_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.bytes ?? null;
}

/** Exports that wait or are being written, of all projects. */
export async function listUnwritten(kit: Pick<Kit, 'db' | 'log'>): Promise<ExportKey[]> {
  const { results } = await inAllParts(kit, ({ db }) =>
    db
      .selectFrom('exports')
      .modifyFront(allProjects)
      .select(['project_id', 'id'])
      .where('state', 'in', ['waiting', 'running'])
      .execute(),
  );
  return results.flat().map((row) => ({ projectId: row.project_id, id: row.id }));
}
