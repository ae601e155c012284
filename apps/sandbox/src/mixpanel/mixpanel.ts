import { z } from 'zod';
import {
  asObject,
  basicCredentials,
  isAccepted,
  type JsonObject,
  mediaTypeOf,
  parseJson,
} from '../receivers/request-content.ts';
import type { Answer, Item, Outcome, TakeContext, Tool, ToolRequest } from '../receivers/tool.ts';
import { engage } from './engage.ts';
import { eventProblem } from './event-problem.ts';

const HOST = /^api(-eu|-in)?\.mixpanel\.com$/;
const MOST_EVENTS = 2000;
/** https://docs.mixpanel.com/reference/import-events: 10 MB uncompressed. */
const MOST_BYTES = 10_000_000;

const STATUS_TEXTS: Record<number, [status: string, error: string]> = {
  400: ['Bad Request', 'some data points in the request failed validation'],
  401: ['Unauthorized', 'Invalid credentials'],
  413: ['Request Entity Too Large', `request exceeds max limit of ${MOST_BYTES} bytes`],
  429: ['Too Many Requests', 'Project exceeded max data ingest rate'],
  500: ['Internal Server Error', 'internal error'],
  502: ['Bad Gateway', 'bad gateway'],
  503: ['Service Unavailable', 'service unavailable'],
};

function importFailure(code: number, said?: string): Answer | null {
  const [status, error] = STATUS_TEXTS[code] ?? [];
  return status ? { status: code, body: { code, error: said ?? error, status } } : null;
}
const refuse = (code: number, error: string): Outcome => ({
  answer: importFailure(code, error) ?? { status: code },
});

/** What a request presents: a project token, or a service account with the id of the project. */
function presentedBy(request: ToolRequest): Record<string, string> | null {
  const [name, password] = basicCredentials(request) ?? [];
  const projectId = request.query.get('project_id');
  if (!name || password === undefined) return null;
  if (password === '') return { token: name };
  return projectId ? { username: name, secret: password, project_id: projectId } : null;
}

function eventsOf(request: ToolRequest): unknown {
  const text = request.body.toString('utf8');
  if (mediaTypeOf(request) === 'application/json') return parseJson(text);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values = lines.map(parseJson);
  return values.includes(undefined) ? undefined : values;
}

function itemOf(event: JsonObject): Item {
  const { time, distinct_id: person, $insert_id: id } = asObject(event.properties) ?? {};
  return {
    key: JSON.stringify([event.event, time, person, id]),
    id: String(id),
    name: String(event.event),
    person: String(person),
    data: event,
  };
}

/** The valid events are taken whatever the others are. */
function importEvents(events: unknown[], context: TakeContext, isStrict: boolean): Outcome {
  const items: Item[] = [];
  const failed: { index: number; $insert_id: unknown; field: string; message: string }[] = [];
  for (const [index, event] of events.entries()) {
    const problem = eventProblem(event, context.now);
    const item = problem ? null : itemOf(event as JsonObject);
    if (item && !context.refuses(item.key)) {
      items.push(item);
      continue;
    }
    const field = 'properties.utm_source';
    const chosen = problem ?? { field, message: context.reason ?? `'${field}' is invalid: not valid utf8` };
    failed.push({ index, $insert_id: asObject(asObject(event)?.properties)?.$insert_id, ...chosen });
  }
  const count = { num_records_imported: items.length };
  const problems = failed.map(({ index, message }) => ({ index, reason: message }));
  if (failed.length === 0 || !isStrict) {
    return { answer: { status: 200, body: { code: 200, ...count, status: 'OK' } }, items, dropped: problems };
  }
  const [status, error] = STATUS_TEXTS[400] ?? [];
  const body = { code: 400, error, failed_records: failed, ...count, status };
  return { answer: { status: 400, body }, items, refused: problems };
}

function takeImport(request: ToolRequest, context: TakeContext): Outcome {
  const presented = presentedBy(request);
  if (!presented || !isAccepted(presented, context.accepted, request.host)) {
    return refuse(401, 'Invalid credentials');
  }
  if (!['application/json', 'application/x-ndjson'].includes(mediaTypeOf(request))) {
    return refuse(400, 'Content-Type must be application/json or application/x-ndjson');
  }
  if (request.body.length > MOST_BYTES)
    return refuse(413, `request exceeds max limit of ${MOST_BYTES} bytes`);
  const events = eventsOf(request);
  if (!Array.isArray(events)) return refuse(400, 'request body is not a list of events in JSON');
  if (events.length > MOST_EVENTS) return refuse(413, `request exceeds max limit of ${MOST_EVENTS} events`);
  return importEvents(events, context, request.query.get('strict') === '1');
}

/** A stand-in for Mixpanel's ingestion. https://docs.mixpanel.com/reference/import-events */
export const mixpanel: Tool = {
  name: 'mixpanel',
  recognisesRepeats: true,
  credentials: z.union([
    z.strictObject({ token: z.string().min(1), host: z.string().optional() }),
    z.strictObject({ username: z.string(), secret: z.string(), project_id: z.string() }),
  ]) as Tool['credentials'],
  endpointOf(host, path) {
    const [, endpoint] = /^\/(import|engage)\/?$/.exec(path) ?? [];
    return HOST.test(host) ? (endpoint ?? null) : null;
  },
  take(request, context) {
    if (request.method !== 'POST') return { answer: { status: 405, body: 'method not allowed' } };
    return context.endpoint === 'engage' ? engage(request, context) : takeImport(request, context);
  },
  failure(status, _request, { endpoint, reason }) {
    if (endpoint !== 'engage') return importFailure(status, reason);
    if (status === 200) return { status, body: { status: 0, error: reason ?? 'some data was refused' } };
    const [, error] = STATUS_TEXTS[status] ?? [];
    return error ? { status, body: { status: 'error', error: reason ?? error } } : null;
  },
  badCredentials(endpoint) {
    const body = endpoint === 'engage' ? { status: 'error', error: 'Invalid credentials' } : null;
    return body ? { status: 401, body } : (importFailure(401) ?? { status: 401 });
  },
};
