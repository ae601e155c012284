import { z } from 'zod';
import {
  asObject,
  isAccepted,
  isText,
  type JsonObject,
  mediaTypeOf,
  parseJson,
} from '../receivers/request-content.ts';
import type { Answer, Item, Outcome, TakeContext, Tool, ToolRequest } from '../receivers/tool.ts';
import { faultsOf } from './event-faults.ts';

const HOSTS = new Set(['api2.amplitude.com', 'api.eu.amplitude.com']);
const MOST_EVENTS = 2000;
/** https://amplitude.com/docs/apis/analytics/http-v2 and /batch-event-upload */
const TOO_MANY_BYTES: Record<string, number> = { httpapi: 1_000_000, batch: 20_000_000 };
const DEFAULT_MIN_ID_LENGTH = 5;
const EVENTS_PER_SECOND = 30;
const DAILY_QUOTA = 500_000;
const DEDUPLICATED_DAYS = 7;

type Indexes = Record<string, number[]>;

interface Refusal {
  missing_field?: string | null;
  events_with_invalid_fields?: Indexes;
  events_with_missing_fields?: Indexes;
  events_with_invalid_id_lengths?: Indexes;
  silenced_events?: number[];
}

function badRequest(error: string, refusal: Refusal = {}): Answer {
  const empty = {
    missing_field: null,
    events_with_invalid_fields: {},
    events_with_missing_fields: {},
    events_with_invalid_id_lengths: {},
    silenced_events: [],
  };
  return { status: 400, body: { code: 400, error, ...empty, ...refusal } };
}
const INVALID_KEY = badRequest('Invalid API key: ****');
const tooLarge: Answer = { status: 413, body: { code: 413, error: 'Payload too large' } };

const bodyOf = (request: ToolRequest) => asObject(parseJson(request.body.toString('utf8')));
const eventsOf = (body: JsonObject | null): unknown[] => (Array.isArray(body?.events) ? body.events : []);

/** Too many events of the first user and device: nothing of the request is taken. */
function throttled(request: ToolRequest, reason: string | undefined): Answer {
  const events = eventsOf(bodyOf(request)).map((event) => asObject(event) ?? {});
  const { user_id: user, device_id: device } = events[0] ?? {};
  const isAlike = (event: JsonObject) =>
    (isText(user) && event.user_id === user) || (isText(device) && event.device_id === device);
  const overEps = EVENTS_PER_SECOND + 1;
  const countOf = (id: unknown, count: number) => (isText(id) ? { [id]: count } : {});
  const isOverQuota = reason === 'daily_quota';
  return {
    status: 429,
    body: {
      code: 429,
      error: 'Too many requests for some devices and users',
      eps_threshold: EVENTS_PER_SECOND,
      throttled_devices: isOverQuota ? {} : countOf(device, overEps),
      throttled_users: isOverQuota ? {} : countOf(user, overEps),
      exceeded_daily_quota_users: isOverQuota ? countOf(user, DAILY_QUOTA + 1) : {},
      exceeded_daily_quota_devices: isOverQuota ? countOf(device, DAILY_QUOTA + 1) : {},
      throttled_events: isOverQuota ? [] : events.flatMap((event, index) => (isAlike(event) ? [index] : [])),
    },
  };
}

function itemOf(event: JsonObject, index: number): Item {
  const { user_id: user, device_id: device, insert_id: id, event_type: type } = event;
  // Without an insert_id nothing is recognised: the position keeps the events of a request distinct.
  const own = isText(id) ? id : JSON.stringify([index, event]);
  return {
    key: JSON.stringify([isText(device) ? device : { user }, own]),
    id: isText(id) ? id : null,
    name: String(type),
    person: String(isText(user) ? user : device),
    data: event,
  };
}

function minIdLengthOf(body: JsonObject): number {
  const { min_id_length: length } = asObject(body.options) ?? {};
  return typeof length === 'number' ? length : DEFAULT_MIN_ID_LENGTH;
}

