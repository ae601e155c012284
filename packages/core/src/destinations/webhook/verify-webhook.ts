import { timingSafeEqual } from 'node:crypto';
import { signWebhook } from './sign-webhook.ts';

/** How far the clocks of sender and receiver may be apart, and how long a message can be sent again. */
const TOLERANCE_MS = 5 * 60 * 1000;
/** A sender that replaces its secret signs twice; more than that is no sender. */
const MOST_SIGNATURES = 5;

interface SignedMessage {
  id: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
  body: string;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Whether a message is of somebody who has one of the secrets, and recent.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function verifyWebhook(
  { id, timestamp, signature, body }: SignedMessage,
  secrets: readonly string[],
  now: Date,
): boolean {
  if (!id || id.length > 256 || !signature || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false;
  const sentAt = new Date(Number(timestamp) * 1000);
  if (Math.abs(now.getTime() - sentAt.getTime()) > TOLERANCE_MS) return false;
  const given = signature.split(' ').slice(0, MOST_SIGNATURES);
  const right = secrets.map(
    (secret) => signWebhook({ id, sentAt, body }, [secret])['webhook-signature'] ?? '',
  );
  return right.some((one) => given.filter((other) => isSame(one, other)).length > 0);
}
