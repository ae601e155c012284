import { z } from 'zod';
import type { DeliveryEvent } from '../delivery-event.ts';
import { deliveryId, ID_PROPERTY } from '../delivery-id.ts';
import { describeEvent, type EventChoice, personOf } from '../describe-event.ts';
import type { Destination, Judgement, OutboundResponse, PlannedRequest } from '../destination.ts';
import { forAll, foreignAnswer, isSuccess, judgeStatus, refusedWhole, wordsOf } from '../judge-status.ts';
import { readAnswer } from '../read-answer.ts';

export interface MoEngageConfig extends EventChoice {
  dataCentre: '01' | '02' | '03' | '04' | '05' | '06' | '101';
  workspaceId: string;
  apiKey: string;
}

type Attributes = Record<string, unknown>;

interface Action {
  action: string;
  attributes: Attributes;
  platform?: string;
  current_time: number;
}

export interface MoEngageItem {
  event: { type: 'event'; customer_id: string; actions: [Action] };
  customer: { type: 'customer'; customer_id: string; attributes: Attributes } | null;
}

const HOSTS = {
  '01': 'https://api-01.moengage.com',
  '02': 'https://api-02.moengage.com',
  '03': 'https://api-03.moengage.com',
  '04': 'https://api-04.moengage.com',
  '05': 'https://api-05.moengage.com',
  '06': 'https://api-06.moengage.com',
  '101': 'https://api-101.moengage.com',
};

/** MoEngage refuses these as ids, and any of one character. https://moengage.com/docs/api/data/data-overview */
const REFUSED_IDS = new Set([
  ...['unknown', 'guest', 'null', 'true', 'false', 'user_attribute_unique_id', '(empty)', 'na', 'n/a'],
  ...['dummy_seller_code', 'user_id', 'id', 'customer_id', 'uid', 'userid', 'none'],
]);
/** Where it is not one of these, MoEngage wants none rather than a wrong one. */
const PLATFORMS = new Map([
  ['android', 'ANDROID'],
  ['ios', 'iOS'],
  ['web', 'web'],
]);
const OWN_PREFIX = /^moe_/i;
const MOST_ATTRIBUTES = 100;
/** MoEngage takes 100 KB in a request: the rest is for what is around the elements. */
const MOST_BYTES = 95_000;

/**
 * Without names that start with `moe_`, which are MoEngage's own: another name would be one that nobody chose, and a
 * connection that needs them can rename them.
 */
function attributesOf(properties: Attributes): Attributes {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !OWN_PREFIX.test(name)));
}

/** Why MoEngage would drop an event: it says success even then. Null where it takes it. */
function problemOf({
  customer_id: id,
  actions: [{ action, attributes }],
}: MoEngageItem['event']): string | null {
  if (id.trim().length < 2 || REFUSED_IDS.has(id.toLowerCase())) {
    return `MoEngage does not accept ${id.trim() || 'an empty text'} as the id of a person.`;
  }
  if (action.trim() === '') return 'MoEngage needs the name of an event, and this one has none.';
  if (OWN_PREFIX.test(action)) return 'MoEngage does not accept names of events that start with moe_.';
  if (Object.keys(attributes).length > MOST_ATTRIBUTES) {
    return `MoEngage accepts at most ${MOST_ATTRIBUTES} attributes of an event, of which ${ID_PROPERTY} is one.`;
  }
  return null;
}

function map(
  event: DeliveryEvent,
  config: MoEngageConfig,
  now: Date,
): { send: MoEngageItem } | { skip: string } {
  const described = describeEvent(event, config);
  if (!described) return { skip: 'This event is not sent to MoEngage.' };
  if (event.occurredAt > now) return { skip: 'MoEngage does not accept events from the future.' };
  const { moengage_customer_id: ownId, moengage_user_id: userId } = event.identities;
  const customer_id = ownId || userId || personOf(event, '');
  const platform = PLATFORMS.get(event.platform.toLowerCase());
  const attributes = { ...attributesOf(described.properties), [ID_PROPERTY]: deliveryId(event.id) };
  const action: Action = {
    action: described.name,
    attributes,
    ...(platform && { platform }),
    current_time: Math.floor(event.occurredAt.getTime() / 1000),
  };
  const { userProperties } = described;
  const item: MoEngageItem = {
    event: { type: 'event', customer_id, actions: [action] },
    customer: userProperties && { type: 'customer', customer_id, attributes: attributesOf(userProperties) },
  };
  const problem = problemOf(item.event);
  if (problem) return { skip: problem };
  if (Buffer.byteLength(JSON.stringify(item)) > MOST_BYTES) {
    return { skip: 'MoEngage accepts events of less than 95 KB.' };
  }
  return { send: item };
}

function requests(items: MoEngageItem[], config: MoEngageConfig): PlannedRequest<MoEngageItem>[] {
  const { workspaceId, apiKey } = config;
  const headers = {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from(`${workspaceId}:${apiKey}`).toString('base64')}`,
    'moe-appkey': workspaceId,
  };
  // The customer first, as the event may start a campaign that reads it.
  const elements = items.flatMap(({ event, customer }) => (customer ? [customer, event] : [event]));
  const body = JSON.stringify({ type: 'transition', elements });
  const url = `${HOSTS[config.dataCentre]}/v1/transition/${encodeURIComponent(workspaceId)}`;
  return [{ endpoint: 'transition', items, request: { method: 'POST', url, headers, body } }];
}

const Success = z.object({ status: z.literal('success') });
const Refusal = z.object({
  status: z.literal('fail'),
  error: z
    .object({ attribute: z.string().nullish(), message: z.string(), request_id: z.string().nullish() })
    .optional()
    .catch(undefined),
});

/** With the id of the request, by which MoEngage's support finds it. */
function reasonOf(response: OutboundResponse, error: z.infer<typeof Refusal>['error']): string {
  const said = `answered ${response.status}`;
  if (!error) return `${said}: ${wordsOf(response)}`;
  const { attribute, message, request_id } = error;
  const words = wordsOf({ body: attribute ? `${attribute}: ${message}` : message });
  return request_id ? `${said}: ${words} (request ${request_id})` : `${said}: ${words}`;
}

/**
 * MoEngage recognises no repeat, as far as is documented: what it took before a 5xx is counted twice after a retry, except
 * in reports that go by our id.
 */
function judge(response: OutboundResponse, { items }: PlannedRequest<MoEngageItem>, now: Date): Judgement {
  const { status } = response;
  if (status === 413) return refusedWhole(items, 'answered 413: too large');
  const refusal = readAnswer(Refusal, response);
  const reason = reasonOf(response, refusal?.error);
  if (status === 400 || (isSuccess(response) && refusal)) return refusedWhole(items, reason);
  if (isSuccess(response) && !readAnswer(Success, response)) {
    return forAll(items, foreignAnswer(response, 'MoEngage'));
  }
  const verdict = judgeStatus(response, now);
  const isRejected = typeof verdict === 'object' && 'rejected' in verdict;
  return forAll(items, isRejected ? { rejected: reason } : verdict);
}

/** https://moengage.com/docs/api/bulk/bulk-import-users-and-events */
export const moengage: Destination<MoEngageConfig, MoEngageItem> = {
  kind: 'moengage',
  // No limit of elements is published: bytes are the limit.
  limits: { maxItems: 200, maxBytes: MOST_BYTES, concurrency: 2, itemsPerSecond: 500 },
  map,
  requests,
  judge,
};
