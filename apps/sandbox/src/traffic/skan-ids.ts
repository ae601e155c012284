import type { CampaignIdea } from './campaigns.data.ts';

/** Ad network ids of the demo's networks; the first three are the networks' own. */
const NETWORK_IDS: Partial<Record<CampaignIdea['network'], string>> = {
  META: 'v9wttpbfk9.skadnetwork',
  GOOGLE: 'cstr6suwn9.skadnetwork',
  TIKTOK: 'mj797d8u6f.skadnetwork',
  OTHER: 'demodsp042.skadnetwork',
};

/** By which postbacks name a campaign. */
export interface SkanIds {
  networkId: string;
  /** Four digits, since version 4.0. */
  sourceIdentifier: string;
  /** Before. */
  campaignNumber: number;
}

/** Campaign 3 of the list has the last digits of the first: what a short identifier leaves open. */
const SHARED = 3;

/** The ids of the campaign at an index; null: its network sends no postbacks. */
export function skanIdsOf({ network, only }: CampaignIdea, index: number): SkanIds | null {
  const networkId = NETWORK_IDS[network];
  if (!networkId || only === 'ANDROID') return null;
  const digits = index === SHARED ? 6100 : 5100 + ((index * 137) % 900);
  return { networkId, sourceIdentifier: String(digits), campaignNumber: index + 1 };
}
