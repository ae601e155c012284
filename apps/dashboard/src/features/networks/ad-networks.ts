import type { NetworkKind } from '@trailmark/contract/network-accounts';

/** Networks that somebody signs in to. */
export type AdNetwork = Exclude<NetworkKind, 'JIO_COUPONS'>;

export interface AdNetworkFacts {
  /** Its page: a part of the address. */
  slug: 'meta' | 'google_ads' | 'tiktok';
  label: string;
  /** What it is for, in a few words. */
  text: string;
  /** What is imported. */
  account: string;
  /** What an account needs before it is sent anything. */
  destination: string;
}

export const AD_NETWORKS: Record<AdNetwork, AdNetworkFacts> = {
  META: {
    slug: 'meta',
    label: 'Meta',
    text: 'Ads on Facebook and Instagram.',
    account: 'ad account',
    destination: 'dataset',
  },
  GOOGLE: {
    slug: 'google_ads',
    label: 'Google Ads',
    text: 'Ads on Search, YouTube and Google Play.',
    account: 'account',
    destination: 'link',
  },
  TIKTOK: {
    slug: 'tiktok',
    label: 'TikTok',
    text: 'Ads on TikTok.',
    account: 'pixel',
    destination: 'pixel',
  },
};

export const ALL_NETWORKS = Object.keys(AD_NETWORKS) as AdNetwork[];

/** Of an address; null where there is no such network. */
export function networkAt(slug: string): AdNetwork | null {
  return ALL_NETWORKS.find((kind) => AD_NETWORKS[kind].slug === slug) ?? null;
}

export const pageOf = (kind: AdNetwork) => `/integrations/${AD_NETWORKS[kind].slug}` as const;
