import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { listCampaigns } from '@trailmark/contract/campaign-report';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { LoadFailed } from '../failures/load-failed.tsx';
import { projectQuery, useProject } from '../project/current-project.tsx';
import { cn } from '../ui/cn.ts';
import { Command, CommandInput, CommandItem, CommandList } from '../ui/command.tsx';

const OFFERED = 200;

interface CampaignSearch {
  search?: string | undefined;
  campaigns?: string | undefined;
}

/** Campaigns to choose from, also those that were put away: their installs stay. */
function choicesQuery(project_id: string, search: CampaignSearch) {
  return queryOptions({
    queryKey: [...projectQuery(project_id).queryKey, 'campaigns', 'choices', search],
    queryFn: () => call(listCampaigns, { query: { project_id, filter: 'ALL', ...search, limit: OFFERED } }),
    placeholderData: keepPreviousData,
  });
}

interface CampaignChoiceProps {
  value: string | null;
  onChoose: (campaignId: string) => void;
}

/** One campaign, found by its name. */
export function CampaignChoice({ value, onChoose }: CampaignChoiceProps) {
  const { project_id } = useProject();
  const [typed, setTyped] = useState('');
  const search = typed.trim().slice(0, 200) || undefined;
  const query = useQuery(choicesQuery(project_id, { search }));
  if (query.isError) return <LoadFailed what="the campaigns" query={query} />;
  const items = query.data?.items;
  return (
    <Command shouldFilter={false} label="Campaigns" className="-m-3">
      <CommandInput value={typed} placeholder="Find a campaign…" onValueChange={setTyped} />
      {query.isPending && <p className="px-2 py-5 text-center text-sm text-text-3">Loading…</p>}
      {items?.length === 0 && <p className="px-2 py-5 text-center text-sm text-text-3">Nothing matches.</p>}
      <CommandList label="Campaigns" className="max-h-64">
        {items?.map(({ campaign_id, name }) => (
          <CommandItem key={campaign_id} value={campaign_id} onSelect={() => onChoose(campaign_id)}>
            <span className="flex-1 truncate">{name}</span>
            <Check aria-hidden className={cn('size-3.5 text-accent', campaign_id !== value && 'invisible')} />
          </CommandItem>
        ))}
      </CommandList>
    </Command>
  );
}

/** The name of the campaign that is chosen; until it is known, another one. */
export function useCampaignName(campaignId: string | null, until = 'one campaign'): string {
  const { project_id } = useProject();
  const query = useQuery({
    ...choicesQuery(project_id, { campaigns: campaignId ?? undefined }),
    enabled: campaignId !== null,
  });
  return query.data?.items.find(({ campaign_id }) => campaign_id === campaignId)?.name ?? until;
}
