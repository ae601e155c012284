import { timingSafeEqual } from 'node:crypto';
import type { SignedIn } from '@trailmark/contract/sign-in';
import type { ClientInfo, Person } from '../../access/caller.ts';
import { enter } from '../../access/enter.ts';
import { loadProfile } from '../../access/profile.ts';
import { spend } from '../../access/rate-limit.ts';
import { openSession } from '../../access/session.ts';
import { networkOf } from '../../http/client-info.ts';
import { AppError } from '../../platform/app-error.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { hashToken } from '../../platform/secrets.ts';
import { consumeMagicLink, findMagicLink, lockLinks, type MagicLink, voidLinks } from './store.ts';

interface Request {
  token: string;
  confirm: boolean;
  browserHash: Buffer | null;
  /** Who is signed in in this browser, if anybody is. */
  person: Person | null;
  client: ClientInfo;
}

type Verified =
  | { status: 'confirm'; email: string; from_terminal: boolean }
  | ({ status: 'signed_in' } & SignedIn);

const invalid = () =>
  new AppError(
    'link_invalid',
    'This link is no longer valid: it was used, replaced by another or has expired.',
  );

function isSameBrowser({ browser_hash }: MagicLink, browserHash: Buffer | null): boolean {
  return browser_hash !== null && browserHash !== null && timingSafeEqual(browser_hash, browserHash);
}

/** Without a click only where it was asked for, and where it does not change who is signed in there. */
function needsConfirmation(link: MagicLink, { browserHash, person }: Request): boolean {
  return !isSameBrowser(link, browserHash) || (person !== null && person.email !== link.email);
}

/** `a…@example.com`: enough to recognise one's own address, not enough to learn another's. */
function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}…@${domain}`;
}

/**
 * Signs in with a link. In the browser that asked for it this takes no click; any other must confirm,
 * so that a scanner that opens links, scripts and all, cannot use one up.
 */
export async function verifyMagicLink(kit: Kit, request: Request): Promise<Verified> {
  const now = kit.clock.now();
  const { client } = request;
  const link = await findMagicLink(kit.db, hashToken(request.token), now);
  if (!link) {
    // Only failures count: otherwise others in the same network could keep a valid link from being used.
    const bucket = `magic-verify:ip:${networkOf(client.ip)}`;
    await spend(kit.db, now, [{ bucket, max: 10, perMs: MINUTE_MS }]);
    throw invalid();
  }
  if (!request.confirm && needsConfirmation(link, request)) {
    const isLocal = link.purpose === 'local_owner';
    return { status: 'confirm', email: isLocal ? link.email : masked(link.email), from_terminal: isLocal };
  }
  const signedIn = await kit.db.transaction().execute(async (tx) => {
    const ofAddress = { purpose: link.purpose, email: link.email };
    await lockLinks(tx, ofAddress);
    if (!(await consumeMagicLink(tx, link.id, now))) throw invalid();
    const { userId } = await enter(kit, tx, { email: link.email });
    // Other links to the same account are still in the mailbox, and no longer needed.
    await voidLinks(tx, ofAddress, now);
    const method = link.purpose === 'local_owner' ? 'local' : 'magic_link';
    return { userId, token: await openSession(tx, now, { userId, method, client }) };
  });
  const user = await loadProfile(kit, signedIn.userId);
  return { status: 'signed_in', token: signedIn.token, user, return_to: link.return_to };
}
