import type { CreditedNetwork, Network } from './networks.ts';

export const NETWORK_WORDS: Record<CreditedNetwork, string> = {
  ORGANIC: 'Organic',
  NONE: 'No network',
  META: 'Meta',
  GOOGLE: 'Google',
  TIKTOK: 'TikTok',
  JIO_COUPONS: 'Jio coupons',
  OTHER: 'Other',
  APPLE: 'Apple Ads',
};

/** Where a campaign is bought, by the name that people gave it where we know none. */
export function networkName({ network, network_name }: { network: Network; network_name: string | null }) {
  return network === 'OTHER' && network_name ? network_name : NETWORK_WORDS[network];
}
