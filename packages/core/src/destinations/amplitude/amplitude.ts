import { z } from 'zod';
import type { DeliveryEvent } from '../delivery-event.ts';
import { deliveryId } from '../delivery-id.ts';
import { amountOf, type DescribedEvent, describeEvent, type EventChoice } from '../describe-event.ts';
import type { Destination, Judgement, OutboundResponse, PlannedRequest, Verdict } from '../destination.ts';
import { forAll, foreignAnswer, isSuccess, judgeStatus, refusedWhole, wordsOf } from '../judge-status.ts';
import { readAnswer } from '../read-answer.ts';

export interface AmplitudeConfig extends EventChoice {
  region: 'us' | 'eu';
  apiKey: string;
}

type Properties = Record<string, unknown>;

/** An event of the request; what is undefined is left out of its JSON. */
export interface AmplitudeItem {
  user_id: string | undefined;
  device_id: string | undefined;
  event_type: string;
  time: number;
  insert_id: string;
  platform: string | undefined;
  country: string | undefined;
  event_properties: Properties;
  user_properties: { $set: Properties } | undefined;
  price?: number;
  quantity?: number;
  revenue?: number;
  revenueType?: string;
  currency?: string | undefined;
}

const HOSTS = { us: 'https://api2.amplitude.com', eu: 'https://api.eu.amplitude.com' };

/** Amplitude refuses these as ids. https://amplitude.com/docs/apis/analytics/http-v2 */
const REFUSED_IDS = new Set([
  ...['anon', 'anonymous', 'nil', 'none', 'null', 'n/a', 'na', 'undefined', 'unknown', '<nil>', 'lmy47d'],
  ...['-1', 'true', 'false', '[]', '{}', '""'],
]);
/** The advertising id of a device whose owner has limited ad tracking. */
const ALL_ZEROS = /^[0-]+$/;
/** Amplitude keeps the former for itself; the latter change a user or a group and are no events. */
const RESERVED_NAME = /^(\[amplitude\]|\$(group)?identify$)/i;
const MOST_CHARACTERS = 1024;
/** Of objects and lists within each other, with the object of all properties. */
const MOST_DEPTH = 40;
/** A request has to be smaller than 1 MB: the rest is room for the key, the options and the commas. */
const MOST_BYTES = 990_000;
/**
 * Amplitude removes ids of fewer than 5 characters from an event unless it is asked not to. The ids of many customers
 * are short numbers, and without them the events of a user would be those of a device.
 */
const MIN_ID_LENGTH = 1;
const THROTTLED_SECONDS = 30;

/** As Amplitude's own SDKs write them: another spelling would be another platform in its charts. */
const PLATFORMS = new Map([
  ['ios', 'iOS'],
  ['android', 'Android'],
  ['web', 'Web'],
]);
/** Amplitude's own countries are English names, not codes. */
const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const countryOf = (code: string) => (/^[A-Z]{2}$/.test(code) ? COUNTRIES.of(code) : undefined);

/**
 * Amplitude also reads revenue from these, which would replace that of a payment or add to it.
 * https://amplitude.com/docs/data/sources/instrument-track-revenue
 */
const REVENUE_PROPERTIES = new Set([
  ...['$revenue', '$price', '$quantity', '$productId', '$revenueType', '$currency'],
  ...['$receipt', '$receiptSig'],
]);

/**
 * Strings of more than 1024 characters are refused; the start of a text is better than none of it. What is nested deeper
 * than Amplitude takes is sent as JSON text.
 */
function cut(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, MOST_CHARACTERS).toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MOST_DEPTH) return cut(JSON.stringify(value), depth);
  return Array.isArray(value) ? value.map((element) => cut(element, depth + 1)) : cutAll(value, depth);
}
function cutAll(properties: object, depth = 1): Properties {
  const entries = Object.entries(properties).map(([name, value]) => [name, cut(value, depth + 1)]);
  return Object.fromEntries(entries);
}

