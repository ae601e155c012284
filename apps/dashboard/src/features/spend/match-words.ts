import type { NetworkAd } from '@trailmark/contract/network-spend';
import { fullValue } from '../../report/format-value.ts';
import { listInWords } from '../../words/list-in-words.ts';

export const MATCHED_BY_WORDS: Record<NonNullable<NetworkAd['matched_by']>, string> = {
  hand: 'Manually',
  click: 'By click ids',
  name: 'Same name',
};

export const LEVEL_WORDS: Record<NetworkAd['level'], string> = {
  campaign: 'Campaign',
  ad_set: 'Ad set',
  ad: 'Ad',
};

/** What an ad of a network belongs to. */
export interface AdMatch {
  campaign: { campaign_id: string; name: string } | null;
  link_id: string | null;
  ignored: boolean;
}

export const matchOf = ({ campaign, link, ignored }: NetworkAd): AdMatch => ({
  campaign,
  link_id: link?.link_id ?? null,
  ignored,
});

/** Whether anybody or anything has said whose it is. */
export const isSettled = ({ campaign, ignored }: Pick<NetworkAd, 'campaign' | 'ignored'>) =>
  campaign !== null || ignored;

/** "₹12,400.00 and US$3.00"; nothing where it cost nothing. */
export function spentWords({ spent }: Pick<NetworkAd, 'spent'>): string | null {
  const amounts = spent.filter(({ amount }) => Number(amount) !== 0);
  if (amounts.length === 0) return null;
  return listInWords(
    amounts.map(({ amount, currency }) => fullValue({ unit: 'money' }, amount, { currency })),
    'and',
  );
}

/** What has moved after a match. */
export function movedWords(ad: NetworkAd, match: AdMatch): { title: string; description: string } {
  const spent = spentWords(ad);
  const moved = spent ? `${spent} of the last 30 days` : 'What it costs';
  if (match.ignored) {
    return {
      title: `${ad.name} is ignored`,
      description: `${moved} is left out of every campaign, and so are earlier days.`,
    };
  }
  if (match.campaign) {
    return {
      title: `${ad.name} belongs to ${match.campaign.name}`,
      description: `${moved} now counts there, and so do earlier days.`,
    };
  }
  const where = ad.level === 'campaign' ? 'for no campaign' : 'with the level above';
  return { title: `${ad.name} is not matched any more`, description: `${moved} counts ${where}.` };
}

/** Ad sets in the order of the answer, each followed by its ads; ads without their ad set come last. */
export function adsBelow(items: readonly NetworkAd[]): NetworkAd[] {
  const adSets = items.filter(({ level }) => level === 'ad_set');
  const adsOf = (id: string | null) =>
    items.filter(({ level, network_ad_set_id }) => level === 'ad' && network_ad_set_id === id);
  const known = new Set(adSets.map(({ network_ad_set_id }) => network_ad_set_id));
  const others = items.filter(
    ({ level, network_ad_set_id }) => level === 'ad' && !known.has(network_ad_set_id),
  );
  return [...adSets.flatMap((adSet) => [adSet, ...adsOf(adSet.network_ad_set_id)]), ...others];
}

export const adKey = (ad: NetworkAd) =>
  [ad.kind, ad.ad_account_id, ad.network_campaign_id, ad.network_ad_set_id, ad.network_ad_id].join(' ');
