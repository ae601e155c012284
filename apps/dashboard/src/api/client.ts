import { type Call, CallError, createCaller } from '@trailmark/contract/call';
import { browserStorage } from './browser-storage.ts';
import { storedToken } from './stored-session.ts';

export const API_TIMEOUT_MS = 30_000;

const lostListeners = new Set<() => void>();

/** Notifies when the server no longer accepts the stored token. */
export function onSessionLost(listener: () => void): void {
  lostListeners.add(listener);
}

const send = createCaller({
  baseUrl: '/api',
  timeoutMs: API_TIMEOUT_MS,
  token: () => storedToken(browserStorage),
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
