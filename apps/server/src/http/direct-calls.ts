import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '@trailmark/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../platform/ids.ts';
import type { Kit } from '../platform/kit.ts';
import type { OnAnswered } from './answered.ts';
import { isPlainText, openToPage, preflightHeaders } from './cross-origin.ts';
import { refusalFor, sendRawRefusal } from './errors.ts';
import { NO_ADDRESS, type RequestOrigin } from './request-origin.ts';

/** A request of an app or a server, as far as its answer needs it. */
export interface DirectRequest {
  headers: IncomingHttpHeaders;
  /** An address in any case. */
  ip: string;
  /** Of the address; a call that needs any is always answered through fastify. */
  params: unknown;
  query: unknown;
  /** What was sent; empty without a body. */
  bytes: Buffer;
  response: ServerResponse;
}

/**
 * A call of apps or servers. No browser shows its answer, so that it needs neither the headers of the dashboard nor
 * the machinery around other routes; most of what comes in is one of these.
 */
export interface DirectCall {
  route: Route;
  bodyLimit: number;
  /** Of its success; 200 unless given. */
  status?: number;
  /** Refuses before the body is read. */
  admit?(request: Omit<DirectRequest, 'bytes'>): Promise<void>;
  /** Gives the whole answer. */
  answer(request: DirectRequest): Promise<unknown>;
  /** Pages of other sites make the call too: whether one may, by its origin and the token in the address. */
  mayAsk?(origin: string, token: string | undefined): Promise<boolean>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a `DirectCall` answers. */
    isDirect?: boolean;
  }
}

const NOTHING = Buffer.alloc(0);
const JSON_TYPE = 'application/json';
const JSON_TYPES = new Set([JSON_TYPE, 'application/json; charset=utf-8']);
const PLAIN_TYPE = 'text/plain';

const urlOf = ({ route }: DirectCall) => `/api${route.path}`;

/** As nearly all clients send it. What is sent in any other way is read, or refused, by fastify. */
function isUsual({ headers }: IncomingMessage, { bodyLimit, mayAsk }: DirectCall): boolean {
  const length = Number(headers['content-length']);
  if (!(length > 0 && length <= bodyLimit)) return false;
  return (
    JSON_TYPES.has(headers['content-type']?.toLowerCase() ?? '') || (mayAsk ? isPlainText(headers) : false)
  );
}

/** Apps send no origin: for them there is nothing to do. */
function begin({ mayAsk }: DirectCall, { origin }: IncomingHttpHeaders, response: ServerResponse): void {
  if (mayAsk && origin !== undefined) openToPage(response, origin);
}

function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)));
    // The client is gone. As fastify marks it: its connection says nothing about that to the database.
    request.on('error', (error) => reject(Object.assign(error, { statusCode: 400 })));
  });
}

function send(response: ServerResponse, requestId: string, answer: unknown): void {
  const text = JSON.stringify(answer);
  response.writeHead(200, {
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

export interface DirectCalls {
  /** Takes a request before fastify; false leaves it to fastify. */
  front(request: IncomingMessage, response: ServerResponse): boolean;
  add(call: DirectCall): void;
}

export function createDirectCalls(
  kit: Kit,
  { origin, onAnswered }: { origin: RequestOrigin; onAnswered: OnAnswered },
): DirectCalls {
  const calls = new Map<string, DirectCall>();

  const answer = async (call: DirectCall, request: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now();
    const requestId = newId(kit.clock.now());
    const ip = origin.ipOf(request) ?? NO_ADDRESS;
    const { headers } = request;
    begin(call, headers, response);
    try {
      if (call.admit) await call.admit({ headers, ip, params: {}, query: {}, response });
      const bytes = await readBody(request);
      send(response, requestId, await call.answer({ headers, ip, params: {}, query: {}, bytes, response }));
    } catch (error) {
      const refusal = refusalFor(error as Error, (line, text) =>
        kit.log.error({ reqId: requestId, ...line }, text),
      );
      sendRawRefusal({ request, response, requestId }, refusal);
    }
    const { statusCode: status } = response;
    const ms = performance.now() - startedAt;
    onAnswered({ requestId, method: call.route.method, route: urlOf(call), status, ms, ip });
  };

  /** Browsers name their token in the address, for what they ask beforehand; the body has it too. */
  const findCall = (url: string) => {
    const call = calls.get(url);
    if (call) return call;
    const end = url.indexOf('?');
    const named = end < 0 ? undefined : calls.get(url.slice(0, end));
    return named?.mayAsk ? named : undefined;
  };

  return {
    front(request, response) {
      const call = request.method === 'POST' ? findCall(request.url ?? '') : undefined;
      if (!call || !isUsual(request, call)) return false;
      void answer(call, request, response);
      return true;
    },
    add(call) {
      if (call.route.method === 'POST') calls.set(urlOf(call), call);
    },
  };
}

const asDirect = ({ headers, ip, params, query }: FastifyRequest, { raw }: FastifyReply) => ({
  headers,
  ip,
  params,
  query,
  response: raw,
});

function mountPreflight(scope: FastifyInstance, call: DirectCall): void {
  const { route, mayAsk } = call;
  if (!mayAsk) return;
  scope.route({
    method: 'OPTIONS',
    url: urlOf(call),
    config: { access: route.access, isDirect: true },
    handler: async (request, reply) => {
      const { origin } = request.headers;
      const { t } = request.query as { t?: string };
      const isAllowed = origin !== undefined && (await mayAsk(origin, t));
      return await reply.code(204).headers(preflightHeaders(origin, isAllowed)).send();
    },
  });
}

function mountCall(scope: FastifyInstance, call: DirectCall): void {
  const { route, bodyLimit, status = 200 } = call;
  scope.route({
    method: route.method,
    url: urlOf(call),
    config: { access: route.access, isDirect: true },
    bodyLimit,
    onRequest: async (request, reply) => {
      begin(call, request.headers, reply.raw);
      await call.admit?.(asDirect(request, reply));
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const bytes = (request.body as Buffer) ?? NOTHING;
      const answer = await call.answer({ ...asDirect(request, reply), bytes });
      reply.code(status);
      return answer;
    },
  });
}

/** Reads bodies of these types as they are. */
async function mountReading(app: FastifyInstance, types: string[], calls: DirectCall[]): Promise<void> {
  await app.register(async (scope) => {
    scope.removeContentTypeParser([JSON_TYPE, PLAIN_TYPE]);
    scope.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const call of calls) {
      mountPreflight(scope, call);
      mountCall(scope, call);
    }
  });
}

/** Puts calls on the server: in the list of its routes, and in front of fastify. */
export async function mountDirect(app: FastifyInstance, calls: DirectCall[]): Promise<void> {
  for (const call of calls) app.directCalls.add(call);
  await mountReading(
    app,
    [JSON_TYPE],
    calls.filter(({ mayAsk }) => !mayAsk),
  );
  await mountReading(
    app,
    [JSON_TYPE, PLAIN_TYPE],
    calls.filter(({ mayAsk }) => mayAsk),
  );
}
