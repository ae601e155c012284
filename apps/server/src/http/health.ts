import type { FastifyInstance } from 'fastify';

/** /healthz: the process answers. /readyz: it can do its work; `check` says what is missing, or null. */
export function mountHealth(app: FastifyInstance, check: () => Promise<string | null>): void {
  const config = { access: 'health' } as const;
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async (_request, reply) => {
    const missing = await check();
    if (missing) return reply.status(503).send({ status: 'not ready', missing });
    return { status: 'ready' };
  });
}
