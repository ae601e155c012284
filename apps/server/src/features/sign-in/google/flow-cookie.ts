import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';

const NAME = 'trailmark_google';
const PATH = '/api/login/google';
const LIFE_MS = 10 * MINUTE_MS;

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
  reply.setCookie(NAME, kit.secrets.seal('cookies', flow), {
    path: PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: kit.publicUrl.startsWith('https:'),
    maxAge: LIFE_MS / 1000,
  });
}

/** Reads the flow once: the cookie is gone afterwards. */
export function takeFlow(kit: Kit, request: FastifyRequest, reply: FastifyReply): Flow | null {
  reply.clearCookie(NAME, { path: PATH });
  const flow = Flow.safeParse(kit.secrets.open('cookies', request.cookies[NAME] ?? ''));
  if (!flow.success) return null;
  return kit.clock.now().getTime() - flow.data.startedAt <= LIFE_MS ? flow.data : null;
}
