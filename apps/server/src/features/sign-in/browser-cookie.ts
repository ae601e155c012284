import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownCookie } from '../../http/own-cookie.ts';
import { newToken } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { hashToken } from '../../platform/secrets.ts';

const MAX_AGE_SECONDS = 15 * 60;
const VALUE = /^[\w-]{43}$/;

const cookieOf = (kit: Kit) => ownCookie(kit, 'trailmark_browser', '/api/login');

/** The hash of the secret that this browser carries, or null. */
export function readBrowser(kit: Kit, request: FastifyRequest): Buffer | null {
  const value = request.cookies[cookieOf(kit).name];
  return value && VALUE.test(value) ? hashToken(value) : null;
}

/** A secret for a browser; what is asked for there is stored with its hash. */
export interface BrowserMark {
  value: string;
  hash: Buffer;
}

export function newMark(): BrowserMark {
  const value = newToken();
  return { value, hash: hashToken(value) };
}

/**
 * Marks this browser, so that the link or code asked for now is recognised when it comes back to the same one.
 * Always with a new secret: one that the browser brings along may be known to somebody who planted it.
 */
export function markBrowser(kit: Kit, reply: FastifyReply, { value }: BrowserMark): void {
  const { name, options } = cookieOf(kit);
  reply.setCookie(name, value, { ...options, maxAge: MAX_AGE_SECONDS });
}

/** The mark has served: it recognises nothing after the sign-in that it was for. */
export function unmarkBrowser(kit: Kit, reply: FastifyReply): void {
  const { name, options } = cookieOf(kit);
  reply.clearCookie(name, options);
}
