import { PLATFORM_KEYS } from '@trailmark/contract/report-filter';
import { addressList, addressText } from '../address/address-text.ts';
import type { FigureFilter } from './figure-asked.ts';

/** What a screen is narrowed to, as its address says. */
export interface ReportFilter {
  network: string | null;
  campaign: string | null;
  countries: readonly string[];
  platforms: readonly string[];
}

export const NO_FILTER: ReportFilter = { network: null, campaign: null, countries: [], platforms: [] };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whatever makes no sense in an address is not there. */
export function readReportFilter(address: Record<string, unknown>): ReportFilter {
  const campaign = addressText(address.campaign, 36);
  return {
    network: addressText(address.network, 40) || null,
    campaign: UUID.test(campaign) ? campaign : null,
    countries: addressList(address.countries).filter((code) => code.length <= 8),
    platforms: PLATFORM_KEYS.filter((key) => addressList(address.platforms).includes(key)),
  };
}

/** As it stands in the address. */
export function writeReportFilter({ network, campaign, countries, platforms }: ReportFilter) {
  return {
    network: network ?? undefined,
    campaign: campaign ?? undefined,
    countries: countries.join(',') || undefined,
    platforms: platforms.join(',') || undefined,
  };
}

/** As the calls take it. */
export function filterAsked(filter: ReportFilter): FigureFilter {
  const { network: networks, campaign: campaigns, countries, platforms } = writeReportFilter(filter);
  return { networks, campaigns, countries, platforms };
}

export function isNarrowed(filter: ReportFilter): boolean {
  return Object.values(writeReportFilter(filter)).some((value) => value !== undefined);
}
