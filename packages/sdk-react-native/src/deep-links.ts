import { ask } from '@trailmark/sdk-core/ask';
import type { DeeplinkData } from './links.ts';
import { readAttribution } from './read-attribution.ts';
import { openFields, type Running } from './start.ts';

interface Answer {
  deeplink?: unknown;
  is_trailmark?: unknown;
  attribution?: unknown;
}

/** A link is handled once, whether the SDK or the app notices it first. */
const SAME_OPEN_MS = 3000;

/** Reports a link that opened the app and asks where it leads. */
async function report(
  { ports, client, token, device, conversions }: Running,
  url: string,
): Promise<DeeplinkData> {
  const fields = { deeplink_url: url, device_data: device.get() };
  const answer = await ask<Answer>(ports, { client, token }, { call: 'handle-deeplink', fields });
  if (answer === null) {
    // Without an answer the app goes where the link says, and the open is reported when the server can be reached.
    client.init({ ...openFields(device.get()), device_data: device.get(), link: url });
    return { deeplink: url, isTrailmark: false, attribution: null };
  }
  conversions.read(answer);
  const isTrailmark = answer.is_trailmark === true;
  const target = typeof answer.deeplink === 'string' ? answer.deeplink : null;
  return {
    deeplink: isTrailmark ? target : url,
    isTrailmark,
    attribution: readAttribution(answer.attribution),
  };
}

export function createDeepLinks(now: () => number) {
  let last: { url: string; at: number; answer: Promise<DeeplinkData> } | null = null;
  return {
    /** Whether this open is handled already. */
    isHandled: (url: string) => last?.url === url && Math.abs(now() - last.at) < SAME_OPEN_MS,
    handle(running: Running, url: string): Promise<DeeplinkData> {
      if (last && this.isHandled(url)) return last.answer;
      last = { url, at: now(), answer: report(running, url) };
      return last.answer;
    },
  };
}
export type DeepLinks = ReturnType<typeof createDeepLinks>;
