import { serverCaptureEvent, serverCapturePayment, serverRemovePayment } from '@trailmark/contract/client';
import type { Route } from '@trailmark/contract/route';
import { cleanObject } from '@trailmark/core/client/clean';
import type { z } from 'zod';
import type { Doer } from '../../access/caller.ts';
import { validate } from '../../http/mount.ts';
import type { Item } from '../../pipeline/group.ts';
import { badField } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import type { ClientDoor } from './door.ts';
import { type Arrival, blankItem, decimalOf, keyOf } from './read-item.ts';
import { outsideReason, serverSpan } from './time-span.ts';

export interface ServerInput {
  kit: Kit;
  arrival: Arrival;
  json: Record<string, unknown>;
  query: unknown;
  /** Whose key it was, for the audit log. */
  actor: Doer;
}

/** A call of somebody's server. */
export interface ServerCall {
  route: Route;
  /** What its body may weigh, where that is more than usual. */
  bodyLimit?: number;
  answer(door: ClientDoor, input: ServerInput): Promise<unknown>;
}

const MAX_DATA = 32 * 1024;

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

function dataOf(value: Record<string, unknown> | null | undefined) {
  const data = cleanObject(value, MAX_DATA);
  if (data === 'tooLarge') throw badField('event_data', 'is larger than 32 kB or nested too deeply');
  return data;
}

const eventCall: ServerCall = {
  route: serverCaptureEvent,
  async answer(door, input) {
    const body = validate(serverCaptureEvent.body, input.json, 'body') as z.output<
      typeof serverCaptureEvent.body
    >;
    const data = dataOf(body.event_data);
    const item = itemOf(input, 'event', body);
    const who = body.install_instance_id ?? body.user_id;
    const parts = [who, body.event_name, data, body.occurred_at ?? null];
    item.event = { name: body.event_name, data };
    item.key = body.event_id ? keyOf('id', body.event_id) : keyOf('server', ...parts);
    await door.ingest.add([item]);
    return {};
  },
};

const paymentCall: ServerCall = {
  route: serverCapturePayment,
  async answer(door, input) {
    const body = validate(serverCapturePayment.body, input.json, 'body') as z.output<
      typeof serverCapturePayment.body
    >;
    const amount = decimalOf(body.amount);
    const who = body.install_instance_id ?? body.user_id;
    const item = itemOf(input, 'payment', body);
    item.event = { name: '$payment', data: dataOf(body.event_data) };
    item.payment = {
      type: body.type,
      status: body.status,
      amount,
      currency: body.currency ?? input.arrival.project.currency,
      paymentId:
        body.payment_id ?? `auto:${keyOf('server', who, body.type, amount, body.occurred_at ?? null)}`,
    };
    await door.ingest.add([item]);
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
    await door.ingest.add([item]);
    return {};
  },
};

export const CAPTURE_CALLS: ServerCall[] = [eventCall, paymentCall, removeCall];
