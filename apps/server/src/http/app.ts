import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { type FastifyBaseLogger, type FastifyServerFactory, fastify, LogController } from 'fastify';
import { newId } from '../platform/ids.ts';
import type { Kit } from '../platform/kit.ts';
import { createRequestLog, type OnAnswered } from './answered.ts';
import { closeConnections } from './close-connections.ts';
import { createDirectCalls, type DirectCalls } from './direct-calls.ts';
import { answerError } from './errors.ts';
import { type MountedRoute, watchRoutes } from './mounted-routes.ts';
import { createRequestOrigin, NO_ADDRESS } from './request-origin.ts';
import { securityHeaders } from './security-headers.ts';

const BODY_LIMIT = 256 * 1024;

declare module 'fastify' {
  interface FastifyInstance {
    mountedRoutes: MountedRoute[];
    /** Who hears of every answer. */
    answerListeners: OnAnswered[];
    directCalls: DirectCalls;
    drain: Drain;
  }
}

/** Takes a request before all machinery; false leaves it to the app. */
export type FrontHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Whether the server is about to close: load balancers hear of it, and every connection ends with its next answer. */
export interface Drain {
  hasBegun: boolean;
}

/** How long a request may take to arrive. Answers are not limited: streams and downloads last as long as they are read. */
export interface Timeouts {
  headersMs: number;
  /** Headers and body together. */
  requestMs: number;
  /** How often connections are looked at for it. */
  checkEveryMs: number;
}

const TIMEOUTS: Timeouts = { headersMs: 30_000, requestMs: 60_000, checkEveryMs: 5000 };

/**
 * A proxy has to be the one that closes an unused connection: a request that meets the end of its connection is lost.
 * Caddy does so after two minutes, load balancers of Amazon after one, those of Google after ten.
 */
const KEEP_ALIVE_MS = 620_000;

/** A server as fastify makes it, but that `front` sees every request first. */
function serverFactory(timeouts: Timeouts, drain: Drain, front: FrontHandler): FastifyServerFactory {
  return (handler, options) => {
    const { keepAliveTimeout } = options as { keepAliveTimeout: number };
    const limits = {
      keepAliveTimeout,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
    };
    return createServer(limits, (request, response) => {
      if (drain.hasBegun) response.setHeader('connection', 'close');
      if (!front(request, response)) handler(request, response);
    });
  };
}

/** The shell around every request; it knows no feature. */
export async function buildApp(
  kit: Kit,
  { front, timeouts = TIMEOUTS }: { front?: FrontHandler; timeouts?: Timeouts } = {},
) {
  const origin = createRequestOrigin(kit.env);
  const answerListeners: OnAnswered[] = [createRequestLog(kit.log)];
  const onAnswered: OnAnswered = (answered) => {
    for (const listener of answerListeners) listener(answered);
  };
  const directCalls = createDirectCalls(kit, { origin, onAnswered });
  const drain: Drain = { hasBegun: false };
  const app = fastify({
    keepAliveTimeout: KEEP_ALIVE_MS,
    serverFactory: serverFactory(
      timeouts,
      drain,
      (request, response) => front?.(request, response) || directCalls.front(request, response),
    ),
    loggerInstance: kit.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // What fastify refuses before routing, such as an address that cannot be decoded.
    frameworkErrors: answerError,
    genReqId: () => newId(kit.clock.now()),
    routerOptions: {
      maxParamLength: 200,
      querystringParser: (text) => (text === '' ? {} : Object.fromEntries(new URLSearchParams(text))),
    },
  });
  watchRoutes(app);
  closeConnections(app);
  app.setErrorHandler(answerError);
  app.decorate('answerListeners', answerListeners);
  app.decorate('directCalls', directCalls);
  app.decorate('drain', drain);
  // Clicks and calls of apps are answered to the last; what else comes now is refused by fastify.
  app.addHook('preClose', async () => {
    drain.hasBegun = true;
  });
  app.addHook('onRequest', (request, reply, done) => {
    // By the same rule as clicks: fastify's own `trustProxy` takes any text that a proxy forwards for an address.
    Object.defineProperty(request, 'ip', { value: origin.ipOf(request.raw) ?? NO_ADDRESS });
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method, ip } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    onAnswered({ requestId, method, route: request.routeOptions.url, status, ms, ip });
    done();
  });
  await app.register(cookie);
  // Off by default: routes opt in.
  await app.register(compress, { global: false });
  await securityHeaders(app, kit.env);
  return app;
}

export type App = Awaited<ReturnType<typeof buildApp>>;
