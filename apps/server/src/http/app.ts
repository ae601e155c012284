import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import cookie from '@fastify/cookie';
import { type FastifyBaseLogger, type FastifyServerFactory, fastify, LogController } from 'fastify';
import type { Env } from '../platform/env.ts';
import { newId } from '../platform/ids.ts';
import type { Kit } from '../platform/kit.ts';
import { answerError } from './errors.ts';
import { type MountedRoute, watchRoutes } from './mounted-routes.ts';
import { securityHeaders } from './security-headers.ts';

const BODY_LIMIT = 256 * 1024;

declare module 'fastify' {
  interface FastifyInstance {
    mountedRoutes: MountedRoute[];
  }
}

/** A number counts the proxies in front of us; a list names their addresses. */
function trustedProxies(trust: Env['trustProxy']) {
  return typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust;
}

/** Takes a request before all machinery; false leaves it to the app. */
export type FrontHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A server as fastify makes it, but that `front` sees every request first. */
function serverBehind(front: FrontHandler): FastifyServerFactory {
  return (handler, options) => {
    const server = createServer((request, response) => {
      if (!front(request, response)) handler(request, response);
    });
    const { keepAliveTimeout, requestTimeout } = options as {
      keepAliveTimeout: number;
      requestTimeout: number;
    };
    server.keepAliveTimeout = keepAliveTimeout;
    server.requestTimeout = requestTimeout;
    return server;
  };
}

/** The shell around every request; it knows no feature. */
export async function buildApp(kit: Kit, { front }: { front?: FrontHandler } = {}) {
  const app = fastify({
    ...(front ? { serverFactory: serverBehind(front) } : {}),
    loggerInstance: kit.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(kit.env.trustProxy),
    bodyLimit: BODY_LIMIT,
    // What fastify refuses before routing, such as an address that cannot be decoded.
    frameworkErrors: answerError,
    genReqId: () => newId(kit.clock.now()),
    routerOptions: {
      maxParamLength: 200,
      querystringParser: (text) => Object.fromEntries(new URLSearchParams(text)),
    },
  });
  watchRoutes(app);
  app.setErrorHandler(answerError);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    // The pattern and not the address: a query can carry what belongs in no log.
    const { method, routeOptions, ip } = request;
    const line = {
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip,
    };
    const isCall = routeOptions.url?.startsWith('/api/') ?? false;
    request.log[isCall ? 'info' : 'debug'](line, 'request');
  });
  await app.register(cookie);
  await securityHeaders(app, kit.env);
  return app;
}

export type App = Awaited<ReturnType<typeof buildApp>>;
