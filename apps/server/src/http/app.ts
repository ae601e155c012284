import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
  fastify,
  LogController,
} from 'fastify';
import { newId } from '../platform/ids.ts';
import type { Kit } from '../platform/kit.ts';
import type { Log } from '../platform/log.ts';
import { closeConnections } from './close-connections.ts';
import { answerError } from './errors.ts';
import { type MountedRoute, watchRoutes } from './mounted-routes.ts';
import { createRequestOrigin } from './request-origin.ts';
import { securityHeaders } from './security-headers.ts';

const BODY_LIMIT = 256 * 1024;
/** Of a client that has closed its connection before it was asked for its address. */
const NO_ADDRESS = '0.0.0.0';

declare module 'fastify' {
  interface FastifyInstance {
    mountedRoutes: MountedRoute[];
  }
}

/** Takes a request before all machinery; false leaves it to the app. */
export type FrontHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** How long a request may take to arrive. Answers are not limited: streams and downloads last as long as they are read. */
export interface Timeouts {
  headersMs: number;
  /** Headers and body together. */
  requestMs: number;
  /** How often connections are looked at for it. */
  checkEveryMs: number;
}

const TIMEOUTS: Timeouts = { headersMs: 30_000, requestMs: 60_000, checkEveryMs: 5000 };

/** A server as fastify makes it, but that `front`, where there is one, sees every request first. */
function serverFactory(timeouts: Timeouts, front?: FrontHandler): FastifyServerFactory {
  return (handler, options) => {
    const { keepAliveTimeout } = options as { keepAliveTimeout: number };
    const limits = {
      keepAliveTimeout,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
    };
    return createServer(limits, (request, response) => {
      if (!front?.(request, response)) handler(request, response);
    });
  };
}

function logAnswer(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions } = request;
  const level = routeOptions.url?.startsWith('/api/') ? 'info' : 'debug';
  if (!log.isLevelEnabled(level)) return;
  // The pattern and not the address: a query can carry what belongs in no log.
  const line = {
    method,
    route: routeOptions.url,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ip: request.ip,
  };
  request.log[level](line, 'request');
}

/** The shell around every request; it knows no feature. */
export async function buildApp(
  kit: Kit,
  { front, timeouts = TIMEOUTS }: { front?: FrontHandler; timeouts?: Timeouts } = {},
) {
  const app = fastify({
    serverFactory: serverFactory(timeouts, front),
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
  const origin = createRequestOrigin(kit.env);
  app.addHook('onRequest', (request, reply, done) => {
    // By the same rule as clicks: fastify's own `trustProxy` takes any text that a proxy forwards for an address.
    Object.defineProperty(request, 'ip', { value: origin.ipOf(request.raw) ?? NO_ADDRESS });
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer(kit.log, request, reply);
    done();
  });
  await app.register(cookie);
  // Nothing by itself: the routes that want it say so.
  await app.register(compress, { global: false });
  await securityHeaders(app, kit.env);
  return app;
}

export type App = Awaited<ReturnType<typeof buildApp>>;
