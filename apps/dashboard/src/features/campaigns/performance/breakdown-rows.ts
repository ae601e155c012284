import type { Values } from '@trailmark/contract/report-filter';
import { choiceParam } from '../../../address/address-params.ts';
import type { AddressSchema } from '../../../address/address-state.ts';
import { changeSize } from '../../../report/change-sort.tsx';
import { countryWords, dimensionKey, platformWords } from '../../../report/dimension-words.ts';
import { drawable } from '../../../report/format-value.ts';
import type { OpenedMetric } from '../../../report/metric-filter.ts';
import type { CampaignDetails } from './campaign-details-query.ts';

export const BREAKDOWN_DIMENSIONS = ['link', 'ad_set', 'creative', 'country', 'platform'] as const;
export type BreakdownDimension = (typeof BREAKDOWN_DIMENSIONS)[number];

export const DIMENSION_WORDS: Record<BreakdownDimension, string> = {
  link: 'Link',
  ad_set: 'Ad set',
  creative: 'Creative',
  country: 'Country',
  platform: 'Platform',
};

interface BreakdownState {
  dimension: BreakdownDimension;
}

export const BREAKDOWN: AddressSchema<BreakdownState> = {
  dimension: choiceParam('split', BREAKDOWN_DIMENSIONS),
};
export const DEFAULT_BREAKDOWN: BreakdownState = { dimension: 'link' };

export interface BreakdownRow extends Pick<OpenedMetric, 'filter'> {
  key: string;
  name: string;
  values: Values;
  previous: Values | null;
}

/** The rows of a breakdown, each with its name and the filter of its metrics. */
export function breakdownRows(
  details: CampaignDetails,
  dimension: BreakdownDimension,
  campaignId: string,
): BreakdownRow[] {
  if (dimension === 'link')
    return details.by_link.map(({ label, ...row }) => ({
      ...row,
      name: label || 'No link',
      filter: { campaigns: campaignId, link_id: row.key },
    }));
  if (dimension === 'country') {
    return details.by_country.map((row) => ({
      ...row,
      name: countryWords(row.key),
      filter: { campaigns: campaignId, countries: dimensionKey(row.key) },
    }));
  }
  if (dimension === 'platform') {
    return details.by_platform.map((row) => ({
      ...row,
      name: platformWords(row.key),
      filter: { campaigns: campaignId, platforms: dimensionKey(row.key) },
    }));
  }
  const none = dimension === 'ad_set' ? 'No ad set' : 'No creative';
  return details[`by_${dimension}`].map((row) => ({
    ...row,
    name: row.key || none,
    filter: {
      campaigns: campaignId,
      ...(dimension === 'ad_set' ? { ad_set: row.key } : { creative: row.key }),
    },
  }));
}

export interface Sorting {
  metric: string;
  order: 'asc' | 'desc';
  /** By how far the metric moved, whether up or down. */
  isByChange: boolean;
}

/** The largest of a metric first, or last; rows without a number come at the end. */
export function sortedBy<Row extends { values: Values; previous: Values | null }>(
  rows: readonly Row[],
  { metric, order, isByChange }: Sorting,
): Row[] {
  if (isByChange) return [...rows].sort((a, b) => changeSize(b, metric) - changeSize(a, metric));
  const sign = order === 'asc' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [first, second] = [drawable(a.values[metric]), drawable(b.values[metric])];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return sign * (first - second);
  });
}
