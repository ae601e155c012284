import { listCampaigns } from '@trailmark/contract/campaign-report';
import { Megaphone } from 'lucide-react';
import { call } from '../../api/client.ts';
import { CommandGroup, CommandItem } from '../../ui/command.tsx';
import type { ItemsProps } from './items-props.ts';
import { FOUND, useFound } from './use-found.ts';
import { useVisit } from './use-visit.ts';

const findCampaigns = async (project_id: string, search: string) =>
  (await call(listCampaigns, { query: { project_id, search, limit: FOUND } })).items;

export function CampaignItems({ query, choose }: ItemsProps) {
  const visit = useVisit();
  const items = useFound('campaigns', query, findCampaigns);
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
          onSelect={choose(() => visit({ path: `/campaigns/${campaign_id}`, label: name, kind: 'Campaign' }))}
        >
          <span className="truncate">{name}</span>
        </CommandItem>
      ))}
    </CommandGroup>
  );
}
