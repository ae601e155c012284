import { serverCaptureEvent, serverCapturePayment, serverRemovePayment } from '@trailmark/contract/client';
import type { Route } from '@trailmark/contract/route';
import type { z } from 'zod';
import type { AuditActor } from '../../access/caller.ts';
import { validate } from '../../http/mount.ts';
import type { Item } from '../../pipeline/group.ts';
import { badField } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import type { ClientDoor } from './door.ts';
import { eventIdKey, keyOf, ownerOf, resendOf } from './item-identity.ts';
import { paymentCurrency } from './payment-currency.ts';
import { type Arrival, blankItem, dataOf, decimalOf } from './read-item.ts';
import { outsideReason, serverSpan } from './time-span.ts';

export interface ServerInput {
  kit: Kit;
  arrival: Arrival;
  json: Record<string, unknown>;
  query: unknown;
  /** Whose key it was, for the audit log. */
  actor: AuditActor;
}

/** A call of somebody's server. */
export interface ServerCall {
  route: Route;
  /** What its body may weigh, where that is more than usual. */
  bodyLimit?: number;
  answer(door: ClientDoor, input: ServerInput): Promise<unknown>;
}

interface Named {
  install_instance_id?: string | null;
  user_id: string | null;
  platform?: string | null | undefined;
  occurred_at?: string | null | undefined;
}

function itemOf({ kit, arrival }: ServerInput, call: Item['call'], body: Named): Item {
  const occurredAt = body.occurred_at ? new Date(body.occurred_at) : null;
  const reason =
    occurredAt && outsideReason(occurredAt, serverSpan(arrival.receivedAt, kit.env.limits.importPastDays));
  if (reason) throw badField('occurred_at', reason);
  return {
    ...blankItem(arrival, call, { ...body, install_instance_id: body.install_instance_id ?? '' }),
    userId: body.user_id,
    occurredAt,
  };
}

const eventCall: ServerCall = {
  route: serverCaptureEvent,
  async answer(door, input) {
    const { arrival, json } = input;
    const body = validate(serverCaptureEvent.body, json, 'body') as z.output<typeof serverCaptureEvent.body>;
    const data = dataOf('event_data', body.event_data);
    const item = itemOf(input, 'event', body);
    const { event_name: name, event_id: id, occurred_at: at } = body;
    const owner = ownerOf(item);
    item.event = { name, data };
    if (id) item.key = eventIdKey(owner, name, id);
    else if (at) item.key = keyOf('server', owner, name, data, at);
    else item.resend = resendOf(arrival, 'server', owner, item.userId, name, data);
    await door.ingest.add([item], input.arrival.delivery);
    return {};
  },
};

const paymentCall: ServerCall = {
  route: serverCapturePayment,
  async answer(door, input) {
    const body = validate(serverCapturePayment.body, input.json, 'body') as z.output<
      typeof serverCapturePayment.body
    >;
    const { type, status, occurred_at: at } = body;
    const amount = decimalOf(body.amount);
    const { arrival } = input;
    const money = { amount, ...paymentCurrency(body.currency, arrival.project) };
    const item = itemOf(input, 'payment', body);
    const data = dataOf('event_data', body.event_data);
    const currency = money.currencyText ?? money.currency;
    const parts = ['server payment', ownerOf(item), item.userId, type, status, amount, currency, data, at];
    item.event = { name: '$payment', data };
    if (!body.payment_id && !at) item.resend = resendOf(arrival, ...parts);
    const paymentId = `auto:${at ? keyOf(...parts) : newId(arrival.receivedAt)}`;
    item.payment = { type, status, ...money, paymentId: body.payment_id ?? paymentId };
    await door.ingest.add([item], input.arrival.delivery);
    return {};
  },
};

const removeCall: ServerCall = {
  route: serverRemovePayment,
  async answer(door, input) {
    const body = validate(serverRemovePayment.body, input.json, 'body') as z.output<
      typeof serverRemovePayment.body
    >;
    const item = itemOf(input, 'remove_payment', body);
    item.removal = { userId: body.user_id, paymentId: body.payment_id };
    await door.ingest.add([item], input.arrival.delivery);
    return {};
  },
};

export const CAPTURE_CALLS: ServerCall[] = [eventCall, paymentCall, removeCall];
