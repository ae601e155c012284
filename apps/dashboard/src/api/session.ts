import { CallError } from '@trailmark/contract/call';
import type { SignedIn } from '@trailmark/contract/sign-in';
import { logout, type User, verifyUser } from '@trailmark/contract/users';
import { browserStorage } from './browser-storage.ts';
import { call, onSessionLost } from './client.ts';
import { observable, useObservable } from './observable.ts';
import { queryClient } from './query-client.ts';
import { restoreSession, STORED, storedUser, storeSession, storeUser } from './stored-session.ts';
import { storedToken } from './stored-token.ts';

export type SessionState =
  /** Who left by choice need not come back to the same page. */
  | { status: 'signed_out'; how: 'never_in' | 'left' | 'expired' }
  /** `user` is the stored one until the check has replaced it. */
  | {
      status: 'signed_in';
      user: User | null;
      check: 'running' | 'done' | 'failed';
      failure: CallError | null;
    };

const session = observable<SessionState>({ status: 'signed_out', how: 'never_in' });

function forget(how: 'left' | 'expired'): void {
  browserStorage.clear();
  queryClient.clear();
  session.set({ status: 'signed_out', how });
}

onSessionLost(() => forget('expired'));

/** Takes over a user that the server has just answered with. */
export function replaceUser(user: User): void {
  if (storedToken(browserStorage) === null) return;
  storeUser(browserStorage, user);
  session.set({ status: 'signed_in', user, check: 'done', failure: null });
}

/** Loads who is signed in from the server; the response replaces the stored user. */
export async function verifySession(): Promise<void> {
  const before = session.get();
  if (before.status === 'signed_out') return;
  if (before.check === 'failed') session.set({ ...before, check: 'running', failure: null });
  try {
    replaceUser(await call(verifyUser, {}));
  } catch (error) {
    const now = session.get();
    if (now.status === 'signed_out') return;
    const failure = error instanceof CallError ? error : new CallError(String(error), 0, null);
    session.set({ ...now, check: 'failed', failure });
    throw error;
  }
}

/** Signing in or out in another tab holds here too. */
function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && key !== STORED.token && key !== STORED.user) return;
    if (storedToken(browserStorage) === null) return forget('left');
    const user = storedUser(browserStorage);
    const before = session.get();
    if (user === null) return;
    if (before.status === 'signed_out' || before.user?.id !== user.id) queryClient.clear();
    session.set({ status: 'signed_in', user, check: 'done', failure: null });
  });
}

/** Once per page load: restores what is stored, then has it verified. */
export function loadSession(): void {
  const restored = restoreSession(browserStorage);
  followOtherTabs();
  if (restored === null) return;
  session.set({ status: 'signed_in', user: restored.user, check: 'running', failure: null });
  // A failure is kept in the state, where the screens show it.
  verifySession().catch(() => undefined);
}

export function readToken(): string | null {
  return storedToken(browserStorage);
}

export function startSession(signedIn: SignedIn): void {
  queryClient.clear();
  storeSession(browserStorage, signedIn);
  session.set({ status: 'signed_in', user: signedIn.user, check: 'done', failure: null });
}

export async function endSession(): Promise<void> {
  // Sent with the token that the next line forgets; the person is signed out even when it does not arrive.
  const loggedOut = call(logout, {}).catch(() => undefined);
  forget('left');
  await loggedOut;
}

export function useSession(): SessionState {
  return useObservable(session);
}

export function watchSession(listener: (state: SessionState) => void): () => void {
  return session.subscribe(() => listener(session.get()));
}

export function readSession(): SessionState {
  return session.get();
}

/** The signed-in person; only inside the signed-in part of the dashboard. */
export function useUser(): User {
  const state = useSession();
  if (state.status === 'signed_out' || state.user === null) throw new Error('You are not signed in.');
  return state.user;
}

export function useRefreshUser(): () => Promise<void> {
  return verifySession;
}
