import {
  createEventMap,
  deleteEventMap,
  getDefaultEventMapping,
  listEventMaps,
  type PostbackEventMap,
  updateEventMap,
} from '@trailmark/contract/event-maps';
import { proposeEventMaps } from '@trailmark/core/networks/propose-event-maps';
import { actorOf } from '../../access/caller.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import { addEventMap, changeEventMap, removeEventMap } from './change-event-maps.ts';
import { type EventMapRow, listEventNames, listRows } from './store.ts';

const present = (row: EventMapRow): PostbackEventMap => ({
  id: row.id,
  project_id: row.project_id,
  ad_network_id: row.ad_network_id,
  event: row.event,
  network_event: row.network_event,
  value: row.value,
  installs: row.installs,
  times: row.times,
  consent: row.consent,
  active: row.active,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const routes: HandledRoute[] = [
  onProject(listEventMaps, async ({ kit, membership: { projectId }, query }) => {
    const rows = await listRows(kit.db, { projectId, adNetworkId: query.ad_network_id });
    return { event_maps: rows.map(present) };
  }),

  onProject(createEventMap, async ({ kit, person, client, membership: { projectId }, body }) =>
    present(await addEventMap(kit, { projectId, actor: actorOf(person, client) }, body)),
  ),

  onProject(updateEventMap, async ({ kit, person, client, membership: { projectId }, params, body }) => {
    const acting = { projectId, actor: actorOf(person, client) };
    return present(await changeEventMap(kit, acting, { id: params.id, change: body }));
  }),

  onProject(deleteEventMap, async ({ kit, person, client, membership: { projectId }, params }) => {
    await removeEventMap(kit, { projectId, actor: actorOf(person, client) }, params.id);
    return { deleted: true as const };
  }),

  onProject(getDefaultEventMapping, async ({ kit, membership: { projectId }, query }) => {
    const proposed = proposeEventMaps(query.kind, await listEventNames(kit.db, projectId));
    return {
      event_maps: proposed.map(({ event, networkEvent, hasValue }) => ({
        ...{ event, network_event: networkEvent },
        value: { from: hasValue ? ('event' as const) : ('none' as const) },
      })),
    };
  }),
];