/** One fault refuses the request: nothing of it is taken. */
function takeEvents(request: ToolRequest, body: JsonObject, context: TakeContext): Outcome {
  const events = eventsOf(body);
  const [invalid, missing, lengths]: [Indexes, Indexes, Indexes] = [{}, {}, {}];
  const silenced: number[] = [];
  const items = events.map((event, index) => itemOf(asObject(event) ?? {}, index));
  const note = (indexes: Indexes, fields: string[], index: number) => {
    for (const field of fields) indexes[field] = [...(indexes[field] ?? []), index];
  };
  for (const [index, item] of items.entries()) {
    const faults = faultsOf(events[index], minIdLengthOf(body));
    note(missing, faults.missing, index);
    note(invalid, faults.invalid, index);
    note(lengths, faults.lengths, index);
    if (!context.refuses(item.key)) continue;
    if (context.reason === 'silenced') silenced.push(index);
    else note(invalid, [context.reason ?? 'event_properties'], index);
  }
  const problems = [invalid, missing, lengths, { silenced }].flatMap((indexes: Indexes) =>
    Object.entries(indexes).flatMap(([reason, list]) => list.map((index) => ({ index, reason }))),
  );
  if (problems.length > 0) {
    const refusal = {
      events_with_invalid_fields: invalid,
      events_with_missing_fields: missing,
      events_with_invalid_id_lengths: lengths,
      silenced_events: silenced,
    };
    return { answer: badRequest('Invalid events in the request', refusal), refused: problems };
  }
  return {
    answer: accepted(request, { count: items.length, now: context.now }),
    items,
    profiles: profilesOf(events),
  };
}

function accepted({ body }: ToolRequest, { count, now }: { count: number; now: Date }): Answer {
  const sizes = { events_ingested: count, payload_size_bytes: body.length };
  return { status: 200, body: { code: 200, ...sizes, server_upload_time: now.getTime() } };
}

function profilesOf(events: unknown[]) {
  return events.flatMap((value) => {
    const { user_id: user, device_id: device, user_properties: given } = asObject(value) ?? {};
    const properties = asObject(given);
    if (!properties) return [];
    const set = asObject(properties.$set) ?? (Object.keys(properties)[0]?.startsWith('$') ? {} : properties);
    return [{ id: String(isText(user) ? user : device), set }];
  });
}

/** A stand-in for Amplitude's HTTP V2 and Batch APIs. https://amplitude.com/docs/apis/analytics/http-v2 */
export const amplitude: Tool = {
  name: 'amplitude',
  recognisesRepeats: DEDUPLICATED_DAYS,
  credentials: z.strictObject({
    api_key: z.string().min(1),
    host: z.string().optional(),
  }) as Tool['credentials'],
  endpointOf(host, path) {
    const [, version] = /^\/(2\/httpapi|batch)\/?$/.exec(path) ?? [];
    if (!HOSTS.has(host) || version === undefined) return null;
    return version === 'batch' ? 'batch' : 'httpapi';
  },
  take(request, context) {
    if (request.method !== 'POST') return { answer: { status: 405, body: 'Method Not Allowed' } };
    if (request.body.length >= (TOO_MANY_BYTES[context.endpoint] ?? 0)) return { answer: tooLarge };
    if (mediaTypeOf(request) !== 'application/json') {
      return { answer: badRequest('Content-Type must be application/json') };
    }
    const body = bodyOf(request);
    const missing = (field: string): Outcome => ({
      answer: badRequest('Request missing required field', { missing_field: field }),
    });
    if (!body) return { answer: badRequest('Invalid JSON request body') };
    if (!isText(body.api_key)) return missing('api_key');
    if (!isAccepted({ api_key: body.api_key }, context.accepted, request.host))
      return { answer: INVALID_KEY };
    const events = eventsOf(body);
    if (events.length === 0) return missing('events');
    return events.length > MOST_EVENTS ? { answer: tooLarge } : takeEvents(request, body, context);
  },
  failure(status, request, { reason }) {
    if (status === 400 && reason === 'invalid_api_key') return INVALID_KEY;
    if (status === 400) return badRequest(reason ?? 'Invalid JSON request body');
    if (status === 413) return tooLarge;
    if (status === 429) return throttled(request, reason);
    return [500, 502, 503, 504].includes(status) ? { status, body: '' } : null;
  },
  badCredentials: () => INVALID_KEY,
};
