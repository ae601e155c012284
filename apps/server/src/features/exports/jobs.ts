import { enqueue } from '../../jobs/queue.ts';
import { job } from '../../jobs/runner.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import { listUnwritten } from './store.ts';
import { writeExport } from './write-export.ts';

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
export const resumeExports = job('resume-exports', async ({ db }) => {
  for (const { projectId, id } of await listUnwritten(db)) {
    await enqueue(db, 'write-export', { project_id: projectId, export_id: id }, { key: `export ${id}` });
  }
});
