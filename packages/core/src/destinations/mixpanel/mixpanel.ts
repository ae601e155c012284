import { z } from 'zod';
import type { DeliveryEvent } from '../delivery-event.ts';
import { deliveryId } from '../delivery-id.ts';
import { describeEvent, type EventChoice, personOf } from '../describe-event.ts';
import type { Destination, Judgement, OutboundResponse, PlannedRequest, Verdict } from '../destination.ts';
import { forAll, foreignAnswer, isSuccess, judgeStatus, refusedWhole, wordsOf } from '../judge-status.ts';
import { readAnswer } from '../read-answer.ts';

export interface MixpanelConfig extends EventChoice {
  region: 'us' | 'eu' | 'in';
  projectToken: string;
}

type Properties = Record<string, unknown>;

export interface MixpanelItem {
  event: { event: string; properties: Properties };
  profile: { $token: string; $distinct_id: string; $ip: string; $set: Properties } | null;
}

const HOSTS = {
  us: 'https://api.mixpanel.com',
  eu: 'https://api-eu.mixpanel.com',
  in: 'https://api-in.mixpanel.com',
};

/** Mixpanel refuses these as ids. https://docs.mixpanel.com/reference/import-events */
const REFUSED_IDS = new Set([
  ...['00000000-0000-0000-0000-000000000000', 'anon', 'anonymous', 'nil', 'none', 'null', 'n/a', 'na'],
  ...['undefined', 'unknown', '<nil>', '0', '-1', 'true', 'false', '[]', '{}'],
]);
const HOUR_MS = 3_600_000;
const EARLIEST_MS = Date.UTC(1971, 0, 1);
const MOST_PROPERTIES = 254;
const MOST_EVENT_BYTES = 1_000_000;
/** Of a list or an object within a property. https://docs.mixpanel.com/reference/import-events */
const MOST_ENTRIES = 254;
const MOST_DEPTH = 3;
/** Mixpanel itself cuts longer text. */
const MOST_CHARACTERS = 255;
/** An address that is not one: Mixpanel must not take ours for that of the person. */
const NO_IP = '0';

/**
 * Mixpanel refuses an event for a part of a property that is too deep or too long. That part is sent as the start of its
 * JSON: more use than no event.
 */
function fit(value: unknown, depth = 1): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MOST_DEPTH || Object.keys(value).length > MOST_ENTRIES) {
    return JSON.stringify(value).slice(0, MOST_CHARACTERS).toWellFormed();
  }
  if (Array.isArray(value)) return value.map((element) => fit(element, depth + 1));
  return fitAll(value, depth + 1);
}
function fitAll(properties: object, depth = 1): Properties {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, fit(value, depth)]));
}

/** Why Mixpanel would refuse an event; null where it takes it. */
function problemOf(
  { event, properties }: MixpanelItem['event'],
  { id, now }: { id: string; now: Date },
): string | null {
  const time = Number(properties.time);
  if (event.trim() === '') return 'Mixpanel needs the name of an event, and this one has none.';
  if (REFUSED_IDS.has(id.toLowerCase())) return `Mixpanel does not accept ${id} as the id of a person.`;
  if (time < EARLIEST_MS) return 'Mixpanel does not accept events from before 1971.';
  if (time > now.getTime() + HOUR_MS) return 'Mixpanel does not accept events from the future.';
  if (Object.keys(properties).length > MOST_PROPERTIES) {
    return `Mixpanel accepts at most ${MOST_PROPERTIES} properties of an event.`;
  }
  return null;
}

function map(
  event: DeliveryEvent,
  config: MixpanelConfig,
  now: Date,
): { send: MixpanelItem } | { skip: string } {
  const described = describeEvent(event, config);
  if (!described) return { skip: 'This event is not sent to Mixpanel.' };
  const id = personOf(event, 'mixpanel_distinct_id');
  const own = {
    time: event.occurredAt.getTime(),
    distinct_id: id,
    $insert_id: deliveryId(event.id),
    ip: NO_IP,
  };
  const mapped = {
    event: described.name,
    properties: Object.assign(fitAll(described.properties), own),
  };
  const problem = problemOf(mapped, { id, now });
  if (problem) return { skip: problem };
  if (Buffer.byteLength(JSON.stringify(mapped)) >= MOST_EVENT_BYTES) {
    return { skip: 'Mixpanel accepts events of less than 1 MB.' };
  }
  const { userProperties } = described;
  const ids = { $token: config.projectToken, $distinct_id: id, $ip: NO_IP };
  return { send: { event: mapped, profile: userProperties && { ...ids, $set: userProperties } } };
}

