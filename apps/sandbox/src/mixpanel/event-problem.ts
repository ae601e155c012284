import { asObject, depthOf, isText, type JsonObject } from '../receivers/request-content.ts';

/** https://docs.mixpanel.com/reference/import-events */
const REFUSED_IDS = new Set([
  ...['00000000-0000-0000-0000-000000000000', 'anon', 'anonymous', 'nil', 'none', 'null', 'n/a', 'na'],
  ...['undefined', 'unknown', '<nil>', '0', '-1', 'true', 'false', '[]', '{}'],
]);
const INSERT_ID = /^[A-Za-z0-9-]{1,36}$/;
const LEAST_MS = Date.UTC(1971, 0, 1);
const HOUR_MS = 3_600_000;
/** Seconds up to the year 5138, milliseconds from 1973 on. */
const LEAST_MILLISECONDS = 1e11;
/** "Fewer than 255" of properties, of keys of an object, and of elements of a list. */
const TOO_MANY = 255;
const MOST_DEPTH = 3;
const TOO_MANY_BYTES = 1_000_000;

export interface EventProblem {
  field: string;
  message: string;
}

const problem = (field: string, message: string): EventProblem => ({
  field,
  message: `'${field}' is invalid: ${message}`,
});

function timeProblem(time: unknown, now: Date): EventProblem | null {
  if (time === undefined) return problem('properties.time', 'must be specified');
  if (typeof time !== 'number' || !Number.isInteger(time)) {
    return problem('properties.time', 'must be specified as seconds since epoch');
  }
  const ms = time < LEAST_MILLISECONDS ? time * 1000 : time;
  if (ms < LEAST_MS) return problem('properties.time', 'must be after 1971-01-01');
  return ms > now.getTime() + HOUR_MS ? problem('properties.time', 'must not be in the future') : null;
}

function idProblem(properties: JsonObject): EventProblem | null {
  const { distinct_id: person, $insert_id: id } = properties;
  // An empty distinct_id is an event of nobody.
  if (typeof person !== 'string') return problem('properties.distinct_id', 'must be a string');
  if (REFUSED_IDS.has(person.toLowerCase())) return problem('properties.distinct_id', 'is not allowed');
  if (!isText(id)) return problem('properties.$insert_id', 'must be specified');
  if (!INSERT_ID.test(id)) {
    return problem('properties.$insert_id', 'must be at most 36 alphanumeric characters or -');
  }
  return REFUSED_IDS.has(id.toLowerCase()) ? problem('properties.$insert_id', 'is not allowed') : null;
}

const isTooWide = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const parts = Object.values(value);
  return parts.length >= TOO_MANY || parts.some(isTooWide);
};

/** What Mixpanel refuses an event for; null where it takes it. https://docs.mixpanel.com/reference/import-events */
export function eventProblem(value: unknown, now: Date): EventProblem | null {
  const event = asObject(value);
  if (!event) return problem('event', 'must be an object');
  const properties = asObject(event.properties);
  if (!isText(event.event)) return problem('event', 'must be specified');
  if (!properties) return problem('properties', 'must be an object');
  const unknown = Object.keys(event).find((name) => name !== 'event' && name !== 'properties');
  if (unknown !== undefined) return problem(unknown, 'is not a field of an event');
  if (Buffer.byteLength(JSON.stringify(event)) >= TOO_MANY_BYTES) {
    return problem('event', 'must be smaller than 1MB');
  }
  const own = timeProblem(properties.time, now) ?? idProblem(properties);
  if (own) return own;
  if (Object.keys(properties).length >= TOO_MANY) {
    return problem('properties', 'must have fewer than 255 properties');
  }
  for (const [name, nested] of Object.entries(properties)) {
    if (isTooWide(nested)) return problem(`properties.${name}`, 'must have fewer than 255 elements');
    if (depthOf(nested) > MOST_DEPTH) return problem(`properties.${name}`, 'is nested too deep');
  }
  return null;
}
