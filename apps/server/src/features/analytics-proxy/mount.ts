import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { forward } from './forward.ts';

/** The parts of the product-analytics wire format that are let through, and to nowhere but the one upstream. */
const KINDS = { track: 'POST', engage: 'POST', groups: 'POST', record: 'POST', flags: 'GET' } as const;

const BODY_LIMIT = 8 * 1024 * 1024;
const ANSWERED = ['content-type', 'retry-after'] as const;

function analyticsOf({ env: { analytics } }: Kit) {
  if (!analytics) throw new AppError('not_found', 'Product analytics is not set up here.');
  return analytics;
}

async function answer(kit: Kit, kind: string, request: FastifyRequest, reply: FastifyReply) {
  const { upstream: address } = analyticsOf(kit);
  const upstream = await forward(kit.env, { upstream: address, kind }, request).catch((error: unknown) => {
    request.log.warn({ err: error }, 'the analytics upstream cannot be reached');
    throw new AppError('unavailable', 'The analytics service cannot be reached.', undefined, 60);
  });
  for (const name of ANSWERED) {
    const value = upstream.headers[name];
    if (typeof value === 'string') reply.header(name, value);
  }
  return reply.status(upstream.status).send(upstream.body);
}

/** The proxied ingest path of the dashboard's own analytics: browsers talk to us, we talk to the upstream. */
export async function mountAnalyticsProxy(app: FastifyInstance, kit: Kit): Promise<void> {
  await app.register(async (proxy) => {
    proxy.removeAllContentTypeParsers();
    // Bodies pass through as they are: form-encoded, JSON or compressed.
    proxy.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const [kind, method] of Object.entries(KINDS)) {
      for (const url of [`/ingest/${kind}`, `/ingest/${kind}/`]) {
        proxy.route({
          method,
          url,
          config: { access: 'proxy' },
          bodyLimit: BODY_LIMIT,
          // Before the body is read: without an upstream nobody makes us hold megabytes.
          onRequest: async () => void analyticsOf(kit),
          handler: (request, reply) => answer(kit, kind, request, reply),
        });
      }
    }
  });
}
