import type { SignedIn } from '@trailmark/contract/sign-in';
import type { User } from '@trailmark/contract/users';
import { isUser } from './is-user.ts';
import { parsed, storedToken, TOKEN_KEY } from './stored-token.ts';

/** The keys of local storage; their names are part of the specification. */
export const STORED = {
  token: TOKEN_KEY,
  user: 'user',
  lastSelectedProject: 'last_selected_project',
  announcementsSeen: 'feature_announcements_seen',
  theme: 'theme',
  paletteRecent: 'palette_recent',
  shortcutsOff: 'shortcuts_off',
} as const;

export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

export interface RestoredSession {
  token: string;
  /** Null when none is stored, or when it has the shape of an older version. */
  user: User | null;
}

export function storedUser(store: KeyValueStore): User | null {
  const user = parsed(store.getItem(STORED.user));
  return isUser(user) ? user : null;
}

/** What a page load starts from: without a token everything that is stored is cleared. */
export function restoreSession(store: KeyValueStore): RestoredSession | null {
  const token = storedToken(store);
  if (token === null) {
    store.clear();
    return null;
  }
  return { token, user: storedUser(store) };
}

export function storeUser(store: KeyValueStore, user: User): void {
  store.setItem(STORED.user, JSON.stringify(user));
}

export function storeSession(store: KeyValueStore, { token, user }: Pick<SignedIn, 'token' | 'user'>): void {
  store.setItem(STORED.token, JSON.stringify(token));
  storeUser(store, user);
}
