import type { Client } from './client.ts';
import type { Ports } from './ports.ts';
import { API, sendInTime } from './post.ts';
import type { Properties } from './wire.ts';

/** What a deep link leads to. */
export interface DeepLinkAnswer {
  /** Where to go in the app; null if the link is not one of Trailmark. */
  deeplink: string | null;
  is_trailmark: boolean;
  attribution: Properties | null;
}

const TRIES = 3;

/**
 * Calls that need their answer at once and go past the queue. What waits is sent first, so that the server knows the
 * install. Every try has the same event_id. Null: there was no answer, or consent does not allow the call.
 */
export async function ask<Answer>(
  ports: Ports,
  { client, token }: { client: Client; token: string },
  { call, fields }: { call: string; fields?: Properties },
): Promise<Answer | null> {
  const { now, schedule, random } = ports;
  const send = sendInTime(ports);
  const body = client.complete(call, fields);
  if (!body) return null;
  await client.flush();
  for (let tries = 1; ; tries++) {
    const text = JSON.stringify({ ...body, token, sent_at: new Date(now()) });
    const { status = 0, body: answer } = await send(API + call, text);
    if (status === 200) return (answer as { data?: Answer } | null)?.data ?? null;
    const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
    if (isFinal || tries === TRIES) return null;
    await new Promise<void>((resolve) => schedule(resolve, 1e3 * 2 ** tries * (0.5 + random() / 2)));
  }
}

/** A link opened the app. */
export const openDeepLink = (
  ports: Ports,
  target: { client: Client; token: string },
  url: string,
): Promise<DeepLinkAnswer | null> =>
  ask<DeepLinkAnswer>(ports, target, { call: 'handle-deeplink', fields: { deeplink_url: url } });
