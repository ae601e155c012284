import type { Actor, Membership } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import { enqueue } from '../../jobs/queue.ts';
import { AppError } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { contextOf, type ReportFilter } from '../../report/context.ts';
import { filterOf } from '../../report/filter-of.ts';
import type { ExportKind } from './columns.ts';
import type { ExportFormat } from './formats.ts';
import { countExports, type ExportRow, findExport, insertExport } from './store.ts';

/** Of a project at the same time; each takes room and time of all. */
const MOST_UNWRITTEN = 5;
const MOST_KEPT = 20;
const WAIT_SECONDS = 30;

type ExportRequest = Omit<ReportFilter, 'projectId' | 'scope'> & { kind: ExportKind; format: ExportFormat };

/** Asks for a file; it is written by a worker, and limited to what exists for the caller now. */
export async function createExport(
  kit: Kit,
  { actor, membership }: { actor: Actor; membership: Membership },
  { kind, format, ...query }: ExportRequest,
): Promise<ExportRow> {
  const now = kit.clock.now();
  const { projectId } = membership;
  const { scope, networks, campaigns, countries, platforms, ...rangeFilter } = filterOf(membership, query);
  const { range } = await contextOf(kit.db, now, { ...rangeFilter, scope });
  const key = { projectId, id: newId(now) };
  await kit.db.transaction().execute(async (tx) => {
    const { unwritten, mine } = await countExports(tx, now, { projectId, userId: actor.userId });
    if (unwritten >= MOST_UNWRITTEN) {
      const message = `${MOST_UNWRITTEN} exports of this project are being written. Wait until one is done.`;
      throw new AppError('rate_limited', message, undefined, WAIT_SECONDS);
    }
    if (mine >= MOST_KEPT) {
      throw new AppError('conflict', `You have ${MOST_KEPT} exports. Delete one that you do not need.`);
    }
    const filter = { scope, networks, campaigns, countries, platforms };
    await insertExport(tx, now, { ...key, userId: actor.userId, kind, format, range, filter });
    const target = `${kind} of ${range.from} to ${range.to}`;
    await recordChange(tx, now, { projectId, actor, action: 'export.created', target, after: { format } });
    const payload = { project_id: projectId, export_id: key.id };
    await enqueue(tx, 'write-export', payload, { key: `export ${key.id}` });
  });
  const row = await findExport(kit.db, key);
  if (!row) throw new AppError('not_found', 'We couldn’t find this export.');
  return row;
}
