import { PLATFORM_KEYS } from '@trailmark/contract/report-filter';

/** Which people are listed, as the address says. */
export interface PeopleView {
  search: string;
  network: string | null;
  campaign: string | null;
  countries: readonly string[];
  platforms: readonly string[];
  /** Only those with a plausibility finding. */
  suspicious: boolean;
}

export const NO_PEOPLE_FILTERS: PeopleView = {
  search: '',
  network: null,
  campaign: null,
  countries: [],
  platforms: [],
  suspicious: false,
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A number or a word such as "true" in the address is not text to the router. */
function text(value: unknown, most: number): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).slice(0, most) : '';
}

function list(value: unknown): string[] {
  return [...new Set(text(value, 2000).split(',').filter(Boolean))];
}

/** Whatever makes no sense in an address is not there. */
export function readPeopleView(address: Record<string, unknown>): PeopleView {
  const campaign = text(address.campaign, 36);
  return {
    search: text(address.q, 256),
    network: text(address.network, 40) || null,
    campaign: UUID.test(campaign) ? campaign : null,
    countries: list(address.countries).filter((code) => code.length <= 8),
    platforms: PLATFORM_KEYS.filter((key) => list(address.platforms).includes(key)),
    suspicious: address.suspicious === true || address.suspicious === 1,
  };
}

/** As it stands in the address, where the usual is left out. */
export function writePeopleView(view: PeopleView) {
  return {
    q: view.search || undefined,
    network: view.network ?? undefined,
    campaign: view.campaign ?? undefined,
    countries: view.countries.join(',') || undefined,
    platforms: view.platforms.join(',') || undefined,
    suspicious: view.suspicious || undefined,
  };
}

/** As the call takes it. */
export function peopleAsked(view: PeopleView) {
  return {
    search: view.search || undefined,
    networks: view.network ?? undefined,
    campaigns: view.campaign ?? undefined,
    countries: view.countries.join(',') || undefined,
    platforms: view.platforms.join(',') || undefined,
    suspicious: view.suspicious ? 'true' : undefined,
  };
}

export function isPeopleFiltered(view: PeopleView): boolean {
  return Object.values(writePeopleView(view)).some((value) => value !== undefined);
}
