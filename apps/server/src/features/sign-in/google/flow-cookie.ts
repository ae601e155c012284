import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ownCookie } from '../../../http/own-cookie.ts';
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';

const LIFE_MS = 10 * MINUTE_MS;

const cookieOf = (kit: Kit) => ownCookie(kit, 'trailmark_google', '/api/login/google');

const Flow = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string().nullable(),
  startedAt: z.number(),
});

/** What ties the provider's answer to the browser that asked: sealed, so that only we can read or make it. */
export type Flow = z.infer<typeof Flow>;

export function writeFlow(kit: Kit, reply: FastifyReply, flow: Flow): void {
  const { name, options } = cookieOf(kit);
  reply.setCookie(name, kit.secrets.seal('cookies', flow), { ...options, maxAge: LIFE_MS / 1000 });
}

/** Reads the flow once: the cookie is gone afterwards. */
export function takeFlow(kit: Kit, request: FastifyRequest, reply: FastifyReply): Flow | null {
  const { name, options } = cookieOf(kit);
  reply.clearCookie(name, options);
  const flow = Flow.safeParse(kit.secrets.open('cookies', request.cookies[name] ?? ''));
  if (!flow.success) return null;
  return kit.clock.now().getTime() - flow.data.startedAt <= LIFE_MS ? flow.data : null;
}
