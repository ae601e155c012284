import { createHmac } from 'node:crypto';

/** Secrets are shown with this before them. */
export const SECRET_PREFIX = 'whsec_';

export interface WebhookMessage {
  /** The same for every attempt: the receiver recognises a repeat by it. */
  id: string;
  /** Of the attempt. */
  sentAt: Date;
  body: string;
}

const keyOf = (secret: string) => Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64');

/**
 * The headers that prove where a message comes from and that nobody changed it. While a secret is being replaced there
 * are two, and a signature by each. https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signWebhook(
  { id, sentAt, body }: WebhookMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const signature = createHmac('sha256', keyOf(secret))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
    return `v1,${signature}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
