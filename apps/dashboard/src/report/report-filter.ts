import { PLATFORM_KEYS } from '@trailmark/contract/report-filter';
import { choicesParam, codesParam, nameParam, optionalParam, textParam } from '../address/address-params.ts';
import type { AddressSchema } from '../address/address-state.ts';
import type { MetricFilter } from './metric-filter.ts';

/** The filters of a screen. */
export interface ReportFilter {
  network: string | null;
  campaign: string | null;
  countries: readonly string[];
  platforms: readonly string[];
}

export const NO_FILTER: ReportFilter = { network: null, campaign: null, countries: [], platforms: [] };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const REPORT_FILTER: AddressSchema<ReportFilter> = {
  network: optionalParam('network', textParam('network', 40)),
  campaign: optionalParam(
    'campaign',
    nameParam('campaign', (id) => UUID.test(id)),
  ),
  countries: codesParam('countries', 8),
  platforms: choicesParam<string>('platforms', PLATFORM_KEYS),
};

/** As the calls take it. */
export function filterQuery(filter: ReportFilter): MetricFilter {
  const { network, campaign, countries, platforms } = filter;
  return {
    networks: network ?? undefined,
    campaigns: campaign ?? undefined,
    countries: countries.join(',') || undefined,
    platforms: platforms.join(',') || undefined,
  };
}

/** Only those filters that are named. */
export function pickFilters(filter: ReportFilter, names: readonly (keyof ReportFilter)[]): ReportFilter {
  return { ...NO_FILTER, ...Object.fromEntries(names.map((name) => [name, filter[name]])) };
}

export function isNarrowed(filter: ReportFilter): boolean {
  return Object.values(filterQuery(filter)).some((value) => value !== undefined);
}
