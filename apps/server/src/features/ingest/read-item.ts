import type {
  BATCH_CALLS,
  CaptureEventBody,
  CapturePaymentBody,
  SetUserDataBody,
  TriggerBody,
} from '@trailmark/contract/client-bodies';
import { cleanObject, optionalId, optionalInstant, optionalText } from '@trailmark/core/client/clean';
import { readAge } from '@trailmark/core/client/event-time';
import { readConsent } from '@trailmark/core/client/read-consent';
import { readDevice } from '@trailmark/core/client/read-device';
import { readPlatform } from '@trailmark/core/client/read-platform';
import type { z } from 'zod';
import type { Item, UserData } from '../../pipeline/group.ts';
import type { ProjectConfig } from '../../pipeline/project-config.ts';
import { badField } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import { addWebTouches } from './add-web-touches.ts';
import type { AnswerDelivery } from './answer-delivery.ts';
import { isCrawler } from './crawlers.ts';
import { eventIdKey, isStamp, keyOf, minuteKeys, ownerOf, resendOf } from './item-identity.ts';
import { paymentCurrency } from './payment-currency.ts';
import { notForPages } from './unsigned-pages.ts';

/** Where and when a request came from. */
export interface Arrival {
  project: ProjectConfig;
  receivedAt: Date;
  ip: string | null;
  country: string;
  /** null: nobody waits for the answer. */
  delivery: AnswerDelivery | null;
  /** The browser that sends it, where it is one. */
  userAgent?: string | undefined;
  /** A page sends it, in a project that requires signatures. */
  isUnsignedPage?: boolean;
}

export type Calls = { [Name in keyof typeof BATCH_CALLS]: z.output<(typeof BATCH_CALLS)[Name]> };
export type VisitCall = 'session-start' | 'page-view' | 'screen-view';
type Bag = Record<string, unknown> | null | undefined;

const MAX_DATA = 32 * 1024;
const MAX_INTEGRATION_DATA = 64 * 1024;
const IDENTITIES = [
  'mixpanel_distinct_id',
  'amplitude_device_id',
  'posthog_distinct_id',
  'braze_device_id',
  'ga_app_instance_id',
  'ga_session_id',
  'netcore_device_guid',
  'moengage_user_id',
  'moengage_customer_id',
  'clevertap_id',
];

export function dataOf(field: string, value: Bag) {
  const data = cleanObject(value, MAX_DATA);
  if (data === 'tooLarge') throw badField(field, `is larger than ${MAX_DATA / 1024} kB or nested too deeply`);
  return data;
}

interface Common {
  install_instance_id: string | null;
  platform?: string | null | undefined;
  device_data?: Bag;
  occurred_at?: string | null | undefined;
  sent_at?: string | null | undefined;
}

export function blankItem(arrival: Arrival, call: Item['call'], body: Common): Item {
  // Written out: most of what comes in passes here, and copying takes longer than the rest.
  const item: Item = {
    call,
    project: arrival.project,
    receivedAt: arrival.receivedAt,
    ip: arrival.ip,
    country: arrival.country,
    installId: body.install_instance_id ?? '',
    platform: readPlatform(body.platform, body.device_data),
    occurredAt: null,
    ageMs: readAge(body.occurred_at, body.sent_at),
    sinceInstallMs: null,
    device: null,
    consent: null,
    userId: null,
    key: null,
    callKey: null,
    resend: null,
    event: null,
    user: null,
    payment: null,
    removal: null,
    url: null,
    pushToken: null,
    integrations: null,
    imported: null,
  };
  const isBot =
    body.device_data?.is_bot === true || (item.platform === 'web' && isCrawler(arrival.userAgent));
  if (isBot) item.isBot = true;
  if (arrival.isUnsignedPage) item.isUnsignedPage = true;
  return item;
}

interface InstallBody extends Common {
  data?: { device_data?: Bag } | null | undefined;
}

/** Of a client that may not know its install id yet: then the device or the user says which install is meant. */
function itemOf(arrival: Arrival, call: Item['call'], body: InstallBody): Item {
  const item = blankItem(arrival, call, body);
  if (item.installId !== '' && item.platform !== 'other') return item;
  const deviceData = body.device_data ?? body.data?.device_data;
  item.platform = readPlatform(body.platform, deviceData);
  if (item.installId === '') item.device = readDevice(deviceData, { platform: body.platform });
  return item;
}

/** Refused where nothing says whose it is. */
function checkOwner(item: Item): Item {
  const { installId, userId, device } = item;
  if (installId || userId || device?.advertisingId || device?.vendorId) return item;
  throw badField('install_instance_id', 'is required');
}

const sinceMs = (seconds: number | null | undefined) =>
  typeof seconds === 'number' && Number.isFinite(seconds) ? Math.round(seconds * 1000) : null;

