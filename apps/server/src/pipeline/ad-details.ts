import type { ClaimedAd } from '@trailmark/core/attribution/claim';
import type { MetaReferrer } from '@trailmark/core/referrers/meta-referrer';

/** An ad in the words and ids of its network; what nobody named is null. */
export interface AdDetails {
  campaignId: string | null;
  campaignName: string | null;
  adSetId: string | null;
  adSetName: string | null;
  creativeId: string | null;
  creativeName: string | null;
}

interface Sources {
  /** Of the decision. */
  adSet: string | null;
  creative: string | null;
  /** What the network itself said, where that won. */
  claim: ClaimedAd | null;
  meta: MetaReferrer | null;
  /** What the link of the click was filled in with. */
  params: Record<string, string> | null;
}

/** What the network itself says counts before what the link of the ad was filled in with. */
export function adDetails({ adSet, creative, claim, meta, params }: Sources): AdDetails {
  return {
    campaignId: meta?.campaignId ?? claim?.campaignId ?? params?.campaign_id ?? null,
    campaignName: meta?.campaignName ?? claim?.campaignName ?? params?.campaign_name ?? null,
    adSetId: meta?.adSetId ?? claim?.adGroupId ?? params?.adset_id ?? null,
    adSetName: adSet ?? params?.adset_name ?? null,
    creativeId: meta?.adId ?? claim?.adId ?? params?.ad_id ?? params?.creative_id ?? null,
    creativeName: creative ?? params?.ad_name ?? null,
  };
}
