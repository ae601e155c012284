import {
  PREVIEWED_EVENTS,
  type PreviewedEventMap,
  type previewEventMap,
} from '@trailmark/contract/event-maps';
import { networkEventProblem } from '@trailmark/contract/network-event-names';
import { isFor } from '@trailmark/core/destinations/describe-event';
import { type EventMap, findMap } from '@trailmark/core/destinations/event-map';
import type { z } from 'zod';
import { blackOut } from '../../connections/black-out.ts';
import { mapEvent, type OpenDestination } from '../../connections/destination-of.ts';
import { withDetails } from '../../connections/read-network-events.ts';
import { type DueDelivery, readLatest } from '../../connections/read-sources.ts';
import { badField } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { asEventMap, getAccount, openWith } from './open-account.ts';
import { listRows } from './store.ts';

type MapDraft = z.output<(typeof previewEventMap)['body']>;
type SentEvent = NonNullable<DueDelivery['event']>;

const OTHER_EVENT = 'The event map is for other events.';

/** An event as the account would be sent it by this map, or why not. */
function mapBy(
  open: OpenDestination,
  { event, maps, map, now }: { event: SentEvent; maps: EventMap[]; map: EventMap; now: Date },
): { send: object } | { skip: string } {
  if (!findMap(event, [map])) return { skip: OTHER_EVENT };
  const chosen = findMap(event, maps);
  if (chosen && chosen.id !== map.id) {
    return {
      skip: `The event map for ${chosen.event} sends it: one for a name counts before one for a kind.`,
    };
  }
  return mapEvent(open, event, now);
}

function present(
  { sourceId, event }: { sourceId: string; event: SentEvent },
  mapped: { send: object } | { skip: string },
  secrets: string[],
): PreviewedEventMap {
  return {
    event_id: sourceId,
    name: event.name,
    kind: event.kind,
    install_id: event.installId,
    occurred_at: event.occurredAt.toISOString(),
    would_send: 'send' in mapped,
    reason: 'skip' in mapped ? mapped.skip : null,
    payload: 'send' in mapped ? JSON.parse(blackOut(JSON.stringify(mapped.send), secrets)) : null,
  };
}

/** What the latest events would become for an account, by the rules that deliveries use, as if the map were active. */
export async function previewMap(kit: Kit, projectId: string, draft: MapDraft): Promise<PreviewedEventMap[]> {
  const { db, clock } = kit;
  const now = clock.now();
  const adNetworkId = draft.ad_network_id;
  const { kind, connection } = await getAccount(kit, { projectId, adNetworkId });
  const problem = networkEventProblem(kind, draft.network_event);
  if (problem) throw badField('network_event', problem);
  const map = asEventMap({ ...draft, id: draft.id ?? newId(now) });
  const saved = await listRows(db, { projectId, adNetworkId });
  const others = saved.filter(({ id, active, event }) => active && id !== map.id && event !== map.event);
  const maps = [...others.map(asEventMap), map];
  const open = openWith(kit, connection, maps);
  const event = draft.events === 'of_map' ? map.event : undefined;
  const latest = await readLatest(db, { projectId, now, limit: PREVIEWED_EVENTS, event });
  const detailed = await withDetails(db, connection, latest);
  return detailed.flatMap((due) => {
    if (!due.event || !isFor(connection.kind, due.event)) return [];
    const mapped = mapBy(open, { event: due.event, maps, map, now });
    return [present({ sourceId: due.sourceId, event: due.event }, mapped, open.secrets)];
  });
}
