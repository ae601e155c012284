import { hash } from 'node:crypto';

/** Secrets are shown with this before them. */
export const SECRET_PREFIX = 'whsec_';

export interface WebhookMessage {
  /** The same for every attempt: the receiver recognises a repeat by it. */
  id: string;
  /** Of the attempt. */
  sentAt: Date;
  body: string;
}

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;

interface Key {
  inner: Buffer;
  outer: Buffer;
}

const MOST_KEYS = 1000;
const keys = new Map<string, Key>();

function makeKey(secret: string): Key {
  const given = Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64');
  const bytes = given.length > BLOCK_BYTES ? hash('sha256', given, 'buffer') : given;
  const padded = (pad: number) => Buffer.alloc(BLOCK_BYTES, pad).map((byte, n) => byte ^ (bytes[n] ?? 0));
  return { inner: Buffer.from(padded(0x36)), outer: Buffer.from(padded(0x5c)) };
}

function keyOf(secret: string): Key {
  const known = keys.get(secret);
  if (known) return known;
  if (keys.size >= MOST_KEYS) keys.clear();
  const key = makeKey(secret);
  keys.set(secret, key);
  return key;
}

/**
 * HMAC-SHA256 by its definition (https://www.rfc-editor.org/rfc/rfc2104), from two hashes: an object of node's for each
 * message would take a tenth of the time in which it is sent.
 */
function hmac({ inner, outer }: Key, text: string): string {
  const message = Buffer.allocUnsafe(BLOCK_BYTES + Buffer.byteLength(text));
  inner.copy(message);
  message.write(text, BLOCK_BYTES);
  const result = Buffer.allocUnsafe(BLOCK_BYTES + HASH_BYTES);
  outer.copy(result);
  hash('sha256', message, 'buffer').copy(result, BLOCK_BYTES);
  return hash('sha256', result, 'base64');
}

/**
 * The headers that prove where a message comes from and that nobody changed it. While a secret is being replaced there
 * are two, and a signature by each. https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signWebhook(
  { id, sentAt, body }: WebhookMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => `v1,${hmac(keyOf(secret), `${id}.${timestamp}.${body}`)}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
