/** The attribution of an install, as the app gets it. */
export interface AttributionData {
  /** The network, `LINK` for a campaign without one, or `ORGANIC`. */
  attributionSource: string;
  /** How the install was matched, such as `click_id`, `probabilistic` or `organic`. */
  matchType: string;
  /** Where the link leads in the app. */
  deeplink: string | null;
  /** null: organic. */
  campaignData: CampaignData | null;
}

export interface CampaignData {
  id: string;
  name: string;
  type: string;
  adNetwork: string | null;
  adNetworkCampaignId: string | null;
  adSetId: string | null;
  adSetName: string | null;
  adCreativeId: string | null;
  adCreativeName: string | null;
  groupName: string | null;
  assetGroupName: string | null;
  assetName: string | null;
  installedAt: string | null;
  storeClickAt: string | null;
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** Reads `data` of init, attribution-data and handle-deeplink; null: it holds no attribution. */
export function readAttribution(data: unknown): AttributionData | null {
  if (!isObject(data) || typeof data.attribution_source !== 'string') return null;
  const campaign = data.campaign_data;
  return {
    attributionSource: data.attribution_source,
    matchType: textOf(data.match_type) ?? 'organic',
    deeplink: textOf(data.deeplink),
    campaignData: isObject(campaign)
      ? (Object.fromEntries(
          Object.entries(campaign).map(([name, value]) => [camel(name), value]),
        ) as unknown as CampaignData)
      : null,
  };
}
