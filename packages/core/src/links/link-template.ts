import type { Network } from '@trailmark/contract/networks';

/** Parameters that a click is stored with, and the macro that the network fills in for each. */
type Macros = readonly (readonly [parameter: string, macro: string])[];

/** https://www.facebook.com/business/help/2360940870872492: Meta adds `fbclid` by itself. */
const META: Macros = [
  ['campaign_id', '{{campaign.id}}'],
  ['adset_id', '{{adset.id}}'],
  ['ad_id', '{{ad.id}}'],
  ['campaign_name', '{{campaign.name}}'],
  ['adset_name', '{{adset.name}}'],
  ['ad_name', '{{ad.name}}'],
  ['placement', '{{placement}}'],
];

/** https://support.google.com/google-ads/answer/6305348: with auto-tagging Google adds `gbraid` and `wbraid` by itself. */
const GOOGLE: Macros = [
  ['campaign_id', '{campaignid}'],
  ['adset_id', '{adgroupid}'],
  ['ad_id', '{creative}'],
  ['placement', '{placement}'],
  ['utm_term', '{keyword}'],
  ['gclid', '{gclid}'],
];

/** https://ads.tiktok.com/help/article?aid=6669666107177041925 and https://ads.tiktok.com/help/article/tiktok-click-id */
const TIKTOK: Macros = [
  ['campaign_id', '__CAMPAIGN_ID__'],
  ['adset_id', '__AID__'],
  ['ad_id', '__CID__'],
  ['campaign_name', '__CAMPAIGN_NAME__'],
  ['adset_name', '__AID_NAME__'],
  ['ad_name', '__CID_NAME__'],
  ['placement', '__PLACEMENT__'],
  ['ttclid', '__CLICKID__'],
  ['click_id', '__CALLBACK_PARAM__'],
];

/** Our own contract: what comes back in postbacks under the same names. */
const COUPONS: Macros = [
  ['clid', '{click_id}'],
  ['coupon', '{coupon_code}'],
  ['pub_id', '{pub_id}'],
  ['gaid', '{gaid}'],
  ['idfa', '{idfa}'],
];

const AFFILIATES: Macros = [
  ['click_id', '{click_id}'],
  ['aff_id', '{aff_id}'],
  ['pub_id', '{pub_id}'],
  ['offer_id', '{offer_id}'],
  ['creative_id', '{creative_id}'],
  ['gaid', '{gaid}'],
  ['idfa', '{idfa}'],
  ...[1, 2, 3, 4, 5].map((n) => [`sub${n}`, `{sub${n}}`] as const),
];

const MACROS = new Map<string, Macros>(
  Object.entries({ META, GOOGLE, TIKTOK, JIO_COUPONS: COUPONS, OTHER: AFFILIATES } satisfies Partial<
    Record<Network, Macros>
  >),
);

/** The query of a link for ads of a network, with its macros as they are: encoded, nobody would fill them in. */
export function linkParameters(network: string): string | null {
  const macros = MACROS.get(network);
  return macros ? macros.map(([name, macro]) => `${name}=${macro}`).join('&') : null;
}
