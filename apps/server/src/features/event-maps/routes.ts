import {
  createEventMap,
  deleteEventMap,
  type EventMapAccount,
  getDefaultEventMapping,
  listEventMapAccounts,
  listEventMaps,
  type PostbackEventMap,
  previewEventMap,
  testEventMap,
  updateEventMap,
} from '@trailmark/contract/event-maps';
import { proposeEventMaps } from '@trailmark/core/networks/propose-event-maps';
import { actorOf } from '../../access/caller.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import { spendCall } from '../../networks/network-accounts.ts';
import { addEventMap, changeEventMap, removeEventMap } from './change-event-maps.ts';
import { NOT_SET_UP } from './open-account.ts';
import { previewMap } from './preview-event-map.ts';
import {
  type EventMapRow,
  listEventNames,
  listMappedAccounts,
  listRows,
  type MappedAccountRow,
} from './store.ts';
import { testMap } from './test-event-map.ts';

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

const STOPPED = 'It needs attention. Look under Integrations.';

/** What keeps events from being sent to an account now. */
function problemOf({ state, reason }: MappedAccountRow): string | null {
  if (state === null) return NOT_SET_UP;
  if (state === 'attention') return reason ?? STOPPED;
  return state === 'paused' ? 'Sending to this account is paused.' : null;
}

const presentAccount = (row: MappedAccountRow): EventMapAccount => ({
  ad_network_id: row.ad_network_id,
  kind: row.kind,
  name: row.name,
  external_account_id: row.external_id,
  problem: problemOf(row),
});

export const routes: HandledRoute[] = [
  onProject(listEventMaps, async ({ kit, membership: { projectId }, query }) => {
    const rows = await listRows(kit.db, { projectId, adNetworkId: query.ad_network_id });
    return { event_maps: rows.map(present) };
  }),

  onProject(listEventMapAccounts, async ({ kit, membership: { projectId } }) => ({
    accounts: (await listMappedAccounts(kit.db, projectId)).map(presentAccount),
  })),

  onProject(previewEventMap, async ({ kit, membership: { projectId }, body }) => ({
    events: await previewMap(kit, projectId, body),
  })),

  onProject(testEventMap, async ({ kit, membership: { projectId }, params }) => {
    await spendCall(kit, projectId);
    return await testMap(kit, { projectId, id: params.id });
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
        event,
        network_event: networkEvent,
        value: { from: hasValue ? ('event' as const) : ('none' as const) },
      })),
    };
  }),
];
