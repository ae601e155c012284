import type { StorePlatform } from '@trailmark/contract/store-listings';

/** How the systems of phones and their stores are called. */
export const STORE_WORDS: Record<StorePlatform, { system: string; store: string }> = {
  IOS: { system: 'iOS', store: 'App Store' },
  ANDROID: { system: 'Android', store: 'Google Play' },
};
