import type { ClientInfo } from '../../access/caller.ts';
import { mayEnter } from '../../access/enter.ts';
import { enqueue } from '../../jobs/queue.ts';
import { job } from '../../jobs/runner.ts';
import { later, MINUTE_MS } from '../../platform/clock.ts';
import { newId, newToken } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { hashToken } from '../../platform/secrets.ts';
import { spendLink } from './link-limits.ts';
import { insertMagicLink } from './store.ts';

export const LINK_MINUTES = 15;

/** What the job gets, sealed: the token itself is stored nowhere in clear. */
interface SignInLink {
  email: string;
  token: string;
}

interface Request {
  email: string;
  returnTo: string | null;
  browserHash: Buffer;
  /** Set where this address signed in with this browser before. */
  knownBrowserId: string | null;
  client: ClientInfo;
}

/**
 * Makes a link and leaves the mail to a job. Whether the address may sign in at all is decided there,
 * so that neither the answer nor its timing tells which addresses have an account.
 */
export async function sendMagicLink(kit: Kit, request: Request): Promise<void> {
  const now = kit.clock.now();
  const { email, client } = request;
  await spendLink(kit, { email, ip: client.ip, browserId: request.knownBrowserId });
  const token = newToken();
  await insertMagicLink(kit.db, {
    id: newId(now),
    email,
    token_hash: hashToken(token),
    purpose: 'sign_in',
    browser_hash: request.browserHash,
    return_to: request.returnTo,
    ip: client.ip,
    user_agent: client.userAgent,
    created_at: now,
    expires_at: later(now, LINK_MINUTES * MINUTE_MS),
  });
  const link: SignInLink = { email, token };
  await enqueue(kit.db, 'send-sign-in-link', { sealed: kit.secrets.seal('jobs', link) });
}

export const sendSignInLink = job('send-sign-in-link', async (kit, payload) => {
  const { email, token } = kit.secrets.open('jobs', payload.sealed) as SignInLink;
  if (!(await mayEnter(kit, email))) return;
  await kit.mail.send(email, {
    subject: 'Your sign-in link for Trailmark',
    heading: 'Sign in to Trailmark',
    paragraphs: [`The link works once, for ${LINK_MINUTES} minutes.`],
    // In the fragment: it reaches neither server logs nor mail scanners that only fetch.
    button: { label: 'Sign in', url: `${kit.publicUrl}/login/verify#token=${token}` },
    footnote:
      'You get this mail because someone asked to sign in with this address. If it was not you, ignore it.',
  });
});
