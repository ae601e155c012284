import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Load balancers check often and have short timeouts. */
export const READY_TIMEOUT_MS = 800;

interface Options {
  timeoutMs?: number;
  /** Nodes of a cluster that do not answer. Without them it still works for all other projects, and so it is ready. */
  lostNodes?: (() => Promise<string[]>) | undefined;
}

/**
 * /healthz: the process answers. /readyz: it can do its work; `check` queries the database and says what is missing, or
 * null. A database that does not answer in time is missing. A server that drains can, but is not to be sent any more.
 */
export function mountHealth(
  app: FastifyInstance,
  check: () => Promise<string | null>,
  { timeoutMs = READY_TIMEOUT_MS, lostNodes }: Options = {},
): void {
  const config = { access: 'health' } as const;
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async (request, reply) => {
    if (app.drain.hasBegun) return reply.status(503).send({ status: 'draining' });
    const missing = await Promise.race([check(), sleep(timeoutMs, 'database', { ref: false })]);
    if (missing) return reply.status(503).send({ status: 'not ready', missing });
    // Who comes through the proxy may be anybody, and is not told the addresses of machines.
    if (request.headers['x-forwarded-for'] !== undefined) return { status: 'ready' };
    const lost = (await lostNodes?.().catch(() => [])) ?? [];
    return lost.length > 0 ? { status: 'ready', lost_nodes: lost } : { status: 'ready' };
  });
}