/** Where an app has Amplitude's SDK, the SDK says who uses the device; a user id of ours could be another one. */
function idsOf({ identities, userId, installId }: DeliveryEvent) {
  const deviceId = identities.amplitude_device_id;
  if (deviceId) return { user_id: undefined, device_id: deviceId };
  return { user_id: userId || undefined, device_id: installId || undefined };
}

/** Amplitude takes price * quantity as the revenue where all three are sent, and below zero as a refund. */
function revenueOf(event: DeliveryEvent): Partial<AmplitudeItem> {
  const { kind, currency } = event;
  const revenue = amountOf(event);
  if (revenue === null || (kind !== 'payment' && kind !== 'refund')) return {};
  const revenueType = kind === 'refund' ? 'Refund' : 'Payment';
  return { price: revenue, quantity: 1, revenue, revenueType, currency: currency ?? undefined };
}

/** Why Amplitude would refuse an event; null where it takes it. */
function problemOf({ user_id, device_id, event_type }: AmplitudeItem): string | null {
  const ids = [user_id, device_id].filter((id) => id !== undefined);
  if (ids.length === 0) return 'Amplitude needs the id of a user or a device, and this event has neither.';
  const refused = ids.find((id) => REFUSED_IDS.has(id.toLowerCase()) || ALL_ZEROS.test(id));
  if (refused !== undefined) return `Amplitude does not accept ${refused} as the id of a user or a device.`;
  if (ids.some(({ length }) => length > MOST_CHARACTERS)) {
    return `Amplitude accepts ids of at most ${MOST_CHARACTERS} characters.`;
  }
  if (event_type.trim() === '') return 'Amplitude needs the name of an event, and this one has none.';
  if (RESERVED_NAME.test(event_type)) {
    return `Amplitude reserves the event name ${event_type}. Choose another name to send this event.`;
  }
  return null;
}

function itemOf(event: DeliveryEvent, { name, properties, userProperties }: DescribedEvent): AmplitudeItem {
  const sent = Object.entries(properties).filter(([property]) => !REVENUE_PROPERTIES.has(property));
  return {
    ...idsOf(event),
    event_type: name.slice(0, MOST_CHARACTERS).toWellFormed(),
    time: event.occurredAt.getTime(),
    insert_id: deliveryId(event.id),
    platform: PLATFORMS.get(event.platform),
    country: countryOf(event.country),
    event_properties: cutAll(Object.fromEntries(sent)),
    // Within $set no property can be taken for an operation, whatever it has been renamed to.
    user_properties: userProperties ? { $set: cutAll(userProperties) } : undefined,
    ...revenueOf(event),
  };
}

function map(event: DeliveryEvent, config: AmplitudeConfig): { send: AmplitudeItem } | { skip: string } {
  const described = describeEvent(event, config);
  if (!described) return { skip: 'This event is not sent to Amplitude.' };
  const item = itemOf(event, described);
  const problem = problemOf(item);
  if (problem) return { skip: problem };
  if (Buffer.byteLength(JSON.stringify(item)) >= MOST_BYTES) {
    return { skip: 'Amplitude accepts events of less than 1 MB.' };
  }
  return { send: item };
}

function requests(items: AmplitudeItem[], config: AmplitudeConfig): PlannedRequest<AmplitudeItem>[] {
  const options = { min_id_length: MIN_ID_LENGTH };
  const request = {
    method: 'POST' as const,
    url: `${HOSTS[config.region]}/2/httpapi`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: config.apiKey, events: items, options }),
  };
  return [{ endpoint: 'httpapi', request, items }];
}

