import { z } from 'zod';
import {
  asObject,
  isAccepted,
  isText,
  type JsonObject,
  mediaTypeOf,
  parseJson,
} from '../receivers/request-content.ts';
import type { Answer, Item, ItemProblem, Outcome, Profile, TakeContext, Tool } from '../receivers/tool.ts';

const CLOUD_HOST = /^(us|eu)\.i\.posthog\.com$/;
/** Without `.i.` these are the private API. https://posthog.com/docs/api/capture */
const PRIVATE_HOST = /(^|\.)posthog\.com$/;
const CLOUD_TOKEN = /^phc_\w+$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const TOO_MANY_BYTES = 20_000_000;
const TOO_MANY_EVENT_BYTES = 1_000_000;
const OLD_MS = 48 * 3_600_000;

const PROBLEMS: Record<number, [type: string, code: string, detail: string]> = {
  400: ['validation_error', 'invalid_payload', 'Malformed request data'],
  401: [
    ...(['authentication_error', 'invalid_api_key'] as const),
    'Project API key invalid. You can find your project API key in your PostHog project settings.',
  ],
  408: ['server_error', 'timeout', 'The request took too long'],
  413: ['validation_error', 'payload_too_large', 'The request is too large'],
  429: ['throttled_error', 'throttled', 'Request was throttled'],
  500: ['server_error', 'error', 'A server error occurred'],
  502: ['server_error', 'bad_gateway', 'Bad gateway'],
  503: ['server_error', 'service_unavailable', 'Service unavailable'],
  504: ['server_error', 'gateway_timeout', 'Gateway timeout'],
};

function failure(status: number, said?: string): Answer | null {
  const [type, code, detail] = PROBLEMS[status] ?? [];
  return type ? { status, body: { type, code, detail: said ?? detail, attr: null } } : null;
}
const refuse = (status: number, detail?: string): Outcome => ({
  answer: failure(status, detail) ?? { status },
});

const personOf = ({ distinct_id: id, properties }: JsonObject): unknown =>
  id ?? asObject(properties)?.distinct_id;

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;
const isTime = (value: unknown): value is string =>
  isText(value) && ISO.test(value) && !Number.isNaN(Date.parse(value));

/** Why PostHog lets an event go, or keeps it as another than it is, without saying so; null where it takes it. */
function eventProblem(value: unknown): string | null {
  const event = asObject(value);
  if (!event) return 'the event is not an object';
  if (!isText(event.event)) return 'event is missing';
  if (!isText(personOf(event))) return 'distinct_id is missing';
  if ('properties' in event && !asObject(event.properties)) return 'properties is not an object';
  if ('timestamp' in event && !isTime(event.timestamp)) return 'timestamp is not ISO 8601';
  if ('uuid' in event && !UUID.test(String(event.uuid))) return 'uuid is not a UUID';
  return null;
}

function itemOf(event: JsonObject, index: number): Item {
  const { event: name, timestamp, uuid } = event;
  const person = String(personOf(event));
  // Without a uuid PostHog makes one: nothing is recognised.
  const own = isText(uuid) ? uuid : JSON.stringify([index, event]);
  return {
    key: JSON.stringify([own, timestamp, person, name]),
    id: isText(uuid) ? uuid : null,
    name: String(name),
    person,
    data: event,
  };
}

function profileOf(event: JsonObject): Profile[] {
  const { $set, $set_once: once } = asObject(event.properties) ?? {};
  if (!asObject($set) && !asObject(once)) return [];
  return [{ id: String(personOf(event)), set: { ...asObject(once), ...asObject($set) } }];
}

function takeEvents(events: unknown[], context: TakeContext, isMigration: boolean): Outcome {
  const [items, dropped, profiles, warnings]: [Item[], ItemProblem[], Profile[], string[]] = [[], [], [], []];
  for (const [index, value] of events.entries()) {
    const problem = eventProblem(value);
    const event = asObject(value) ?? {};
    const item = itemOf(event, index);
    if (problem !== null || context.refuses(item.key)) {
      dropped.push({ index, reason: problem ?? context.reason ?? 'dropped by a fault' });
      continue;
    }
    items.push(item);
    profiles.push(...profileOf(event));
    const ageMs = context.now.getTime() - Date.parse(String(event.timestamp));
    if (ageMs > OLD_MS && !isMigration) warnings.push(`${index}: is older than 48 hours and no migration`);
  }
  return { answer: { status: 200, body: { status: 'Ok' } }, items, dropped, profiles, warnings };
}

function isWellFormed(token: string, host: string): boolean {
  // A personal key starts with phx_ and is none of a project.
  return CLOUD_HOST.test(host) ? CLOUD_TOKEN.test(token) : !token.startsWith('phx_');
}

/** A stand-in for PostHog's capture API, also of servers of one's own. https://posthog.com/docs/api/capture */
export const posthog: Tool = {
  name: 'posthog',
  recognisesRepeats: true,
  credentials: z.strictObject({
    api_key: z.string().min(1),
    host: z.string().optional(),
  }) as Tool['credentials'],
  endpointOf(host, path) {
    if (PRIVATE_HOST.test(host) && !CLOUD_HOST.test(host)) return null;
    // A server of one's own may be below a path.
    const [, before = '', endpoint] = /^(.*)\/(batch|i\/v0\/e|capture)\/?$/.exec(path) ?? [];
    if (endpoint === undefined || (before !== '' && CLOUD_HOST.test(host))) return null;
    return endpoint === 'batch' ? 'batch' : 'capture';
  },
  take(request, context) {
    if (request.method !== 'POST') return { answer: { status: 405, body: '' } };
    if (request.body.length >= TOO_MANY_BYTES) return refuse(413);
    const body = asObject(parseJson(request.body.toString('utf8')));
    if (mediaTypeOf(request) !== 'application/json' || !body) return refuse(400);
    const { api_key: token } = body;
    if (!isText(token) || !isWellFormed(token, request.host)) return refuse(401);
    if (!isAccepted({ api_key: token }, context.accepted, request.host)) return refuse(401);
    const events = context.endpoint === 'batch' ? body.batch : [body];
    if (!Array.isArray(events) || events.length === 0) return refuse(400, 'request holds no event');
    const isTooLarge = (event: unknown) => Buffer.byteLength(JSON.stringify(event)) >= TOO_MANY_EVENT_BYTES;
    if (events.some(isTooLarge)) return refuse(413, 'event is too large');
    return takeEvents(events, context, body.historical_migration === true);
  },
  failure(status, _request, { reason }) {
    // Over the quota of the project: taken, and let go.
    if (status === 200) return { status, body: { status: 'Ok', quota_limited: ['events'] } };
    return failure(status, reason);
  },
  badCredentials: () => failure(401) ?? { status: 401 },
};
