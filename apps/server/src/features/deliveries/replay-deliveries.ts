import { MAX_REPLAYED } from '@trailmark/contract/deliveries';
import { sql } from 'kysely';
import type { AuditActor } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import { lockConnections, wakeLanes } from '../../connections/connection.ts';
import type { Kit } from '../../platform/kit.ts';
import { type DeliveryFilter, markForReplay, matching } from './store.ts';

interface Replayed {
  projectId: string;
  actor: AuditActor;
  deliveryIds: string[] | undefined;
  filter: DeliveryFilter | undefined;
}

/** Sends deliveries again, whatever became of them; receivers recognise a repeat by its id. */
export async function replayDeliveries(
  { db, clock }: Kit,
  { projectId, actor, deliveryIds, filter }: Replayed,
): Promise<number> {
  const now = clock.now();
  const pairs = (deliveryIds ?? []).map((id) => id.split('.'));
  const some = sql`d.project_id = ${projectId} and (d.source_id, d.connection_id) in (
    select * from unnest(${pairs.map(([source]) => source)}::uuid[], ${pairs.map(([, to]) => to)}::uuid[]))`;
  const found = deliveryIds ? some : matching(projectId, filter ?? {});
  return await db.transaction().execute(async (tx) => {
    await lockConnections(tx, projectId);
    // Somebody wants it now, although the receiver failed before.
    await sql`update connections set blocked_until = null where project_id = ${projectId}`.execute(tx);
    const replayed = await markForReplay(tx, now, { projectId, found, limit: MAX_REPLAYED });
    const target = replayed === 1 ? 'one delivery' : `${replayed} deliveries`;
    if (replayed > 0)
      await recordChange(tx, now, { projectId, actor, action: 'deliveries.replayed', target });
    await wakeLanes(tx, now, [projectId]);
    return replayed;
  });
}
