import { hash } from 'node:crypto';
import type {
  BATCH_CALLS,
  CaptureEventBody,
  CapturePaymentBody,
  TriggerBody,
} from '@trailmark/contract/client';
import { cleanObject, optionalInstant, optionalText } from '@trailmark/core/client/clean';
import { readDevice } from '@trailmark/core/client/read-device';
import type { z } from 'zod';
import type { DevicePlatform, Item, ProjectConfig, UserData } from '../../pipeline/group.ts';
import { badField } from '../../platform/app-error.ts';

/** Where and when a request came from. */
export interface Arrival {
  project: ProjectConfig;
  receivedAt: Date;
  ip: string | null;
  country: string;
}

export type Calls = { [Name in keyof typeof BATCH_CALLS]: z.output<(typeof BATCH_CALLS)[Name]> };

const MAX_DATA = 32 * 1024;
const IDENTITIES = [
  'mixpanel_distinct_id',
  'amplitude_device_id',
  'posthog_distinct_id',
  'braze_device_id',
  'ga_app_instance_id',
  'ga_session_id',
  'netcore_device_guid',
];

/** 128 bits of SHA-256 as a uuid: what a repeat is recognised by. */
export function keyOf(...parts: unknown[]): string {
  const hex = hash('sha256', JSON.stringify(parts), 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

export function platformOf(value: string | null | undefined): DevicePlatform {
  if (value === 'IOS') return 'ios';
  return value === 'ANDROID' ? 'android' : 'other';
}

function dataOf(field: string, value: Record<string, unknown> | null | undefined) {
  const data = cleanObject(value, MAX_DATA);
  if (data === 'tooLarge') throw badField(field, `is larger than ${MAX_DATA / 1024} kB or nested too deeply`);
  return data;
}

interface Common {
  install_instance_id: string;
  platform?: string | null | undefined;
  device_data?: Record<string, unknown> | null | undefined;
}

export function blankItem(arrival: Arrival, call: Item['call'], body: Common): Item {
  // Written out: most of what comes in passes here, and copying takes longer than the rest.
  return {
    call,
    project: arrival.project,
    receivedAt: arrival.receivedAt,
    ip: arrival.ip,
    country: arrival.country,
    installId: body.install_instance_id,
    platform: platformOf(body.platform),
    occurredAt: null,
    sinceInstallMs: null,
    device: null,
    userId: null,
    key: null,
    event: null,
    user: null,
    payment: null,
    removal: null,
    url: null,
    pushToken: null,
    integrations: null,
    imported: null,
  };
}

const sinceMs = (seconds: number | null | undefined) =>
  typeof seconds === 'number' && Number.isFinite(seconds) ? Math.round(seconds * 1000) : null;

function userOf(body: z.output<typeof TriggerBody>['user_data']): UserData {
  const identities = IDENTITIES.flatMap((name) => {
    const value = optionalText(body[name], 200);
    return value ? [[name, value] as const] : [];
  });
  return {
    id: body.id,
    name: optionalText(body.name, 200),
    email: optionalText(body.email, 254),
    phone: optionalText(body.phone, 100),
    createdAt: optionalInstant(body.user_created_at),
    isFirstTime: body.is_first_time_user ?? null,
    identities: Object.fromEntries(identities),
  };
}

/** An exact decimal as it was written; a float's shortest form is what the app meant. */
export function decimalOf(amount: number | string): string {
  if (typeof amount === 'string') return amount;
  const text = String(amount);
  return /e/i.test(text) ? amount.toFixed(8) : text;
}

function eventItem(arrival: Arrival, body: z.output<typeof CaptureEventBody>): Item {
  const data = dataOf('event_data', body.event_data);
  const name = body.event_name;
  const since = body.time_since_app_install ?? null;
  const item = blankItem(arrival, 'event', body);
  item.sinceInstallMs = sinceMs(since);
  item.event = { name, data };
  // Without an id two equal bodies are one event.
  item.key = body.event_id ? keyOf('id', body.event_id) : keyOf(body.install_instance_id, name, data, since);
  return item;
}

function paymentItem(arrival: Arrival, body: z.output<typeof CapturePaymentBody>): Item {
  const { type, status } = body;
  const amount = decimalOf(body.amount);
  const since = body.time_since_app_install ?? null;
  const parts = ['payment', body.install_instance_id, type, amount, since];
  return {
    ...blankItem(arrival, 'payment', body),
    sinceInstallMs: sinceMs(since),
    userId: body.user_id,
    event: { name: '$payment', data: dataOf('event_data', body.event_data) },
    payment: {
      type,
      status,
      amount,
      currency: body.currency ?? arrival.project.currency,
      paymentId: body.payment_id ?? `auto:${keyOf(...parts)}`,
    },
  };
}

const MINUTE_MS = 60_000;

/** A request of an app, in words of our own. */
export const READ: { [Name in keyof Calls]: (arrival: Arrival, body: Calls[Name]) => Item } = {
  init: (arrival, body) => ({
    ...blankItem(arrival, 'open', body),
    device: readDevice(body.device_data, { app: body.app_version, sdk: body.package_version }),
    url: body.link ?? null,
    // An open has no identity of its own; within a minute it is the same one, told again.
    key: keyOf('open', body.install_instance_id, Math.floor(arrival.receivedAt.getTime() / MINUTE_MS)),
  }),
  trigger: (arrival, body) => ({
    ...blankItem(arrival, 'signup', body),
    sinceInstallMs: sinceMs(body.time_since_app_install),
    user: userOf(body.user_data),
    userId: body.user_data.id,
    event: { name: '$signup', data: dataOf('data', { ...body.data, device_data: undefined }) },
    key: keyOf('signup', body.install_instance_id, body.user_data.id, body.time_since_app_install ?? null),
  }),
  'set-user-data': (arrival, body) => ({
    ...blankItem(arrival, 'user', body),
    user: userOf(body.user_data),
    userId: body.user_data.id,
  }),
  'capture-event': eventItem,
  'capture-payment': paymentItem,
  'remove-captured-payment': (arrival, body) => ({
    ...blankItem(arrival, 'remove_payment', body),
    removal: { userId: body.user_id, paymentId: body.payment_id },
  }),
  integrations: (arrival, body) => ({
    ...blankItem(arrival, 'integrations', body),
    integrations: Object.fromEntries(
      Object.entries(body.integration_info).flatMap(([name, value]) => {
        const [key, text] = [optionalText(name, 100), optionalText(value, 500)];
        return key && text ? [[key, text]] : [];
      }),
    ),
  }),
  'update-push-token': (arrival, body) => ({
    ...blankItem(arrival, 'push_token', body),
    pushToken: body.push_token,
  }),
};
