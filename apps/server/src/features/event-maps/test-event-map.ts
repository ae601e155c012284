import type { EventMapTest } from '@trailmark/contract/event-maps';
import type { NetworkKind } from '@trailmark/contract/network-accounts';
import type { DeliveryEvent } from '@trailmark/core/destinations/delivery-event';
import type { OutboundResponse, PlannedRequest } from '@trailmark/core/destinations/destination';
import type { EventMap } from '@trailmark/core/destinations/event-map';
import { markTest } from '@trailmark/core/destinations/mark-test';
import { blackOut, blackOutHeaders } from '../../connections/black-out.ts';
import type { ConnectionRow } from '../../connections/connection.ts';
import { mapEvent, type OpenDestination } from '../../connections/destination-of.ts';
import { withDetails } from '../../connections/read-network-events.ts';
import { readLatest } from '../../connections/read-sources.ts';
import { createSendRequest } from '../../connections/send-request.ts';
import { renewForSending } from '../../networks/renew-for-sending.ts';
import { AppError } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { NO_MAP } from './change-event-maps.ts';
import { makeUpEvent, PLATFORMS } from './made-up-event.ts';
import { asEventMap, getAccount, openWith } from './open-account.ts';
import { findRow } from './store.ts';

/** How far back an event is looked for that the map takes. */
const TRIED = 100;
const ANSWER_CHARACTERS = 1024;

interface Example {
  event: DeliveryEvent;
  item: object;
  isMadeUp: boolean;
}

interface Tested {
  kind: NetworkKind;
  connection: ConnectionRow;
  open: OpenDestination;
  map: EventMap;
}

/** The same event under another id: the network counts the real one by itself. */
function tryEvent(kit: Kit, open: OpenDestination, event: DeliveryEvent) {
  const now = kit.clock.now();
  return mapEvent(open, { ...event, id: newId(now) }, now);
}

async function findReal(kit: Kit, { connection, open, map }: Tested): Promise<Example | null> {
  const { project_id: projectId } = connection;
  const query = { projectId, now: kit.clock.now(), limit: TRIED, event: map.event };
  for (const { event } of await withDetails(kit.db, connection, await readLatest(kit.db, query))) {
    const mapped = event && tryEvent(kit, open, event);
    if (mapped && 'send' in mapped) return { event, item: mapped.send, isMadeUp: false };
  }
  return null;
}

function makeUp(kit: Kit, { kind, open, map }: Tested): Example {
  const reasons: string[] = [];
  for (const platform of PLATFORMS) {
    const pageUrl = `${kit.publicUrl}/`;
    const event = makeUpEvent({ kind, map, platform, now: kit.clock.now(), pageUrl });
    const mapped = tryEvent(kit, open, event);
    if ('send' in mapped) return { event, item: mapped.send, isMadeUp: true };
    reasons.push(mapped.skip);
  }
  throw new AppError('conflict', `No event can be sent to this account. ${reasons[0]}`);
}

/** The connection with a token that is valid now. */
async function getReady(kit: Kit, connection: ConnectionRow): Promise<ConnectionRow> {
  const ready = await renewForSending(kit, connection);
  if (!ready) throw new AppError('conflict', 'The network did not renew access. Check its setup.');
  return ready;
}

/** What a network made of the one event in a request, in words. */
function judge(
  { destination }: OpenDestination,
  planned: PlannedRequest<object>,
  { answer, now }: { answer: OutboundResponse; now: Date },
) {
  const judgement = destination.judge(answer, planned, now);
  const verdict = 'split' in judgement ? { rejected: judgement.split } : judgement.verdicts[0];
  if (verdict === 'delivered') return { accepted: true, verdict: 'The network accepted the event.' };
  const words = verdict === undefined || verdict === 'again' ? 'refused' : Object.values(verdict)[0];
  return { accepted: false, verdict: `The network did not accept the event: ${words}.` };
}

async function sendExample(
  kit: Kit,
  { open }: Tested,
  { item, event, isMadeUp }: Example,
): Promise<Omit<EventMapTest, 'note'>> {
  const [planned] = open.destination.requests([item], open.config, kit.clock.now());
  if (!planned) throw new Error('One event is one request.');
  const { method, url, headers, body } = planned.request;
  const begun = performance.now();
  const response = await createSendRequest(kit.env, { isTool: true })(planned.request);
  const outcome =
    'failed' in response
      ? { accepted: false, verdict: `The network could not be reached: ${response.failed}.` }
      : judge(open, planned, { answer: response, now: kit.clock.now() });
  const shown = (text: string) => blackOut(text, open.secrets);
  return {
    accepted: outcome.accepted,
    verdict: shown(outcome.verdict),
    status: 'failed' in response ? null : response.status,
    answer: 'failed' in response ? '' : shown(response.body.slice(0, ANSWER_CHARACTERS)),
    duration_ms: Math.round(performance.now() - begun),
    event: { name: event.name, occurred_at: event.occurredAt.toISOString(), made_up: isMadeUp },
    request: {
      method,
      url: shown(url),
      headers: blackOutHeaders(headers, open.secrets),
      body: shown(body),
    },
  };
}

/** Sends one event by a map, marked as a test. The ledger has deliveries only, and this is none. */
export async function testMap(
  kit: Kit,
  { projectId, id }: { projectId: string; id: string },
): Promise<EventMapTest> {
  const row = await findRow(kit.db, { projectId, id });
  if (!row) throw new AppError('not_found', NO_MAP);
  const { kind, connection } = await getAccount(kit, { projectId, adNetworkId: row.ad_network_id });
  const map = asEventMap(row);
  const ready = await getReady(kit, connection);
  const open = openWith(kit, ready, [map]);
  const marked = markTest(kind, open.config, map);
  if ('problem' in marked) throw new AppError('conflict', marked.problem);
  const tested = { kind, connection: ready, map, open: { ...open, config: marked.config } };
  const example = (await findReal(kit, tested)) ?? makeUp(kit, tested);
  return { ...(await sendExample(kit, tested, example)), note: marked.note };
}
