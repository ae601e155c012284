import type { AttributionData, ConversionAnswer, Opened } from '@trailmark/contract/client';
import { ORGANIC } from '@trailmark/contract/networks';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { creditAt } from '../../pipeline/credit.ts';
import type { Group, InstallState, Item } from '../../pipeline/group.ts';
import { wholeSeconds } from '../../platform/clock.ts';
import type { CampaignNames } from './campaign-names.ts';

/** A campaign of ours on no network: an e-mail, a QR code, a partner's page. */
const NO_NETWORK = 'NONE';
const LINK = 'LINK';

async function campaignData(names: CampaignNames, install: InstallState, now: Date) {
  const credit = creditAt(install, now);
  if (credit.network === ORGANIC) return { source: ORGANIC, data: null };
  const hasNetwork = credit.network !== NO_NETWORK;
  const [campaign, ad] = await Promise.all([
    credit.campaignId === NO_ID ? null : names.find(install.projectId, credit),
    hasNetwork ? names.findAd(install) : null,
  ]);
  const source = hasNetwork ? (campaign?.networkName ?? credit.network) : LINK;
  const adSet = campaign?.adSet ?? ad?.adSetName ?? null;
  const creative = campaign?.creative ?? ad?.creativeName ?? null;
  return {
    source,
    data: {
      // Texts, whatever happens: a client that finds none loses the whole answer.
      id: campaign?.displayId ?? ad?.campaignId ?? source,
      name: campaign?.name ?? ad?.campaignName ?? source,
      type: 'INORGANIC' as const,
      ad_network: hasNetwork ? credit.network : null,
      ad_network_campaign_id: ad?.campaignId ?? null,
      ad_set_id: ad?.adSetId ?? null,
      ad_set_name: adSet,
      ad_creative_id: ad?.creativeId ?? null,
      ad_creative_name: creative,
      group_name: adSet,
      asset_group_name: null,
      asset_name: creative,
      installed_at: install.installedAt && wholeSeconds(install.installedAt),
      store_click_at: install.touchedAt && wholeSeconds(install.touchedAt),
    },
  };
}

/** Who brought an install, as an app hears it. */
export async function attributionAnswer(
  names: CampaignNames,
  install: InstallState,
  { now, advertisingId }: { now: Date; advertisingId: string | null },
): Promise<AttributionData> {
  const { source, data } = await campaignData(names, install, now);
  return {
    attribution_source: source,
    match_type: install.matchType ?? 'organic',
    deeplink: install.deepLink,
    campaign_data: data,
    gaid: install.platform === 'android' ? advertisingId : null,
    idfa: install.platform === 'ios' ? advertisingId : null,
  };
}

/** The wire names the fields of SKAN inside `data`; without a schema there is nothing to do for the app. */
const NOTHING: ConversionAnswer = {};

/** What the app of an item is to register with Apple. */
export function conversionAnswer(group: Group, item: Item): ConversionAnswer {
  const value = group.conversionValues?.get(item.installId);
  if (!value) return NOTHING;
  return {
    fine_conversion_value: value.fine,
    coarse_conversion_value: value.coarse,
    lock_postback: value.lock,
  };
}

/** The same for an open that is stored. */
export async function initAnswer(names: CampaignNames, group: Group, item: Item): Promise<Opened> {
  const attribution = await attributionAnswer(names, group.installOf(item), {
    now: item.receivedAt,
    advertisingId: item.device?.advertisingId ?? null,
  });
  return group.conversionValues ? { ...attribution, ...conversionAnswer(group, item) } : attribution;
}
