import type { Network } from '@trailmark/contract/campaigns';

export const NETWORK_WORDS: Record<Network, string> = {
  NONE: 'No network',
  META: 'Meta',
  GOOGLE: 'Google',
  TIKTOK: 'TikTok',
  JIO_COUPONS: 'Jio coupons',
  OTHER: 'Other',
};

/** Where a campaign is bought, by the name that people gave it where we know none. */
export function networkName({ network, network_name }: { network: Network; network_name: string | null }) {
  return network === 'OTHER' && network_name ? network_name : NETWORK_WORDS[network];
}
