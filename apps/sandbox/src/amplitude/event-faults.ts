import { asObject, depthOf, isText, type JsonObject, leavesOf } from '../receivers/request-content.ts';

/** https://amplitude.com/docs/apis/analytics/http-v2 */
const REFUSED_IDS = new Set([
  ...['anon', 'anonymous', 'nil', 'none', 'null', 'n/a', 'na', 'undefined', 'unknown', '<nil>', 'lmy47d'],
  ...['0', '-1', 'true', 'false', '[]', '{}', '""'],
]);
/** The advertising id of a device whose owner has limited ad tracking. */
const ALL_ZEROS = /^[0-]+$/;
const RESERVED_TYPE = /^(\[Amplitude\]|\$identify$)/;
const MOST_CHARACTERS = 1024;
const MOST_DEPTH = 40;
/** A time in seconds would be in 1970; Amplitude's is in milliseconds. */
const LEAST_TIME = 1e11;

const TEXTS = [
  ...['insert_id', 'app_version', 'platform', 'os_name', 'os_version', 'device_brand', 'device_model'],
  ...['device_manufacturer', 'carrier', 'country', 'region', 'city', 'dma', 'language', 'productId'],
  ...['revenueType', 'currency', 'ip', 'idfa', 'idfv', 'adid', 'android_id'],
];
const NUMBERS = ['price', 'revenue', 'location_lat', 'location_lng'];
const INTEGERS = ['quantity', 'event_id', 'session_id'];
const OBJECTS = ['event_properties', 'user_properties', 'groups', 'group_properties', 'plan'];

export interface EventFaults {
  missing: string[];
  invalid: string[];
  /** Ids that are shorter than asked for. */
  lengths: string[];
}

const isInvalidText = (value: unknown) => typeof value !== 'string' || value.length > MOST_CHARACTERS;
const isInvalidObject = (value: unknown) =>
  !asObject(value) ||
  depthOf(value) > MOST_DEPTH ||
  leavesOf(value).some((leaf) => typeof leaf === 'string' && leaf.length > MOST_CHARACTERS);
const isRefusedId = (value: unknown) =>
  isInvalidText(value) || REFUSED_IDS.has(String(value).toLowerCase()) || ALL_ZEROS.test(String(value));

/** Operators such as $set cannot be mixed with plain names. https://amplitude.com/docs/apis/analytics/identify */
function isMixed(value: unknown): boolean {
  const names = Object.keys(asObject(value) ?? {});
  return names.some((name) => name.startsWith('$')) && names.some((name) => !name.startsWith('$'));
}

const isPresent = (value: unknown) => value !== undefined && value !== null;

function invalidFieldsOf(event: JsonObject): string[] {
  const among = (names: string[], isInvalid: (value: unknown) => boolean) =>
    names.filter((name) => isPresent(event[name]) && isInvalid(event[name]));
  return [
    ...among(['user_id', 'device_id'], isRefusedId),
    ...among(['event_type'], (type) => isInvalidText(type) || RESERVED_TYPE.test(String(type))),
    ...among(['time'], (time) => !Number.isInteger(time) || Number(time) < LEAST_TIME),
    ...among(TEXTS, isInvalidText),
    ...among(NUMBERS, (value) => typeof value !== 'number'),
    ...among(INTEGERS, (value) => !Number.isInteger(value)),
    ...among(OBJECTS, isInvalidObject),
    ...(isMixed(event.user_properties) ? ['user_properties'] : []),
  ];
}

/** What Amplitude refuses an event for. https://amplitude.com/docs/apis/analytics/http-v2 */
export function faultsOf(value: unknown, minIdLength: number): EventFaults {
  const event = asObject(value) ?? {};
  const ids = ['user_id', 'device_id'].filter((name) => isText(event[name]));
  const lengths = ids.filter((name) => String(event[name]).length < minIdLength);
  const missing = isText(event.event_type) || isPresent(event.event_type) ? [] : ['event_type'];
  // Amplitude removes an id that is too short; an event that has no other is refused.
  const hasNoId = ids.length === 0;
  return {
    missing: [...missing, ...(hasNoId ? ['user_id', 'device_id'] : [])],
    invalid: [...new Set([...invalidFieldsOf(event), ...(event.event_type === '' ? ['event_type'] : [])])],
    lengths: lengths.length === ids.length ? lengths : [],
  };
}
