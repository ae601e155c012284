import { z } from 'zod';
import type { DeliveryEvent } from '../delivery-event.ts';
import { deliveryId, ID_PROPERTY } from '../delivery-id.ts';
import { amountOf, describeEvent, type EventChoice, personOf } from '../describe-event.ts';
import type { Destination, Judgement, OutboundResponse, PlannedRequest, Verdict } from '../destination.ts';
import { forAll, foreignAnswer, isSuccess, judgeStatus, refusedWhole, wordsOf } from '../judge-status.ts';
import { readAnswer } from '../read-answer.ts';

export interface CleverTapConfig extends EventChoice {
  region: 'in1' | 'us1' | 'sg1' | 'eu1' | 'aps3' | 'mec1' | 'sk1';
  accountId: string;
  passcode: string;
}

type Properties = Record<string, unknown>;
/** CleverTap's own id of a person is an `objectId`; an id of ours is an `identity`. */
type PersonId = { objectId: string } | { identity: string };
type EventRecord = PersonId & { type: 'event'; ts: number; evtName: string; evtData: Properties };
type ProfileRecord = PersonId & { type: 'profile'; ts: number; profileData: Properties };

export interface CleverTapItem {
  event: EventRecord;
  profile: ProfileRecord | null;
}

const HOSTS = {
  in1: 'https://in1.api.clevertap.com',
  us1: 'https://us1.api.clevertap.com',
  sg1: 'https://sg1.api.clevertap.com',
  eu1: 'https://eu1.api.clevertap.com',
  aps3: 'https://aps3.api.clevertap.com',
  mec1: 'https://mec1.api.clevertap.com',
  sk1: 'https://sk1.api.clevertap.com',
};

/** CleverTap's own events (code 513); its SDKs ignore case. https://developer.clevertap.com/docs/api-errors */
const RESTRICTED_NAMES = new Set([
  ...['notification sent', 'notification viewed', 'notification clicked', 'utm visited', 'app launched'],
  ...['app uninstalled', 'stayed', 'wzrk_d', 'wzrk_fetch', 'sccampaignoptout', 'geocluster entered'],
  ...['geocluster exited'],
]);
const MOST_RECORDS = 1000;
const MOST_PROPERTIES = 100;
const MOST_NAME_CHARACTERS = 120;
const MOST_VALUE_BYTES = 512;

/** Text of more bytes than CleverTap takes is cut between two characters, never within one. */
function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MOST_VALUE_BYTES) return text;
  return new TextDecoder().decode(bytes.subarray(0, MOST_VALUE_BYTES), { stream: true });
}

/** Lists and objects become JSON text: values are text, numbers or booleans. */
function valuesOf(properties: Properties): Properties {
  const entries = Object.entries(properties).map(([name, value]) => {
    if (typeof value === 'string') return [name, cut(value)];
    return [name, typeof value === 'object' ? cut(JSON.stringify(value)) : value];
  });
  return Object.fromEntries(entries);
}

/**
 * Why CleverTap would refuse an event; null where it takes it. Names are not cut, as values are: two could become one,
 * and the connection can rename them.
 */
function problemOf({ evtName, evtData, ts }: EventRecord, id: string): string | null {
  const names = Object.keys(evtData);
  if (id.trim() === '') return 'CleverTap does not accept events without the id of a person.';
  if (evtName.trim() === '') return 'CleverTap needs the name of an event, and this one has none.';
  if (ts < 0) return 'CleverTap does not accept events from before 1970.';
  if (RESTRICTED_NAMES.has(evtName.toLowerCase())) {
    return `CleverTap does not accept ${evtName} as the name of an event: it is one of its own.`;
  }
  if (evtName.length > MOST_NAME_CHARACTERS) {
    return `CleverTap accepts names of events of at most ${MOST_NAME_CHARACTERS} characters.`;
  }
  if (names.some((name) => name.length > MOST_NAME_CHARACTERS)) {
    return `CleverTap accepts names of properties of at most ${MOST_NAME_CHARACTERS} characters.`;
  }
  if (names.length > MOST_PROPERTIES) {
    return `CleverTap accepts at most ${MOST_PROPERTIES} properties of an event, of which ${ID_PROPERTY} is one.`;
  }
  return null;
}

function map(event: DeliveryEvent, config: CleverTapConfig): { send: CleverTapItem } | { skip: string } {
  const described = describeEvent(event, config);
  if (!described) return { skip: 'This event is not sent to CleverTap.' };
  // Without its amount it would count as a payment of nothing.
  if (event.amount !== null && amountOf(event) === null) {
    return { skip: 'CleverTap needs amounts that are numbers, and that of this event is none.' };
  }
  const id = personOf(event, 'clevertap_id');
  const person: PersonId = event.identities.clevertap_id ? { objectId: id } : { identity: id };
  const own = { ...person, ts: Math.floor(event.occurredAt.getTime() / 1000) };
  const evtData = { ...valuesOf(described.properties), [ID_PROPERTY]: deliveryId(event.id) };
  const record: EventRecord = { ...own, type: 'event', evtName: described.name, evtData };
  const problem = problemOf(record, id);
  if (problem) return { skip: problem };
  const { userProperties } = described;
  const profile: CleverTapItem['profile'] = userProperties && {
    ...own,
    type: 'profile',
    profileData: valuesOf(userProperties),
  };
  return { send: { event: record, profile } };
}

