import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { publicKey, type SkanKeys, testKeys } from '@trailmark/core/skan/keys';
import { z } from 'zod';
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { Secrets } from '../../../platform/secrets.ts';

/** The header by which a test postback brings the key that it is signed with. */
export const TEST_HEADER = 'x-trailmark-skan-test';

const LASTS_MS = 5 * MINUTE_MS;
const LONGEST = 1000;

const Ticket = z.object({ projectId: z.string(), key: z.string(), until: z.number() });

/** Lets postbacks of one project in that are signed with this key, for some minutes; they never count. */
export function makeTestTicket(
  secrets: Secrets,
  { projectId, key, now }: { projectId: string; key: KeyObject; now: Date },
): string {
  const spki = key.export({ format: 'der', type: 'spki' }).toString('base64');
  return secrets.seal('skan', { projectId, key: spki, until: now.getTime() + LASTS_MS });
}

/** The project and the keys of a ticket that is ours and not over; null for any other. */
export function readTestTicket(
  secrets: Secrets,
  text: string,
  now: Date,
): { projectId: string; keys: SkanKeys } | null {
  if (text.length > LONGEST) return null;
  const ticket = Ticket.safeParse(secrets.open('skan', text));
  if (!ticket.success || ticket.data.until < now.getTime()) return null;
  const key = publicKey(ticket.data.key);
  return { projectId: ticket.data.projectId, keys: testKeys({ current: key, development: key }) };
}

/** The field of a body that asks which server answers, instead of a postback. */
export const CHECK_FIELD = 'trailmark-check';

/** Only an installation with our key can say this: the set-up check listens for it. */
export function makeCheckProof(secrets: Secrets, nonce: string): string {
  return createHmac('sha256', secrets.macKey('skan')).update(`check ${nonce}`).digest('base64url');
}

export function isCheckProof(secrets: Secrets, nonce: string, given: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(makeCheckProof(secrets, nonce))];
  return one.length === other.length && timingSafeEqual(one, other);
}
