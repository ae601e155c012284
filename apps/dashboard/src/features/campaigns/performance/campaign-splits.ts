import type { Values } from '@trailmark/contract/report-filter';
import { choiceParam } from '../../../address/address-params.ts';
import type { AddressSchema } from '../../../address/address-state.ts';
import { countryWords, placeKey, platformWords } from '../../../report/dimension-words.ts';
import type { FigureAsked } from '../../../report/figure-asked.ts';
import { drawable } from '../../../report/format-value.ts';
import type { CampaignDetails } from './campaign-details-query.ts';

export const CAMPAIGN_SPLITS = ['link', 'ad_set', 'creative', 'country', 'platform'] as const;
export type CampaignSplit = (typeof CAMPAIGN_SPLITS)[number];

export const SPLIT_WORDS: Record<CampaignSplit, string> = {
  link: 'Link',
  ad_set: 'Ad set',
  creative: 'Creative',
  country: 'Country',
  platform: 'Platform',
};

interface BreakdownState {
  split: CampaignSplit;
}

export const BREAKDOWN: AddressSchema<BreakdownState> = { split: choiceParam('split', CAMPAIGN_SPLITS) };
export const DEFAULT_BREAKDOWN: BreakdownState = { split: 'link' };

export interface SplitRow extends Pick<FigureAsked, 'filter'> {
  key: string;
  name: string;
  values: Values;
  previous: Values | null;
}

/** The parts of a campaign, each with its name and what its figures are narrowed to. */
export function splitRows(details: CampaignDetails, split: CampaignSplit, campaignId: string): SplitRow[] {
  if (split === 'link')
    return details.by_link.map(({ label, ...row }) => ({
      ...row,
      name: label || 'No link',
      filter: { campaigns: campaignId, link_id: row.key },
    }));
  if (split === 'country') {
    return details.by_country.map((row) => ({
      ...row,
      name: countryWords(row.key),
      filter: { campaigns: campaignId, countries: placeKey(row.key) },
    }));
  }
  if (split === 'platform') {
    return details.by_platform.map((row) => ({
      ...row,
      name: platformWords(row.key),
      filter: { campaigns: campaignId, platforms: placeKey(row.key) },
    }));
  }
  const none = split === 'ad_set' ? 'No ad set' : 'No creative';
  return details[`by_${split}`].map((row) => ({
    ...row,
    name: row.key || none,
    filter: { campaigns: campaignId, ...(split === 'ad_set' ? { ad_set: row.key } : { creative: row.key }) },
  }));
}

/** The largest of a figure first, or last; rows without a number come at the end. */
export function sortedBy<Row extends { values: Values }>(
  rows: readonly Row[],
  { metric, order }: { metric: string; order: 'asc' | 'desc' },
): Row[] {
  const sign = order === 'asc' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [first, second] = [drawable(a.values[metric]), drawable(b.values[metric])];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return sign * (first - second);
  });
}
