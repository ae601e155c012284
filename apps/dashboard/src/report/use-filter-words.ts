import { useCampaignName } from './campaign-choice.tsx';
import { countryWords, networkWords, platformWords } from './dimension-words.ts';
import { someOf } from './filter-chip.tsx';
import { useReportFilter } from './use-report-filter.ts';

/** The filters of a screen in a few words; empty without any. */
export function useFilterWords(): string {
  const [{ network, campaign, countries, platforms }] = useReportFilter();
  const campaignName = useCampaignName(campaign);
  const parts = [
    network && networkWords(network),
    campaign && campaignName,
    someOf(countries.map(countryWords)),
    someOf(platforms.map(platformWords)),
  ];
  return parts.filter(Boolean).join(' · ');
}
