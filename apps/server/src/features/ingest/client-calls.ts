import {
  AttributionDataBody,
  attributionData,
  BATCH_CALLS,
  type BatchCall,
  batch,
  captureEvent,
  capturePayment,
  DeeplinkBody,
  handleDeeplink,
  init,
  integrations,
  removeCapturedPayment,
  setUserData,
  trigger,
  updatePushToken,
} from '@trailmark/contract/client';
import type { Route } from '@trailmark/contract/route';
import { CLICK_PARAMETER } from '@trailmark/core/links/signed-click';
import { validate } from '../../http/mount.ts';
import type { Group, Item } from '../../pipeline/group.ts';
import { inTurns } from '../../pipeline/in-turns.ts';
import { badField } from '../../platform/app-error.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { attributionAnswer } from './answers.ts';
import type { ClientDoor } from './door.ts';
import { findInstall } from './find-install.ts';
import type { FoundLink } from './find-link.ts';
import { plainEvent } from './plain-event.ts';
import { type Arrival, blankItem, type Calls, keyOf, READ } from './read-item.ts';

/** A call of an app and what it does with its body. */
export interface ClientCall {
  route: Route;
  answer(door: ClientDoor, arrival: Arrival, body: Record<string, unknown>): Promise<unknown>;
}

/** The wire names the fields of SKAN inside `data`; without a schema there is nothing to do for the app. */
const ACCEPTED = {};

function read<Name extends BatchCall>(name: Name, arrival: Arrival, body: unknown): Item {
  const plain = name === 'capture-event' ? plainEvent(body) : null;
  return READ[name](arrival, (plain ?? validate(BATCH_CALLS[name], body, 'body')) as Calls[Name]);
}

const simple = (route: Route, name: BatchCall): ClientCall => ({
  route,
  async answer(door, arrival, body) {
    await door.ingest.add([read(name, arrival, body)]);
    return ACCEPTED;
  },
});

const answerFor = (door: ClientDoor, group: Group, item: Item) =>
  attributionAnswer(door.names, group.installOf(item), item.receivedAt);

/** What an app tells within a minute is one launch. */
const LAUNCH_MS = MINUTE_MS;

/** A link that led to a first open was tapped before it, though apps tell of it afterwards. */
async function tappedAt({ db }: ClientDoor, { project, installId, receivedAt }: Item): Promise<Date> {
  const { installedAt } = await findInstall(db, project.projectId, installId);
  const isLaunch = installedAt !== null && receivedAt.getTime() - installedAt.getTime() <= LAUNCH_MS;
  return isLaunch ? installedAt : receivedAt;
}

/** A link that came straight to the app gets the click id that it would have got at our door. */
async function withClick(door: ClientDoor, item: Item): Promise<FoundLink | null> {
  if (!item.url) return null;
  const link = await door.findLink(item.project.projectId, item.url);
  if (!link?.isOpen || item.url.includes(`${CLICK_PARAMETER}=`)) return link;
  const token = await door.recordAppOpen({
    ...{ projectId: item.project.projectId, linkId: link.linkId, campaignId: link.campaignId },
    ...{ network: link.network, installId: item.installId, platform: item.platform },
    ...{ at: await tappedAt(door, item), ip: item.ip, country: item.country },
    advertisingId: item.device?.advertisingId ?? null,
  });
  item.url += `${item.url.includes('?') ? '&' : '?'}${CLICK_PARAMETER}=${token}`;
  return link;
}

const initCall: ClientCall = {
  route: init,
  async answer(door, arrival, body) {
    const item = read('init', arrival, body);
    await withClick(door, item);
    return await answerFor(door, await door.ingest.add([item]), item);
  },
};

const attributionCall: ClientCall = {
  route: attributionData,
  async answer(door, arrival, body) {
    const asked = validate(AttributionDataBody, body, 'body') as { install_instance_id: string };
    const install = await findInstall(door.db, arrival.project.projectId, asked.install_instance_id);
    return await attributionAnswer(door.names, install, arrival.receivedAt);
  },
};

const deeplinkCall: ClientCall = {
  route: handleDeeplink,
  async answer(door, arrival, body) {
    const asked = validate(DeeplinkBody, body, 'body') as Parameters<typeof blankItem>[2] & {
      url?: string | null;
      deeplink?: string | null;
    };
    const url = asked.url || asked.deeplink || '';
    const minute = Math.floor(arrival.receivedAt.getTime() / 60_000);
    const item: Item = {
      ...blankItem(arrival, 'deep_link', asked),
      url,
      key: keyOf('deeplink', asked.install_instance_id, url, minute),
    };
    const link = await withClick(door, item);
    const attribution = await answerFor(door, await door.ingest.add([item]), item);
    return { deeplink: link?.deepLink ?? null, is_trailmark: link !== null, processing: false, attribution };
  },
};

const batchCall: ClientCall = {
  route: batch,
  async answer(door, arrival, body) {
    const { items } = validate(batch.body, { token: 'checked', ...body }, 'body') as {
      items: { call: BatchCall; body: Record<string, unknown> }[];
    };
    const unit: Item[] = [];
    await inTurns(items, (one, index) => {
      try {
        unit.push(read(one.call, arrival, one.body));
      } catch (error) {
        throw inItem(error, index);
      }
    });
    await Promise.all(unit.map((item) => withClick(door, item)));
    await door.ingest.add(unit);
    return { accepted: unit.length };
  },
};

/** The reason with the place in the list. */
function inItem(error: unknown, index: number): unknown {
  const { fields } = error as { fields?: Record<string, string> };
  const [name, reason] = Object.entries(fields ?? {})[0] ?? [];
  return name && reason ? badField(`items.${index}.body.${name}`, reason) : error;
}

export const CLIENT_CALLS: ClientCall[] = [
  initCall,
  simple(trigger, 'trigger'),
  simple(setUserData, 'set-user-data'),
  simple(captureEvent, 'capture-event'),
  simple(capturePayment, 'capture-payment'),
  simple(removeCapturedPayment, 'remove-captured-payment'),
  attributionCall,
  simple(integrations, 'integrations'),
  simple(updatePushToken, 'update-push-token'),
  deeplinkCall,
  batchCall,
];
