import type { FastifyCompressRouteOptions } from '@fastify/compress';
import { FileAnswer, type Route } from '@trailmark/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Authorization, authorize, type Caller, identify } from '../access/authorize.ts';
import type { Person } from '../access/caller.ts';
import { findPerson } from '../access/session.ts';
import { AppError } from '../platform/app-error.ts';
import type { Kit } from '../platform/kit.ts';
import { clientInfo } from './client-info.ts';
import type { EventStream, HandledRoute } from './handled.ts';
import { createOpenStreams, STREAM_LIMITS, type StreamLimits, type StreamOwner } from './open-streams.ts';
import { HEARTBEAT_MS, sendEvents } from './send-events.ts';
import { sendFile } from './send-file.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call it: a rule of the contract, or a word for the few routes outside of it. */
    access?: Route['access'] | 'health' | 'static' | 'proxy';
  }
}

/** Below a kilobyte the answer fits into one packet anyway. Files and streams go out as they are. */
const COMPRESSION: FastifyCompressRouteOptions['compress'] = { threshold: 1024, encodings: ['br', 'gzip'] };

const BEARER = /^Bearer ([\w-]{20,200})$/;

async function personOf(kit: Kit, request: FastifyRequest): Promise<Person | null> {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  return token ? await findPerson(kit.db, kit.clock.now(), token) : null;
}

export function validate(schema: z.ZodType, value: unknown, part: string): unknown {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const name = issue.path.map(String).join('.') || part;
    fields[name] ??= issue.message === 'Invalid input' ? 'is not valid' : issue.message;
  }
  const [name, reason] = Object.entries(fields)[0] ?? [part, 'is not valid'];
  throw new AppError('validation_failed', `${name} ${reason}`, fields);
}

/** Who calls, found once for each request and before its body is read. */
const callers = new WeakMap<FastifyRequest, Caller>();

async function identifyCaller(kit: Kit, { access }: Route, request: FastifyRequest): Promise<Caller> {
  const person = await personOf(kit, request);
  return await identify(kit.db, access, { person, params: request.params, query: request.query });
}

async function grant(
  kit: Kit,
  { access }: Route,
  { request, caller }: { request: FastifyRequest; caller: Caller },
) {
  const raw = { params: request.params, query: request.query, body: request.body };
  return { raw, granted: await authorize(kit.db, access, { caller, raw }) };
}

async function answer(kit: Kit, { route }: HandledRoute, request: FastifyRequest) {
  const caller = callers.get(request) ?? (await identifyCaller(kit, route, request));
  const { raw, granted } = await grant(kit, route, { request, caller });
  return {
    kit,
    granted,
    params: validate(route.params, raw.params, 'params'),
    query: validate(route.query, raw.query, 'query'),
    body: validate(route.body, raw.body, 'body'),
    client: clientInfo(request),
  };
}

function ownerOf(granted: Authorization): StreamOwner {
  if (granted.kind !== 'project') throw new Error('Streams belong to a project.');
  return { userId: granted.person.userId, projectId: granted.membership.projectId };
}

/** Whether the caller is still who they were, and may still do what they could. */
async function isUnchanged(
  kit: Kit,
  route: Route,
  { request, granted }: { request: FastifyRequest; granted: Authorization },
) {
  const caller = await identifyCaller(kit, route, request);
  const now = await grant(kit, route, { request, caller });
  return JSON.stringify(now.granted) === JSON.stringify(granted);
}

/** Puts the routes of a feature on the server, below /api. */
export function mount(
  app: FastifyInstance,
  kit: Kit,
  routes: HandledRoute[],
  {
    heartbeatMs = HEARTBEAT_MS,
    streamLimits = STREAM_LIMITS,
  }: { heartbeatMs?: number; streamLimits?: StreamLimits } = {},
): void {
  const open = createOpenStreams(kit, streamLimits);
  // A server that closes waits for what it is answering, and these answers have no end of their own.
  app.addHook('preClose', () => open.endAll());
  for (const handled of routes) {
    const { route } = handled;
    app.route({
      method: route.method,
      url: `/api${route.path}`,
      config: { access: route.access },
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      ...(route.answers === 'json' ? { compress: COMPRESSION } : {}),
      onRequest: async (request) => {
        callers.set(request, await identifyCaller(kit, route, request));
      },
      handler: async (request, reply) => {
        const context = await answer(kit, handled, request);
        if (handled.stream) {
          const source = {
            owner: ownerOf(context.granted),
            open: (to: EventStream<unknown>) => handled.stream?.(context, to) ?? Promise.resolve(),
            present: (item: unknown) => route.response.parse(item),
            isStillAllowed: () => isUnchanged(kit, route, { request, granted: context.granted }),
            heartbeatMs,
          };
          return sendEvents(reply.header('cache-control', 'no-store'), source, open);
        }
        const data = await handled.answer({ ...context, request, reply });
        reply.header('cache-control', 'no-store');
        if (route.answers === 'file') return await sendFile(reply, FileAnswer.parse(data));
        if (route.answers === 'redirect') return reply.redirect(String(data), 302);
        reply.header('vary', 'accept-encoding');
        // Through the response schema: fields that the contract does not name are never sent.
        return { msg: 'ok', status: 200, data: route.response.parse(data) };
      },
    });
  }
}
