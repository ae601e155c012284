import {
  getDeliveryHealth,
  getDelivery as getDeliveryRoute,
  listDeliveries,
  replayDeliveries as replayDeliveriesRoute,
} from '@trailmark/contract/deliveries';
import { z } from 'zod';
import { actorOf } from '../../access/caller.ts';
import { listConnections } from '../../connections/connection.ts';
import { readHealth } from '../../connections/read-health.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import { createCursor } from '../../platform/cursor.ts';
import { getDelivery } from './get-delivery.ts';
import { presentDelivery } from './present.ts';
import { replayDeliveries } from './replay-deliveries.ts';
import { listRows } from './store.ts';

const cursor = createCursor(z.tuple([z.uuid(), z.uuid()]));

export const routes: HandledRoute[] = [
  onProject(listDeliveries, async ({ kit, membership: { projectId }, query }) => {
    const { limit, cursor: given, project_id: _, ...filter } = query;
    const after = cursor.read(given) ?? null;
    const rows = await listRows(kit.db, { projectId, filter, after, limit: limit + 1 });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(presentDelivery),
      next_cursor: rows.length > limit && last ? cursor.write([last.source_id, last.connection_id]) : null,
    };
  }),

  onProject(getDeliveryRoute, ({ kit, membership: { projectId }, query }) =>
    getDelivery(kit, { projectId, deliveryId: query.delivery_id }),
  ),

  onProject(getDeliveryHealth, async ({ kit, membership: { projectId } }) => {
    const rows = await listConnections(kit.db, projectId);
    return { connections: await readHealth(kit.db, rows, { projectId, now: kit.clock.now() }) };
  }),

  onProject(replayDeliveriesRoute, async ({ kit, person, client, membership: { projectId }, body }) => {
    const { delivery_ids: deliveryIds, filter } = body;
    const actor = actorOf(person, client);
    return { replayed: await replayDeliveries(kit, { projectId, actor, deliveryIds, filter }) };
  }),
];
