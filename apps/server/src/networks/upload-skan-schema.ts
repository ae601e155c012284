import type { Db, Tx } from '../db/connection.ts';
import { enqueue } from '../jobs/queue.ts';

/** Has the active schema uploaded to the accounts of Google Ads that do not have it yet. */
export async function uploadSkanSchemaSoon(tx: Tx | Db, projectId: string): Promise<void> {
  const key = `upload-skan-schema ${projectId}`;
  await enqueue(tx, 'upload-skan-schema', { project_id: projectId }, { key });
}
