import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { GroupRow } from '@trailmark/contract/campaign-report';
import { type Link, updateLink } from '@trailmark/contract/links';
import { CirclePause, CirclePlay, Ellipsis, Megaphone } from 'lucide-react';
import { call } from '../../../api/client.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { linksQuery } from '../../../project/campaign-links-query.ts';
import { useProject } from '../../../project/current-project.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../../ui/dropdown-menu.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { countInWords } from '../../../words/count-in-words.ts';
import { campaignsKey } from '../campaigns-query.ts';

/** A part of a campaign that consists of links: one of them, an ad set or a creative. */
export type CampaignPart = 'link' | 'ad_set' | 'creative';

interface PartMenuProps {
  row: GroupRow & { campaign_id: string };
  part: CampaignPart;
  name: string;
}

function isPartOf(link: Link, { row, part }: Pick<PartMenuProps, 'row' | 'part'>): boolean {
  const id = row.key.slice(row.key.indexOf(':') + 1);
  return id === (part === 'link' ? link.link_id : link[part]);
}

/** Pauses an ad set or a creative where its row is: it is the links that bring people to it. */
export function PartMenu({ row, part, name }: PartMenuProps) {
  const { project_id } = useProject();
  const navigate = useNavigate();
  const links = useQuery(linksQuery(project_id, row.campaign_id));
  const own = links.data?.filter((link) => isPartOf(link, { row, part })) ?? [];
  const isActive = own.some(({ active }) => active);
  const change = useSetActive(name, own);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <IconButton
          size="sm"
          tooltip={false}
          className="max-h-[34px]"
          label={`More for ${name}`}
          loading={change.isPending}
        >
          <Ellipsis aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem
          icon={isActive ? <CirclePause /> : <CirclePlay />}
          disabled={own.length === 0}
          onSelect={() => change.mutate(!isActive)}
        >
          {isActive || own.length === 0 ? 'Pause' : 'Resume'}
          {own.length > 1 && ` its ${own.length} links`}
        </DropdownMenuItem>
        <DropdownMenuItem
          icon={<Megaphone />}
          onSelect={() =>
            void navigate({
              to: '/campaigns/$campaign_id',
              params: { campaign_id: row.campaign_id },
              search: { tab: 'links' },
            })
          }
        >
          Open its campaign
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function useSetActive(name: string, links: readonly Link[]) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (active: boolean) => {
      for (const { link_id } of links) await call(updateLink, { body: { project_id, link_id, active } });
      return active;
    },
    onSuccess: (active) =>
      toast({
        title: active ? `${name} is active` : `${name} is paused`,
        description: `${countInWords(links.length, 'link')} ${links.length === 1 ? 'is' : 'are'} switched ${active ? 'on' : 'off'}.`,
      }),
    onError: (error) => toastFailure(`Not every link of ${name} was changed`, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: campaignsKey(project_id) }),
  });
}
