import type { Reply } from '@trailmark/sdk-core/ports';
import { type SigningKey, signRequest } from './sign-request.ts';

/** The part of fetch that is used. */
export type Fetch = (
  url: string,
  init: { method: 'POST'; headers: Record<string, string>; body: string },
) => Promise<{
  status: number;
  headers: { get(name: string): string | null };
  json(): Promise<unknown>;
}>;

interface Transport {
  fetch: Fetch;
  now(): number;
  endpoint: string;
  signingKey: SigningKey | null;
}

/** Below this a difference of clocks is not corrected: the header has whole seconds, and the request takes time. */
const SKEW_MS = 60_000;

/**
 * Posts to the server, signed if there is a key. A signature holds for five minutes: the clock of a phone that is wrong
 * is corrected by that of the server, and a request that was refused for it is signed and sent again.
 */
export function createTransport({ fetch, now, endpoint, signingKey }: Transport) {
  const base = endpoint.replace(/\/+$/, '');
  let skewMs = 0;

  const post = async (path: string, body: string) => {
    const signature = signingKey ? signRequest(signingKey, { path, body, now: now() + skewMs }) : {};
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json', ...signature };
    return await fetch(base + path, { method: 'POST', headers, body });
  };
  const learnSkew = (date: string | null): boolean => {
    const measured = Date.parse(date ?? '') - now();
    if (Number.isNaN(measured) || Math.abs(measured - skewMs) < SKEW_MS) return false;
    skewMs = measured;
    return true;
  };

  return async (path: string, body: string): Promise<Reply> => {
    let answer = await post(path, body);
    if (signingKey && answer.status === 401 && learnSkew(answer.headers.get('date'))) {
      answer = await post(path, body);
    }
    const parsed = await answer.json().catch(() => null);
    const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN);
    return { status: answer.status, retryAfter: Number.isNaN(retryAfter) ? null : retryAfter, body: parsed };
  };
}
