import type { FastifyReply, FastifyRequest } from 'fastify';
import { newToken } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { hashToken } from '../../platform/secrets.ts';

const NAME = 'trailmark_browser';
const MAX_AGE_SECONDS = 15 * 60;
const VALUE = /^[\w-]{43}$/;

/** The hash of the secret that this browser carries, or null. */
export function readBrowser(request: FastifyRequest): Buffer | null {
  const value = request.cookies[NAME];
  return value && VALUE.test(value) ? hashToken(value) : null;
}

/** Marks this browser, so that a link or code asked for here is known to come back to the same one. */
export function markBrowser(kit: Kit, request: FastifyRequest, reply: FastifyReply): Buffer {
  const known = request.cookies[NAME];
  const value = known && VALUE.test(known) ? known : newToken();
  reply.setCookie(NAME, value, {
    path: '/api/login',
    httpOnly: true,
    sameSite: 'lax',
    secure: kit.publicUrl.startsWith('https:'),
    maxAge: MAX_AGE_SECONDS,
  });
  return hashToken(value);
}
