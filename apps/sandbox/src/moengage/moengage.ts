import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  asObject,
  basicCredentials,
  isAccepted,
  type JsonObject,
  mediaTypeOf,
  parseJson,
  senderIdOf,
} from '../receivers/request-content.ts';
import type {
  Answer,
  Item,
  ItemProblem,
  Outcome,
  Profile,
  TakeContext,
  Tool,
  ToolRequest,
} from '../receivers/tool.ts';
import { type ElementProblem, elementProblem } from './element-problem.ts';

const HOST = /^api-(01|02|03|04|05|06|101)\.moengage\.com$/;
const PATH = /^\/v1\/(transition|customer|event)\/([^/]+)\/?$/;
/** https://moengage.com/docs/api/bulk/bulk-import-users-and-events: 100 KB; others 128 KB. */
const MOST_BYTES: Record<string, number> = { transition: 100_000, customer: 128_000, event: 128_000 };

const ERRORS: Record<number, [type: string, message: string]> = {
  200: ['ProcessingError', 'The request could not be processed'],
  400: ['BadRequest', 'The request is malformed'],
  401: ['Authentication required', 'Authentication required'],
  403: ['AccountSuspended', 'The account is suspended or blocked'],
  413: ['PayloadTooLarge', 'The request is too large'],
  415: ['UnsupportedMediaType', 'The content type is not application/json'],
  429: ['RateLimitExceeded', 'Too many requests'],
  500: ['InternalError', 'Internal server error'],
};

/** The same request has the same id, so that tests can repeat. */
function requestIdOf({ body }: ToolRequest): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 8);
}

function failure(status: number, request: ToolRequest, problem: Partial<ElementProblem> = {}): Answer | null {
  const [type, message] = ERRORS[status] ?? [];
  if (!type) return null;
  const { attribute = null, message: said = message } = problem;
  const error = { attribute, message: said, type, request_id: requestIdOf(request) };
  return { status, body: { status: 'fail', error } };
}

const SUCCESS: Answer = {
  status: 200,
  body: { status: 'success', message: 'Your request has been accepted and will be processed soon.' },
};

/** MoEngage has no rule for repeats: an event is known again by the sender's own id, or else by all of it. */
function itemsOf(element: JsonObject): Item[] {
  const actions = Array.isArray(element.actions) ? element.actions : [];
  return actions.map((value: unknown) => {
    const action = asObject(value) ?? {};
    const id = senderIdOf(asObject(action.attributes) ?? {});
    const { customer_id: person } = element;
    const key = JSON.stringify(id === null ? [person, action] : [action.action, id]);
    return { key, id, name: String(action.action), person: String(person), data: element };
  });
}

const profileOf = ({ customer_id: id, attributes }: JsonObject): Profile => ({
  id: String(id),
  set: asObject(attributes) ?? {},
});

/** What is wrong with an element is not said: the answer is success all the same. */
function takeElements(elements: unknown[], context: TakeContext): Outcome {
  const [items, profiles, dropped]: [Item[], Profile[], ItemProblem[]] = [[], [], []];
  for (const [index, value] of elements.entries()) {
    const problem = elementProblem(value, context.now);
    const element = asObject(value) ?? {};
    if (problem || context.refuses(JSON.stringify(element))) {
      const reason = problem ? `${problem.attribute} ${problem.message}` : 'dropped by a fault';
      dropped.push({ index, reason });
    } else if (element.type === 'event') items.push(...itemsOf(element));
    else profiles.push(profileOf(element));
  }
  return { answer: SUCCESS, items, profiles, dropped };
}

function takeOne(element: JsonObject, request: ToolRequest, context: TakeContext): Outcome {
  const isRefused = context.refuses(JSON.stringify(element));
  const own: ElementProblem | null =
    element.type === context.endpoint ? null : { attribute: 'type', message: `is not ${context.endpoint}` };
  const fault = isRefused ? { attribute: 'attributes', message: context.reason ?? 'are not valid' } : null;
  const problem = own ?? elementProblem(element, context.now) ?? fault;
  if (problem) {
    const reason = `${problem.attribute} ${problem.message}`;
    return { answer: failure(400, request, problem) ?? SUCCESS, refused: [{ index: 0, reason }] };
  }
  const isEvent = element.type === 'event';
  return {
    answer: SUCCESS,
    items: isEvent ? itemsOf(element) : [],
    profiles: isEvent ? [] : [profileOf(element)],
  };
}

/** The workspace is named three times: in the path, in the authorization and, if it is there, in the header. */
function isAuthorized(request: ToolRequest, accepted: TakeContext['accepted']): boolean {
  const [workspace, key] = basicCredentials(request) ?? [];
  const named = decodeURIComponent(PATH.exec(request.path)?.[2] ?? '');
  if (!workspace || !key || workspace !== named) return false;
  const header = request.headers['moe-appkey'];
  if (header !== undefined && header !== workspace) return false;
  return isAccepted({ workspace_id: workspace, api_key: key }, accepted, request.host);
}

/** A stand-in for MoEngage's Data API. https://moengage.com/docs/api/data/data-overview */
export const moengage: Tool = {
  name: 'moengage',
  recognisesRepeats: false,
  credentials: z.strictObject({
    workspace_id: z.string().min(1),
    api_key: z.string().min(1),
    host: z.string().optional(),
  }) as Tool['credentials'],
  endpointOf: (host, path) => (HOST.test(host) ? (PATH.exec(path)?.[1] ?? null) : null),
  take(request, context) {
    const refuse = (status: number, problem?: Partial<ElementProblem>): Outcome => ({
      answer: failure(status, request, problem) ?? { status },
    });
    if (request.method !== 'POST') return { answer: { status: 405, body: '' } };
    if (!isAuthorized(request, context.accepted)) return refuse(401);
    if (mediaTypeOf(request) !== 'application/json') return refuse(415);
    if (request.body.length > (MOST_BYTES[context.endpoint] ?? 0)) return refuse(413);
    const body = asObject(parseJson(request.body.toString('utf8')));
    if (!body) return refuse(400);
    if (context.endpoint !== 'transition') return takeOne(body, request, context);
    const { type, elements } = body;
    if (type !== 'transition') return refuse(400, { attribute: 'type', message: 'is not transition' });
    if (!Array.isArray(elements) || elements.length === 0) {
      return refuse(400, { attribute: 'elements', message: 'is missing' });
    }
    return takeElements(elements, context);
  },
  failure: (status, request, { reason }) =>
    failure(status, request, reason === undefined ? {} : { message: reason }),
  badCredentials: () => ({
    status: 401,
    body: { status: 'fail', error: { message: 'Authentication required', type: 'Authentication required' } },
  }),
};
