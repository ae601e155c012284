import type { PostbackSigner } from '../apple/postback-signer.ts';
import { type Endpoint, sendUntilTaken } from './phone.ts';
import type { TimedCall } from './send-in-order.ts';
import { type DemoPostback, developmentPostbacks } from './skan-postbacks.ts';

const PATHS = {
  skan: '/.well-known/skadnetwork/report-attribution/',
  kit: '/.well-known/appattribution/report-attribution/',
};

/** Sends a postback as a phone does: to the public address, without a key. */
export async function sendAsDevice(
  { wire }: Pick<Endpoint, 'wire'>,
  body: Record<string, unknown>,
  { address, at }: { address?: string; at?: number } = {},
): Promise<void> {
  const path = 'jws-string' in body ? PATHS.kit : PATHS.skan;
  const headers = address ? { 'x-forwarded-for': address } : {};
  await sendUntilTaken('A postback', () => wire({ method: 'POST', path, headers, body, at }));
}

/** Each phone has an address of its own. */
const addressAt = (index: number) => `49.36.${1 + (index % 250)}.${1 + (Math.floor(index / 250) % 250)}`;

/** All postbacks of the demo, each at its time; those of phones in developer mode come at the end. */
export function postbackCalls(
  endpoint: Endpoint,
  postbacks: readonly DemoPostback[],
  { signer, until }: { signer: PostbackSigner; until: number },
): TimedCall[] {
  const development = developmentPostbacks(signer).map((body) => ({ at: until - 1, body }));
  return [...postbacks, ...development].map(({ at, body }, index) => ({
    at,
    lane: null,
    send: () => sendAsDevice(endpoint, body, { address: addressAt(index), at }),
  }));
}
