import {
  attributionData,
  captureEvent,
  capturePayment,
  consent,
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
import { AttributionDataBody, type BatchCall, IssuedCouponsBody } from '@trailmark/contract/client-bodies';
import type { Route } from '@trailmark/contract/route';
import { validate } from '../../http/mount.ts';
import { attributionAnswer, conversionAnswer, initAnswer } from './answers.ts';
import { batchCall } from './batch-call.ts';
import type { ClientCall } from './client-call.ts';
import { deeplinkCall } from './deeplink-call.ts';
import { findAdvertisingId, findInstall } from './find-install.ts';
import { readCall } from './read-call.ts';
import { isOpenedByApp, notForPages } from './unsigned-pages.ts';
import { withClick } from './with-click.ts';

const ACCEPTED = {};

const simple = (route: Route, name: BatchCall): ClientCall => ({
  route,
  async answer(door, arrival, body) {
    await door.ingest.add([readCall(name, arrival, body)], arrival.delivery);
    return ACCEPTED;
  },
});

/** Calls of which an app may have to register a value afterwards. */
const converting = (route: Route, name: BatchCall): ClientCall => ({
  route,
  async answer(door, arrival, body) {
    const item = readCall(name, arrival, body);
    return conversionAnswer(await door.ingest.add([item], arrival.delivery), item);
  },
});

const initCall: ClientCall = {
  route: init,
  async answer(door, arrival, body) {
    const item = readCall('init', arrival, body);
    await withClick(door, item);
    return await initAnswer(door.names, await door.ingest.add([item], arrival.delivery), item);
  },
};

const attributionCall: ClientCall = {
  route: attributionData,
  async answer(door, arrival, body) {
    const request = validate(AttributionDataBody, body, 'body') as { install_instance_id: string };
    const { projectId } = arrival.project;
    const { db } = await door.connection.of(projectId);
    const install = await findInstall(db, projectId, request.install_instance_id);
    if (arrival.isUnsignedPage && isOpenedByApp(install)) throw notForPages();
    const advertisingId = await findAdvertisingId(db, projectId, request.install_instance_id);
    return await attributionAnswer(door.names, install, { now: arrival.receivedAt, advertisingId });
  },
};

const couponsCall: ClientCall = {
  route: issuedCoupons,
  isPersonal: true,
  async answer(door, arrival, body) {
    const request = validate(IssuedCouponsBody, body, 'body') as { install_instance_id: string };
    const { projectId } = arrival.project;
    return { coupons: await door.coupons.listIssued(projectId, request.install_instance_id) };
  },
};

/** Old clients say that a deep link was followed; which one they do not say. */
const deeplinkTriggeredCall: ClientCall = { route: deeplinkTriggered, answer: async () => ACCEPTED };

export const CLIENT_CALLS: ClientCall[] = [
  initCall,
  converting(trigger, 'trigger'),
  simple(setUserData, 'set-user-data'),
  simple(customerUserId, 'customer-user-id'),
  simple(consent, 'consent'),
  converting(captureEvent, 'capture-event'),
  converting(capturePayment, 'capture-payment'),
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
