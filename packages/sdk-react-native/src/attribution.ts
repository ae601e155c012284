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