const Ingested = z.object({ code: z.literal(200) });
const Indexes = z.array(z.number().int()).catch([]);
const IndexesByField = z.record(z.string(), Indexes).catch({});
const Refusal = z.object({
  error: z.string().catch(''),
  missing_field: z.string().catch(''),
  events_with_invalid_fields: IndexesByField,
  events_with_missing_fields: IndexesByField,
  events_with_invalid_id_lengths: IndexesByField,
  silenced_events: Indexes,
});
const CountById = z.record(z.string(), z.unknown()).catch({});
const Throttling = z.object({
  throttled_events: Indexes,
  exceeded_daily_quota_users: CountById,
  exceeded_daily_quota_devices: CountById,
});

/** Why each event that an answer names was refused, by its index. */
function faultsOf(refusal: z.infer<typeof Refusal>): Map<number, string> {
  const lists: [Record<string, number[]>, string][] = [
    [refusal.events_with_invalid_fields, 'has a value that Amplitude does not accept'],
    [refusal.events_with_missing_fields, 'is missing'],
    [refusal.events_with_invalid_id_lengths, 'is too short or too long'],
    [{ device_id: refusal.silenced_events }, 'is blocked in Amplitude'],
  ];
  const faults = lists.flatMap(([byField, fault]) =>
    Object.entries(byField).flatMap(([field, indexes]) =>
      indexes.map((index) => [index, `${field}: ${fault}`] as const),
    ),
  );
  return new Map(faults);
}

/** Of a batch with faults nothing has been taken: the rest is sent again at once, without what is named. */
function judgeFaults(response: OutboundResponse, items: readonly AmplitudeItem[]): Judgement {
  const reason = `answered 400: ${wordsOf(response)}`;
  const refusal = readAnswer(Refusal, response);
  if (!refusal) return refusedWhole(items, reason);
  if (/invalid api key/i.test(refusal.error) || refusal.missing_field === 'api_key') {
    return forAll(items, { reconnect: reason });
  }
  const faults = faultsOf(refusal);
  if (!items.some((_, index) => faults.has(index))) return refusedWhole(items, reason);
  const verdicts = items.map((_, index): Verdict | 'again' => {
    const fault = faults.get(index);
    return fault === undefined ? 'again' : { rejected: fault };
  });
  return { verdicts };
}

function judgeThrottling(response: OutboundResponse, items: readonly AmplitudeItem[], now: Date): Judgement {
  const later = judgeStatus(response, now);
  const throttling = readAnswer(Throttling, response);
  if (!throttling) return forAll(items, later);
  const throttled = new Set(throttling.throttled_events);
  const { exceeded_daily_quota_users: users, exceeded_daily_quota_devices: devices } = throttling;
  const verdicts = items.map(({ user_id = '', device_id = '' }, index): Verdict => {
    if (Object.hasOwn(users, user_id)) return { rejected: 'user_id: has exceeded its daily quota of events' };
    if (Object.hasOwn(devices, device_id)) {
      return { rejected: 'device_id: has exceeded its daily quota of events' };
    }
    if (!throttled.has(index)) return later;
    return { retry: 'too many events of this user or device', afterSeconds: THROTTLED_SECONDS };
  });
  return { verdicts };
}

function judge(response: OutboundResponse, { items }: PlannedRequest<AmplitudeItem>, now: Date): Judgement {
  const { status } = response;
  if (isSuccess(response)) {
    const isIngested = readAnswer(Ingested, response) !== null;
    return forAll(items, isIngested ? 'delivered' : foreignAnswer(response, 'Amplitude'));
  }
  if (status === 413) return refusedWhole(items, 'answered 413: too large');
  if (status === 400) return judgeFaults(response, items);
  if (status === 429) return judgeThrottling(response, items, now);
  return forAll(items, judgeStatus(response, now));
}

/** https://amplitude.com/docs/apis/analytics/http-v2 */
export const amplitude: Destination<AmplitudeConfig, AmplitudeItem> = {
  kind: 'amplitude',
  limits: { maxItems: 1000, maxBytes: MOST_BYTES, concurrency: 2, itemsPerSecond: 1000 },
  map,
  requests,
  judge,
};
