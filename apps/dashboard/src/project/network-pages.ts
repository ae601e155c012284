import type { NetworkKind } from '@trailmark/contract/network-accounts';

/** The page on which a network is connected: a part of its address. */
export const NETWORK_PAGES: Record<NetworkKind, string> = {
  META: 'meta',
  GOOGLE: 'google_ads',
  TIKTOK: 'tiktok',
  JIO_COUPONS: 'jio_coupons',
};
