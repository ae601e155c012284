import type { NoResponse } from './deliver-items.ts';
import type { Destination, OutboundRequest, OutboundResponse } from './destination.ts';
import { wordsOf } from './judge-status.ts';

/** A request without events: what a tool answers shows whether it accepts the credentials. */
export function checkRequest<Config, Item>(
  destination: Destination<Config, Item>,
  config: Config,
  now: Date,
): OutboundRequest | undefined {
  return destination.requests([], config, now).at(-1)?.request;
}

export type CheckedCredentials = 'accepted' | { refused: string } | { unclear: string };

/** Amplitude has no status of its own for it. https://amplitude.com/docs/apis/analytics/http-v2 */
const INVALID_KEY = /invalid api key/i;

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    // A page of a proxy, for example.
    return false;
  }
}

/** Other faults are about the request that has no events, so that the tool has accepted the credentials by then. */
export function judgeCheck(response: OutboundResponse | NoResponse): CheckedCredentials {
  if ('failed' in response) return { unclear: response.failed };
  const { status } = response;
  if (status === 401 || status === 403 || INVALID_KEY.test(response.body)) {
    return { refused: `answered ${status}: ${wordsOf(response)}` };
  }
  if (status === 404) return { refused: 'answered 404: there is no such tool at this address' };
  if (status < 300 && !isJson(response.body)) return { unclear: 'the answer is not from the tool' };
  const isUnclear = status >= 500 || status === 408 || status === 429 || (status >= 300 && status < 400);
  return isUnclear ? { unclear: `answered ${status}` } : 'accepted';
}
