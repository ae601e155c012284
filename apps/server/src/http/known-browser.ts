import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newToken } from '../platform/ids.ts';
import type { Kit } from '../platform/kit.ts';
import { ownCookie } from './own-cookie.ts';

const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;
/** People who share a browser, or one person with several addresses. */
const MOST_ADDRESSES = 5;

const KnownBrowser = z.object({
  kind: z.literal('known-browser'),
  id: z.string(),
  emails: z.array(z.string()),
});

const cookieOf = (kit: Kit) => ownCookie(kit, 'trailmark_known', '/api');

function readKnown(kit: Kit, request: FastifyRequest) {
  const sealed = request.cookies[cookieOf(kit).name] ?? '';
  return KnownBrowser.safeParse(kit.secrets.open('cookies', sealed)).data ?? null;
}

/** The id of this browser if this address signed in with it before, or null. */
export function knownBrowserId(kit: Kit, request: FastifyRequest, email: string): string | null {
  const known = readKnown(kit, request);
  return known?.emails.includes(email) ? known.id : null;
}

/**
 * Remembers that an address is signed in with this browser: later it may ask for links of its own, however many others
 * ask for the same address. Sealed, so that nobody can make one for an address that they have not proven.
 */
export function rememberBrowser(
  kit: Kit,
  email: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  if (knownBrowserId(kit, request, email) !== null) return;
  const { name, options } = cookieOf(kit);
  const emails = [email, ...(readKnown(kit, request)?.emails ?? [])].slice(0, MOST_ADDRESSES);
  const sealed = kit.secrets.seal('cookies', { kind: 'known-browser', id: newToken(), emails });
  reply.setCookie(name, sealed, { ...options, maxAge: MAX_AGE_SECONDS });
}