/** The profile first, as the event may start a campaign that reads it. */
const recordsOf = ({ event, profile }: CleverTapItem) => (profile ? [profile, event] : [event]);

function requests(items: CleverTapItem[], config: CleverTapConfig): PlannedRequest<CleverTapItem>[] {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-clevertap-account-id': config.accountId,
    'x-clevertap-passcode': config.passcode,
  };
  const body = JSON.stringify({ d: items.flatMap(recordsOf) });
  const url = `${HOSTS[config.region]}/1/upload`;
  return [{ endpoint: 'upload', items, request: { method: 'POST', url, headers, body } }];
}

const UnprocessedRecord = z.object({
  code: z.union([z.number(), z.string()]).optional(),
  error: z.string().optional(),
  record: z.record(z.string(), z.unknown()).catch({}),
});
type UnprocessedRecord = z.infer<typeof UnprocessedRecord>;
const Answer = z.object({
  status: z.enum(['success', 'partial', 'fail']),
  processed: z.number().nullish(),
  unprocessed: z.array(UnprocessedRecord).nullish(),
});

type Faults = { event?: UnprocessedRecord; profile?: UnprocessedRecord };

const keyOf = ({ type, evtName, identity, objectId, ts }: Properties): string =>
  JSON.stringify([type, evtName, identity, objectId, ts].map((value) => String(value ?? '')));
const idOf = ({ evtData }: Properties): unknown => (evtData as Properties | undefined)?.[ID_PROPERTY];

/**
 * What CleverTap did not take, by item. It repeats the record instead of its position: of two events of a person with
 * the same name and second, the one with the same id is preferred. Two such profiles are alike.
 */
function faultsOf(unprocessed: UnprocessedRecord[], items: readonly CleverTapItem[]): Faults[] {
  const sent = new Map<string, { record: EventRecord | ProfileRecord; faults: Faults }[]>();
  const all = items.map((item) => {
    const faults: Faults = {};
    for (const record of recordsOf(item)) {
      const alike = sent.get(keyOf(record));
      if (alike) alike.push({ record, faults });
      else sent.set(keyOf(record), [{ record, faults }]);
    }
    return faults;
  });
  for (const fault of unprocessed) {
    const alike = sent.get(keyOf(fault.record)) ?? [];
    const same = alike.findIndex(({ record }) => idOf(record) === idOf(fault.record));
    const [match] = alike.splice(Math.max(same, 0), 1);
    if (match) match.faults[match.record.type] = fault;
  }
  return all;
}

const reasonOf = ({ code, error }: UnprocessedRecord): string =>
  wordsOf({ body: `code ${code ?? 'unknown'}: ${error ?? 'refused'}` });

/** An event that was taken is not sent again for the sake of its profile: it would be counted twice. */
function verdictOf({ event, profile }: Faults): Verdict {
  if (event) return String(event.code) === '555' ? { retry: reasonOf(event) } : { rejected: reasonOf(event) };
  if (profile) return { rejected: `The event was sent, but its profile was refused: ${reasonOf(profile)}` };
  return 'delivered';
}

function judgeRecords(response: OutboundResponse, items: readonly CleverTapItem[]): Judgement {
  const answer = readAnswer(Answer, response);
  if (!answer) return forAll(items, foreignAnswer(response, 'CleverTap'));
  const { status, processed } = answer;
  const unprocessed = answer.unprocessed ?? [];
  const isNoneTaken = status === 'fail' && !processed;
  const [first] = unprocessed;
  if (isNoneTaken && !first) return refusedWhole(items, `answered ${response.status}: ${wordsOf(response)}`);
  const otherwise: Faults = isNoneTaken && first ? { event: first } : {};
  return { verdicts: faultsOf(unprocessed, items).map((faults) => verdictOf({ ...otherwise, ...faults })) };
}

/**
 * CleverTap recognises no repeat: what is sent twice is counted twice, except in reports that go by our id. Once there is
 * an answer of CleverTap, only what it says was not taken is sent again: records with code 555, and requests with 429 or
 * 5xx, or that were refused whole.
 */
function judge(response: OutboundResponse, { items }: PlannedRequest<CleverTapItem>, now: Date): Judgement {
  const { status } = response;
  if (isSuccess(response)) return judgeRecords(response, items);
  if (status === 400) return refusedWhole(items, `answered 400: ${wordsOf(response)}`);
  if (status === 401) {
    return forAll(items, { reconnect: 'answered 401: the account id, the passcode or the region is wrong' });
  }
  if (status === 413) return refusedWhole(items, 'answered 413: too large');
  return forAll(items, judgeStatus(response, now));
}

/** https://developer.clevertap.com/docs/upload-events-api and https://developer.clevertap.com/docs/api-errors */
export const clevertap: Destination<CleverTapConfig, CleverTapItem> = {
  kind: 'clevertap',
  // An item is an event, and of some kinds a profile too. No limit of bytes is published.
  limits: { maxItems: MOST_RECORDS / 2, maxBytes: 1_000_000, concurrency: 8, itemsPerSecond: null },
  map,
  requests,
  judge,
};
