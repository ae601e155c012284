import { address, type Call, CallError, createCaller, type Input } from '@trailmark/contract/call';
import type { Route } from '@trailmark/contract/route';
import { browserStorage } from './browser-storage.ts';
import { API_TIMEOUT_MS, askEarly, fetchOrTake } from './early-answers.ts';
import { storedToken } from './stored-token.ts';

const BASE_URL = '/api';

const lostListeners = new Set<() => void>();

/** Notifies when the server no longer accepts the stored token. */
export function onSessionLost(listener: () => void): void {
  lostListeners.add(listener);
}

const send = createCaller({
  baseUrl: BASE_URL,
  timeoutMs: API_TIMEOUT_MS,
  token: () => storedToken(browserStorage),
  fetch: (url, init = {}) => fetchOrTake(String(url), init),
});

/** Every call of the dashboard goes through here. */
export const call: Call = async (route, input) => {
  const token = storedToken(browserStorage);
  try {
    return await send(route, input);
  } catch (error) {
    const refused = error instanceof CallError && error.code === 'not_signed_in';
    // A late answer to an older token must not end the session that replaced it.
    if (refused && token !== null && token === storedToken(browserStorage)) {
      for (const listener of lostListeners) listener();
    }
    throw error;
  }
};

/** Begins a call that only reads, before what needs its answer is drawn. */
export function callEarly<R extends Route>(route: R, input: Input<R>): void {
  askEarly(BASE_URL + address(route, input));
}
