import type { AdPartKind } from '@trailmark/contract/ad-parts';
import { recordChange } from '../../audit/record.ts';
import type { Tx } from '../../db/connection.ts';
import type { Acting } from './acting.ts';
import type { LinkRow } from './link-store.ts';
import { lockArchivedParts, updatePartRow } from './part-store.ts';

/**
 * What is archived has no active link, so that no report leaves out what still runs: an ad set or a creative that gets
 * an active link is restored.
 */
export async function restoreUsedParts(
  tx: Tx,
  now: Date,
  { projectId, actor, links }: Acting & { links: readonly Pick<LinkRow, AdPartKind>[] },
): Promise<void> {
  for (const part of await lockArchivedParts(tx, projectId, links)) {
    const columns = { archived_at: null, paused_links: [], updated_at: now };
    await updatePartRow(tx, { projectId, ...part }, columns);
    const action = `${part.kind}.unarchived` as const;
    await recordChange(tx, now, { projectId, actor, action, target: part.name });
  }
}
