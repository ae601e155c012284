import type { TrafficSourceType } from '@trailmark/contract/visits';

const SOURCE_WORDS: Record<TrafficSourceType, string> = {
  paid: 'Paid',
  search: 'Search',
  ai_search: 'AI search',
  social: 'Social',
  email: 'E-mail',
  referral: 'Referral',
  direct: 'Direct',
};

/** Where visits come from; visitors without a visit have no source. */
export function sourceWords(type: TrafficSourceType | null): string {
  return type === null ? 'Unknown' : SOURCE_WORDS[type];
}