function textsOf(names: string[], bag: Record<string, unknown>): Record<string, string> {
  const entries = names.flatMap((name) => {
    const [key, value] = [optionalText(name, 100), optionalId(bag[name], 500)];
    return key && value ? [[key, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

function userOf(body: z.output<typeof SetUserDataBody>['user_data']): UserData {
  return {
    id: body.id,
    name: optionalText(body.name, 200),
    email: optionalText(body.email, 254),
    phone: optionalText(body.phone, 100),
    createdAt: optionalInstant(body.user_created_at),
    isFirstTime: body.is_first_time_user ?? null,
    identities: textsOf(IDENTITIES, body),
  };
}

/** An exact decimal as it was written; a float's shortest form is what the app meant. */
export function decimalOf(amount: number | string): string {
  if (typeof amount === 'string') return amount;
  const text = String(amount);
  return /e/i.test(text) ? amount.toFixed(8) : text;
}

/** By its id, else by the stamp of its time; without either it has no identity, and only its answer can be lost. */
function identify(item: Item, arrival: Arrival, { id, since }: { id: string | null; since: unknown }): Item {
  const { name = '', data = null } = item.event ?? {};
  const owner = ownerOf(item);
  if (id) item.key = eventIdKey(owner, name, id);
  else if (isStamp(since as number)) item.key = keyOf(owner, name, data, since);
  else item.resend = resendOf(arrival, owner, item.userId, name, data, since);
  return item;
}

function eventItem(arrival: Arrival, body: z.output<typeof CaptureEventBody>): Item {
  const item = itemOf(arrival, 'event', body);
  const since = body.time_since_app_install ?? null;
  item.sinceInstallMs = sinceMs(since);
  item.userId = body.user_id;
  item.event = { name: body.event_name, data: dataOf('event_data', body.event_data) };
  return identify(checkOwner(item), arrival, { id: body.event_id, since });
}

function signupItem(arrival: Arrival, body: z.output<typeof TriggerBody>): Item {
  const item = itemOf(arrival, 'signup', body);
  const since = body.time_since_app_install ?? null;
  const user = userOf(body.user_data);
  user.createdAt ??= optionalInstant(body.customer_created_at);
  user.isFirstTime ??= body.is_first_time_customer ?? null;
  item.sinceInstallMs = sinceMs(since);
  item.user = user;
  item.userId = user.id;
  const { device_data: _, ...extra } = body.data ?? {};
  const isEmpty = Object.keys(extra).length === 0;
  item.event = { name: '$signup', data: isEmpty ? null : dataOf('data', extra) };
  // A person signs up once on an install, and signs in as often as they like.
  if (user.isFirstTime === false) return identify(item, arrival, { id: body.event_id, since });
  item.key = keyOf('signup', ownerOf(item), user.id);
  return item;
}

function paymentItem(arrival: Arrival, body: z.output<typeof CapturePaymentBody>): Item {
  const item = itemOf(arrival, 'payment', body);
  const { type, status } = body;
  const amount = decimalOf(body.amount);
  const since = body.time_since_app_install ?? null;
  const money = { amount, ...paymentCurrency(body.currency, arrival.project) };
  const data = dataOf('event_data', body.event_data);
  item.sinceInstallMs = sinceMs(since);
  item.userId = body.user_id;
  item.event = { name: '$payment', data };
  checkOwner(item);
  const parts = [
    'payment',
    ownerOf(item),
    body.user_id,
    type,
    status,
    amount,
    money.currencyText ?? money.currency,
    data,
    since,
  ];
  const key = body.event_id
    ? eventIdKey(ownerOf(item), 'payment', body.event_id)
    : isStamp(since) && keyOf(...parts);
  if (!body.payment_id && !key) item.resend = resendOf(arrival, ...parts);
  const paymentId = body.payment_id ?? `auto:${key || newId(arrival.receivedAt)}`;
  item.payment = { type, status, ...money, paymentId };
  return item;
}

/** Makes an item of each of some calls. */
export type Readers<Name extends keyof Calls> = {
  [One in Name]: (arrival: Arrival, body: Calls[One]) => Item;
};

/** A request of an app, in words of our own; those of visits are read in `read-visit.ts`. */
export const READ: Readers<Exclude<keyof Calls, VisitCall>> = {
  init: (arrival, body) => {
    const { app_version: app, package_version: sdk, platform } = body;
    const item = blankItem(arrival, 'open', body);
    item.device = readDevice(body.device_data, { app, sdk, platform });
    item.url = body.link ?? null;
    if (item.platform === 'web') addWebTouches(item, body);
    return Object.assign(item, minuteKeys(arrival.receivedAt, 'open', body.install_instance_id));
  },
  trigger: signupItem,
  'set-user-data': (arrival, body) => {
    const item = itemOf(arrival, 'user', body);
    const user = userOf(body.user_data);
    item.user = user;
    item.userId = user.id;
    // Of nobody by name: then the ids are those of the install.
    if (!user.id) item.integrations = user.identities;
    return checkOwner(item);
  },
  'customer-user-id': (arrival, body) => ({ ...itemOf(arrival, 'user', body), userId: body.user_id }),
  'capture-event': eventItem,
  'capture-payment': paymentItem,
  'remove-captured-payment': (arrival, body) => {
    if (arrival.isUnsignedPage) throw notForPages();
    const removal = { userId: body.user_id, paymentId: body.payment_id };
    return { ...blankItem(arrival, 'remove_payment', body), removal };
  },
  integrations: (arrival, body) => {
    const { integration_info: info } = body;
    const integrations = textsOf(Object.keys(info), info);
    const data = cleanObject(info, MAX_INTEGRATION_DATA);
    const integrationData = data === 'tooLarge' || data === null ? integrations : data;
    return { ...checkOwner(itemOf(arrival, 'integrations', body)), integrations, integrationData };
  },
  consent: (arrival, body) => {
    if (!readConsent(body.consent)) throw badField('consent', 'answers none of the questions');
    return checkOwner(itemOf(arrival, 'consent', body));
  },
  'update-push-token': (arrival, body) => ({
    ...checkOwner(itemOf(arrival, 'push_token', body)),
    pushToken: body.push_token,
  }),
};
