import { useCampaignName } from './campaign-choice.tsx';
import { countryWords, networkWords, platformWords } from './dimension-words.ts';
import { someOf } from './filter-chip.tsx';
import type { ReportFilter } from './report-filter.ts';
import { useReportFilter } from './use-report-filter.ts';

/** The filters of a screen in a few words; empty without any. */
export function useFilterWords(): string {
  const [filter] = useReportFilter();
  return useWordsOf(filter);
}

/** The same for a filter that is given. */
export function useWordsOf({ network, campaign, countries, platforms }: ReportFilter): string {
  const campaignName = useCampaignName(campaign);
  const parts = [
    network && networkWords(network),
    campaign && campaignName,
    someOf(countries.map(countryWords)),
    someOf(platforms.map(platformWords)),
  ];
  return parts.filter(Boolean).join(' · ');
}
