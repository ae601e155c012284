import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import { type FastifyInstance, fastify } from 'fastify';
import type { Env } from '../platform/env.ts';

/** Hosts of Intercom's messenger, allowed only where it is configured. https://www.intercom.com/help/en/articles/3894 */
const MESSENGER = {
  scriptSrc: ['https://widget.intercom.io', 'https://js.intercomcdn.com'],
  connectSrc: ['https://*.intercom.io', 'wss://*.intercom.io'],
  imgSrc: ['https://*.intercomcdn.com', 'https://*.intercomassets.com'],
  frameSrc: ['https://intercom-sheets.com'],
  fontSrc: ['https://js.intercomcdn.com'],
  mediaSrc: ['https://js.intercomcdn.com'],
};

/** The bearer token is in local storage, so no script but our own may ever run. */
function policy(env: Env) {
  const also = (name: keyof typeof MESSENGER) => (env.messaging ? MESSENGER[name] : []);
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...also('scriptSrc')],
    // Positioned layers (menus, toasts) set style attributes; that runs no script.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', ...also('imgSrc')],
    fontSrc: ["'self'", ...also('fontSrc')],
    connectSrc: ["'self'", ...also('connectSrc')],
    mediaSrc: also('mediaSrc').length ? also('mediaSrc') : ["'none'"],
    frameSrc: also('frameSrc').length ? also('frameSrc') : ["'none'"],
    // The session recorder compresses in a worker made from our own code.
    workerSrc: ["'self'", ...(env.analytics ? ['blob:'] : [])],
    manifestSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    upgradeInsecureRequests: env.publicUrl?.startsWith('https:') ? [] : null,
  };
}

function settings(env: Env): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: { useDefaults: false, directives: policy(env) },
    // Sign-in links carry their secret in the fragment; our addresses are never sent as referrers.
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: env.publicUrl?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  };
}

/** Helmet's headers are the same for every request, so they are computed once. */
async function fixedHeaders(env: Env): Promise<Record<string, string>> {
  const app = fastify();
  await app.register(helmet, settings(env));
  app.get('/', (_request, reply) => reply.send());
  const { headers } = await app.inject('/');
  await app.close();
  const own = ['connection', 'content-length', 'date'];
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (own.includes(name) ? [] : [[name, String(value)]])),
  );
}

export async function securityHeaders(app: FastifyInstance, env: Env): Promise<void> {
  const headers = await fixedHeaders(env);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.isDirect) reply.headers(headers);
    done();
  });
}
