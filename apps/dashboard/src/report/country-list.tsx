import { useQuery } from '@tanstack/react-query';
import { listCampaigns } from '@trailmark/contract/campaign-report';
import { call } from '../api/client.ts';
import { LoadFailed } from '../failures/load-failed.tsx';
import { projectQuery } from '../project/current-project.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { CheckList } from './choice-list.tsx';
import { countryWords, dimensionKey } from './dimension-words.ts';
import { useReportQuery } from './use-report-range.ts';

interface CountryListProps {
  chosen: readonly string[];
  onChange: (countries: string[]) => void;
}

/** The countries that have numbers in this period, the busiest first, and those that are chosen already. */
export function CountryList({ chosen, onChange }: CountryListProps) {
  const { project_id, from, to } = useReportQuery();
  const query = useQuery({
    queryKey: [...projectQuery(project_id).queryKey, 'campaigns', 'countries', from, to],
    queryFn: () =>
      call(listCampaigns, {
        query: {
          project_id,
          from,
          to,
          group_by: 'country',
          columns: 'impressions|clicks|installs|events',
          sort: 'clicks',
          limit: 250,
        },
      }),
  });
  if (query.isError) return <LoadFailed what="the countries" query={query} />;
  if (!query.data) return <SkeletonText lines={5} />;
  const codes = new Set([...chosen, ...query.data.groups.map(({ key }) => dimensionKey(key))]);
  if (codes.size === 0) return <p className="text-sm text-text-2">No country has data in this period.</p>;
  return (
    <CheckList
      options={[...codes].map((value) => ({ value, label: countryWords(value) }))}
      chosen={chosen}
      onChange={onChange}
    />
  );
}
