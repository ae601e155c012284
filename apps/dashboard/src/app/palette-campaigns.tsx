import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { listCampaigns } from '@trailmark/contract/campaign-report';
import { Megaphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../api/client.ts';
import { projectQuery, useMay, useMembership } from '../project/current-project.tsx';
import { CommandGroup, CommandItem } from '../ui/command.tsx';

const TYPING_MS = 200;
const SHOWN = 5;
const LETTERS = 2;

/** What was typed, once the typing rests. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setRested, TYPING_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

interface PaletteCampaignsProps {
  query: string;
  choose: (act: () => void) => () => void;
}

/** Campaigns that the server finds by what is typed. */
export function PaletteCampaigns({ query, choose }: PaletteCampaignsProps) {
  const navigate = useNavigate();
  const may = useMay();
  const projectId = useMembership()?.project_id ?? '';
  const search = useRested(query.trim()).slice(0, 200);
  const campaigns = useQuery({
    queryKey: [...projectQuery(projectId).queryKey, 'campaigns', 'palette', search],
    queryFn: () => call(listCampaigns, { query: { project_id: projectId, search, limit: SHOWN } }),
    enabled: projectId !== '' && may('reports.see') && search.length >= LETTERS,
    placeholderData: keepPreviousData,
  });
  const items = query.trim().length >= LETTERS ? (campaigns.data?.items ?? []) : [];
  if (items.length === 0) return null;
  return (
    <CommandGroup heading="Campaigns">
      {items.map(({ campaign_id, name, display_id, tags }) => (
        <CommandItem
          key={campaign_id}
          value={campaign_id}
          keywords={[name, display_id, ...tags]}
          icon={<Megaphone />}
          hint={display_id}
          onSelect={choose(() => void navigate({ to: '/campaigns/$campaign_id', params: { campaign_id } }))}
        >
          <span className="truncate">{name}</span>
        </CommandItem>
      ))}
    </CommandGroup>
  );
}
