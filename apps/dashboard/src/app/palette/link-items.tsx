import { findLinks } from '@trailmark/contract/links';
import { Link2 } from 'lucide-react';
import { call } from '../../api/client.ts';
import { CommandGroup, CommandItem } from '../../ui/command.tsx';
import type { ItemsProps } from './items-props.ts';
import { FOUND, useFound } from './use-found.ts';
import { useVisit } from './use-visit.ts';

const find = (project_id: string, search: string) =>
  call(findLinks, { query: { project_id, search, limit: FOUND } });

export function LinkItems({ query, choose }: ItemsProps) {
  const visit = useVisit();
  const items = useFound('links', query, find);
  if (items.length === 0) return null;
  return (
    <CommandGroup heading="Links">
      {items.map(({ link_id, name, slug, campaign_id, campaign_name }) => (
        <CommandItem
          key={link_id}
          value={link_id}
          // The server has matched it: a pasted short link is longer than its slug.
          keywords={[query, name, slug]}
          icon={<Link2 />}
          hint={`/${slug} · ${campaign_name}`}
          onSelect={choose(() =>
            visit({
              path: `/campaigns/${campaign_id}?tab=links`,
              label: `${campaign_name}: ${name}`,
              kind: 'Link',
            }),
          )}
        >
          <span className="truncate">{name}</span>
        </CommandItem>
      ))}
    </CommandGroup>
  );
}
