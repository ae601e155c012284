import {
  attributionData,
  batch,
  captureEvent,
  capturePayment,
  customerUserId,
  deeplinkTriggered,
  init,
  integrations,
  issuedCoupons,
  pageView,
  removeCapturedPayment,
  screenView,
  sessionStart,
  setUserData,
  trigger,
  updatePushToken,
} from '@trailmark/contract/client';
import {
  AttributionDataBody,
  BATCH_CALLS,
  type BatchCall,
  IssuedCouponsBody,
} from '@trailmark/contract/client-bodies';
import type { Route } from '@trailmark/contract/route';
import { validate } from '../../http/mount.ts';
import type { Group, Item } from '../../pipeline/group.ts';
import { inTurns } from '../../pipeline/in-turns.ts';
import { badField } from '../../platform/app-error.ts';
import { attributionAnswer } from './answers.ts';
import type { ClientCall } from './client-call.ts';
import { deeplinkCall } from './deeplink-call.ts';
import type { ClientDoor } from './door.ts';
import { findAdvertisingId, findInstall } from './find-install.ts';
import { keyByPositionInBatch } from './item-identity.ts';
import { plainEvent } from './plain-event.ts';
import { type Arrival, type Calls, READ, type Readers } from './read-item.ts';
import { READ_VISITS } from './read-visit.ts';
import { withClick } from './with-click.ts';

/** The wire names the fields of SKAN inside `data`; without a schema there is nothing to do for the app. */
const ACCEPTED = {};

const READERS: Readers<BatchCall> = { ...READ, ...READ_VISITS };

function read<Name extends BatchCall>(name: Name, arrival: Arrival, body: unknown): Item {
  const plain = name === 'capture-event' ? plainEvent(body) : null;
  return READERS[name](arrival, (plain ?? validate(BATCH_CALLS[name], body, 'body')) as Calls[Name]);
}

const simple = (route: Route, name: BatchCall): ClientCall => ({
  route,
  async answer(door, arrival, body) {
    await door.ingest.add([read(name, arrival, body)], arrival.delivery);
    return ACCEPTED;
  },
});

const answerFor = (door: ClientDoor, group: Group, item: Item) =>
  attributionAnswer(door.names, group.installOf(item), {
    now: item.receivedAt,
    advertisingId: item.device?.advertisingId ?? null,
  });

const initCall: ClientCall = {
  route: init,
  async answer(door, arrival, body) {
    const item = read('init', arrival, body);
    await withClick(door, item);
    return await answerFor(door, await door.ingest.add([item], arrival.delivery), item);
  },
};

const attributionCall: ClientCall = {
  route: attributionData,
  async answer(door, arrival, body) {
    const request = validate(AttributionDataBody, body, 'body') as { install_instance_id: string };
    const { projectId } = arrival.project;
    const install = await findInstall(door.db, projectId, request.install_instance_id);
    const advertisingId = await findAdvertisingId(door.db, projectId, request.install_instance_id);
    return await attributionAnswer(door.names, install, { now: arrival.receivedAt, advertisingId });
  },
};

const couponsCall: ClientCall = {
  route: issuedCoupons,
  async answer(door, arrival, body) {
    const request = validate(IssuedCouponsBody, body, 'body') as { install_instance_id: string };
    const { projectId } = arrival.project;
    return { coupons: await door.coupons.listIssued(projectId, request.install_instance_id) };
  },
};

/** Old clients say that a deep link was followed; which one they do not say. */
const deeplinkTriggeredCall: ClientCall = { route: deeplinkTriggered, answer: async () => ACCEPTED };

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
    keyByPositionInBatch(unit);
    await Promise.all(unit.map((item) => withClick(door, item)));
    await door.ingest.add(unit, arrival.delivery);
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
  simple(customerUserId, 'customer-user-id'),
  simple(captureEvent, 'capture-event'),
  simple(capturePayment, 'capture-payment'),
  simple(removeCapturedPayment, 'remove-captured-payment'),
  attributionCall,
  couponsCall,
  simple(integrations, 'integrations'),
  simple(updatePushToken, 'update-push-token'),
  simple(sessionStart, 'session-start'),
  simple(pageView, 'page-view'),
  simple(screenView, 'screen-view'),
  deeplinkCall,
  deeplinkTriggeredCall,
  batchCall,
];
