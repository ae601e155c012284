import { z } from 'zod';
import type { DeliveryEvent } from '../delivery-event.ts';
import { deliveryId } from '../delivery-id.ts';
import { describeEvent, type EventChoice, personOf } from '../describe-event.ts';
import type { Destination, Judgement, OutboundResponse, PlannedRequest, Verdict } from '../destination.ts';
import { forAll, foreignAnswer, isSuccess, judgeStatus, refusedWhole, wordsOf } from '../judge-status.ts';
import { readAnswer } from '../read-answer.ts';

export interface PosthogConfig extends EventChoice {
  /** https://us.i.posthog.com, https://eu.i.posthog.com, or that of a server of the customer's own. */
  host: string;
  projectToken: string;
}

type Properties = Record<string, unknown>;

export interface PosthogItem {
  event: { event: string; timestamp: string; uuid: string; distinct_id: string; properties: Properties };
  /** PostHog takes such events only as a historical migration, which a request is as a whole. */
  isOld: boolean;
}

/** PostHog does not identify people by these. https://posthog.com/docs/product-analytics/identify */
const REFUSED_IDS = new Set([
  ...['anonymous', 'guest', 'distinctid', 'distinct_id', 'id', 'not_authenticated', 'email'],
  ...['undefined', 'true', 'false'],
]);
/** Refused only in this spelling: Nan is also a name. */
const REFUSED_SPELLINGS = new Set(['[object Object]', 'NaN', 'None', 'none', 'null', '0']);
const QUOTES = /^(["'])(.*)\1$/;
/** PostHog cuts longer ids, which would make one person of those that start alike. */
const LONGEST_ID = 200;
/** PostHog takes these as commands about a person, a group or a recording. https://posthog.com/docs/api/capture */
const COMMANDS = new Set([
  ...['$identify', '$create_alias', '$merge_dangerously', '$groupidentify', '$set', '$snapshot'],
]);
/** Properties by which PostHog would change a person, or send the event to another person or project. */
const RESERVED_PROPERTIES = new Set([
  ...['distinct_id', 'token', 'api_key', '$token', '$distinct_id', '$device_id', '$user_id'],
  ...['$anon_distinct_id', '$cookieless_mode', '$process_person_profile', '$ip', '$geoip_disable'],
  ...['$set', '$set_once', '$unset'],
]);
/** https://posthog.com/docs/migrate */
const OLD_MS = 48 * 3_600_000;
const MOST_EVENT_BYTES = 1_000_000;

/** Why PostHog would drop an event: it says 200 even then, so that nobody would see it. Null where it takes it. */
function problemOf({ event, distinct_id: id }: PosthogItem['event']): string | null {
  if (event.trim() === '') return 'PostHog needs the name of an event, and this one has none.';
  if (COMMANDS.has(event)) {
    return `PostHog reserves the event name ${event}. Choose another name to send this event.`;
  }
  if (id.trim() === '') return 'PostHog needs the id of a person, and this event has none.';
  const bare = id.trim().replace(QUOTES, '$2');
  if (REFUSED_SPELLINGS.has(bare) || REFUSED_IDS.has(bare.toLowerCase())) {
    return `PostHog does not accept ${id} as the id of a person.`;
  }
  return id.length > LONGEST_ID ? `PostHog accepts ids of at most ${LONGEST_ID} characters.` : null;
}

function propertiesOf(properties: Properties, userProperties: Properties | null): Properties {
  const sent = Object.entries(properties).filter(([name]) => !RESERVED_PROPERTIES.has(name));
  // Or else PostHog would take our address, and where it is, for those of the person.
  const own = { $ip: null, $geoip_disable: true };
  return { ...Object.fromEntries(sent), ...own, ...(userProperties && { $set: userProperties }) };
}

function map(
  event: DeliveryEvent,
  config: PosthogConfig,
  now: Date,
): { send: PosthogItem } | { skip: string } {
  const described = describeEvent(event, config);
  if (!described) return { skip: 'This event is not sent to PostHog.' };
  const mapped = {
    event: described.name,
    timestamp: event.occurredAt.toISOString(),
    uuid: deliveryId(event.id),
    distinct_id: personOf(event, 'posthog_distinct_id'),
    properties: propertiesOf(described.properties, described.userProperties),
  };
  const problem = problemOf(mapped);
  if (problem) return { skip: problem };
  if (Buffer.byteLength(JSON.stringify(mapped)) >= MOST_EVENT_BYTES) {
    return { skip: 'PostHog accepts events of less than 1 MB.' };
  }
  return { send: { event: mapped, isOld: now.getTime() - event.occurredAt.getTime() > OLD_MS } };
}

function plan(items: PosthogItem[], { host, projectToken }: PosthogConfig): PlannedRequest<PosthogItem> {
  const migration = items.every(({ isOld }) => isOld) ? { historical_migration: true } : {};
  const batch = items.map(({ event }) => event);
  return {
    endpoint: 'batch',
    items,
    request: {
      method: 'POST',
      url: `${host.replace(/\/+$/, '')}/batch/`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: projectToken, ...migration, batch }),
    },
  };
}

/** Old and new events go separately: in a migration new ones would be late, outside of it old ones a spike. */
function requests(items: PosthogItem[], config: PosthogConfig): PlannedRequest<PosthogItem>[] {
  if (items.length === 0) return [plan([], config)];
  const batches = [items.filter(({ isOld }) => !isOld), items.filter(({ isOld }) => isOld)];
  return batches.filter(({ length }) => length > 0).map((batch) => plan(batch, config));
}

const Answer = z.object({
  status: z.union([z.number(), z.string()]),
  quota_limited: z.array(z.string()).catch([]),
});

/**
 * Over the quota of a product PostHog says 200 and keeps nothing of that product. Ours are events, which its SDK also reads
 * from an empty text; other entries are such as recordings.
 * https://github.com/PostHog/posthog-js/blob/00a6a4addc8c59c8cf3d5be6bb5ee78ebea55c6e/src/rate-limiter.ts
 */
function judgeSuccess(response: OutboundResponse): Verdict {
  const answer = readAnswer(Answer, response);
  if (!answer) return foreignAnswer(response, 'PostHog');
  const isOverQuota = answer.quota_limited.some((product) => product === 'events' || product === '');
  if (!isOverQuota) return 'delivered';
  return { retry: `answered ${response.status}, but the project is over its quota of events in PostHog` };
}

/** A request is taken or refused as a whole: PostHog names no events. */
function judge(response: OutboundResponse, { items }: PlannedRequest<PosthogItem>, now: Date): Judgement {
  const { status } = response;
  if (isSuccess(response)) return forAll(items, judgeSuccess(response));
  if (status === 413) return refusedWhole(items, 'answered 413: too large');
  if (status === 400) return refusedWhole(items, `answered 400: ${wordsOf(response)}`);
  return forAll(items, judgeStatus(response, now));
}

/** https://posthog.com/docs/api/capture: no limit of events, and requests of less than 20 MB. */
export const posthog: Destination<PosthogConfig, PosthogItem> = {
  kind: 'posthog',
  limits: { maxItems: 500, maxBytes: 19_000_000, concurrency: 4, itemsPerSecond: null },
  map,
  requests,
  judge,
};