/** Profiles first: events of a person who is not known yet would be shown without them for a moment. */
function requests(items: MixpanelItem[], config: MixpanelConfig): PlannedRequest<MixpanelItem>[] {
  const host = HOSTS[config.region];
  const json = { 'content-type': 'application/json' };
  const authorization = `Basic ${Buffer.from(`${config.projectToken}:`).toString('base64')}`;
  const withProfile = items.filter(({ profile }) => profile !== null);
  const profiles: PlannedRequest<MixpanelItem> = {
    endpoint: 'engage',
    items: withProfile,
    request: {
      method: 'POST',
      url: `${host}/engage?verbose=1`,
      headers: json,
      body: JSON.stringify(withProfile.map(({ profile }) => profile)),
    },
  };
  const events: PlannedRequest<MixpanelItem> = {
    endpoint: 'import',
    items,
    request: {
      method: 'POST',
      url: `${host}/import?strict=1`,
      headers: { ...json, authorization },
      body: JSON.stringify(items.map(({ event }) => event)),
    },
  };
  return withProfile.length > 0 ? [profiles, events] : [events];
}

const Refusal = z.object({
  failed_records: z
    .array(z.object({ index: z.number().int(), field: z.string().optional(), message: z.string() }))
    .min(1),
});
const Imported = z.object({ code: z.literal(200) });
/** The number alone, or in an object where the request says `verbose`. */
const Taken = z.literal([0, 1]);
const Engaged = z.union([
  Taken.transform((status) => ({ status, error: null })),
  z.object({ status: Taken, error: z.string().nullish() }),
]);

/** Of a batch with faults the rest has been taken: only what is named is refused. */
function judgeFaults(response: OutboundResponse, items: readonly MixpanelItem[]): Judgement {
  const refusal = readAnswer(Refusal, response);
  if (!refusal) return refusedWhole(items, `answered 400: ${wordsOf(response)}`);
  const verdicts: Verdict[] = items.map(() => 'delivered');
  for (const { index, field, message } of refusal.failed_records) {
    if (index in verdicts) verdicts[index] = { rejected: field ? `${field}: ${message}` : message };
  }
  return { verdicts };
}

function judgeSuccess(
  response: OutboundResponse,
  { endpoint, items }: PlannedRequest<MixpanelItem>,
): Judgement {
  const foreign = foreignAnswer(response, 'Mixpanel');
  if (endpoint === 'import') return forAll(items, readAnswer(Imported, response) ? 'delivered' : foreign);
  const engaged = readAnswer(Engaged, response);
  if (engaged?.status === 0) return refusedWhole(items, engaged.error ?? 'refused');
  return forAll(items, engaged ? 'delivered' : foreign);
}

function judge(response: OutboundResponse, planned: PlannedRequest<MixpanelItem>, now: Date): Judgement {
  const { status } = response;
  const { endpoint, items } = planned;
  if (isSuccess(response)) return judgeSuccess(response, planned);
  if (status === 413) return refusedWhole(items, 'answered 413: too large');
  if (status === 400 && endpoint === 'import') return judgeFaults(response, items);
  return forAll(items, judgeStatus(response, now));
}

/** https://docs.mixpanel.com/reference/import-events and https://docs.mixpanel.com/reference/profile-set */
export const mixpanel: Destination<MixpanelConfig, MixpanelItem> = {
  kind: 'mixpanel',
  limits: { maxItems: 2000, maxBytes: 10_000_000, concurrency: 4, itemsPerSecond: null },
  map,
  requests,
  judge,
};
