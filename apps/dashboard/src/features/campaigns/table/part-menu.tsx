import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { GroupRow } from '@trailmark/contract/campaign-report';
import { type FoundLink, findLinks, type Link, MAX_LINKS, switchLinks } from '@trailmark/contract/links';
import { Archive, ArchiveRestore, CirclePause, CirclePlay, Ellipsis, Megaphone, Tag } from 'lucide-react';
import { useState } from 'react';
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
import { TagsDialog } from '../tags-dialog.tsx';
import { useAdPart } from './use-ad-part.ts';

/** What consists of links: one of them, or an ad set or a creative in one campaign or in all of them. */
export type AdPart = 'link' | 'ad_set' | 'creative' | 'ad_set_name' | 'creative_name';

interface PartMenuProps {
  row: GroupRow;
  part: AdPart;
  name: string;
}

type Part = Pick<PartMenuProps, 'row' | 'part'>;
type OwnLink = Pick<FoundLink, 'link_id' | 'active' | 'campaign_id'>;

function isPartOf(link: Link, { row, part }: Part): boolean {
  const id = row.key.slice(row.key.indexOf(':') + 1);
  return id === (part === 'ad_set' || part === 'creative' ? link[part] : link.link_id);
}

const NAMED: Partial<Record<AdPart, 'ad_set' | 'creative'>> = {
  ad_set_name: 'ad_set',
  creative_name: 'creative',
};

interface OwnLinks {
  links: OwnLink[];
  /** Why they cannot be paused; null where they can, and while they are read. */
  whyNot: string | null;
}

/** The links of a part; they are read when its menu is opened. */
function useOwnLinks({ row, part }: Part): OwnLinks {
  const { project_id } = useProject();
  const field = NAMED[part];
  const ofCampaign = useQuery({
    ...linksQuery(project_id, row.campaign_id ?? ''),
    enabled: field === undefined,
    select: (links) => links.filter((link) => isPartOf(link, { row, part })),
  });
  const ofAll = useQuery({
    queryKey: [...campaignsKey(project_id), 'links of', field, row.key],
    queryFn: () =>
      call(findLinks, { query: { project_id, [field ?? 'creative']: row.key, limit: MAX_LINKS } }),
    enabled: field !== undefined,
  });
  const query = field === undefined ? ofCampaign : ofAll;
  return { links: query.data ?? [], whyNot: whyNotOf(query, row) };
}

function whyNotOf(
  { isError, data }: { isError: boolean; data?: OwnLink[] | undefined },
  { links }: GroupRow,
) {
  if (isError && !data) return 'We couldn’t load its links. Close the menu and open it again.';
  if (data?.length === 0) return 'It has no link in a campaign that is not archived.';
  if (links && links.count > MAX_LINKS) {
    return `It has more than ${MAX_LINKS} links, which is too many at once. Pause its campaigns instead.`;
  }
  return null;
}

/** " its 8 links in 4 campaigns" */
function linksInWords(links: readonly OwnLink[]): string {
  const campaigns = new Set(links.map(({ campaign_id }) => campaign_id)).size;
  if (links.length < 2) return '';
  return ` its ${links.length} links${campaigns > 1 ? ` in ${campaigns} campaigns` : ''}`;
}

/** Pauses an ad set or a creative where its row is: it is the links that bring people to it. */
export function PartMenu({ row, part, name }: PartMenuProps) {
  const { links: own, whyNot } = useOwnLinks({ row, part });
  const isActive = own.some(({ active }) => active);
  const change = useSetActive(name, own);
  const kind = NAMED[part];
  const { archive, saveTags } = useAdPart(kind ?? 'creative', row.key);
  const [isTagging, setTagging] = useState(false);
  const isArchived = row.archived_at !== null;
  const campaignId = row.campaign_id ?? (row.campaigns === 1 ? own[0]?.campaign_id : undefined);
  return (
    <>
      <DropdownMenu defaultOpen>
        <DropdownMenuTrigger asChild>
          <IconButton
            size="sm"
            tooltip={false}
            className="max-h-[34px]"
            label={`More for ${name}`}
            loading={change.isPending || archive.isPending}
          >
            <Ellipsis aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {!isArchived && (
            <DropdownMenuItem
              icon={isActive ? <CirclePause /> : <CirclePlay />}
              disabled={own.length === 0 || whyNot !== null}
              onSelect={() => change.mutate(!isActive)}
            >
              {isActive || own.length === 0 ? 'Pause' : 'Resume'}
              {whyNot === null && linksInWords(own)}
            </DropdownMenuItem>
          )}
          {!isArchived && whyNot !== null && (
            <p role="note" className="max-w-60 px-2 pb-1.5 text-sm text-text-2">
              {whyNot}
            </p>
          )}
          {kind && (
            <>
              <DropdownMenuItem icon={<Tag />} onSelect={() => setTagging(true)}>
                Tags…
              </DropdownMenuItem>
              <DropdownMenuItem
                icon={isArchived ? <ArchiveRestore /> : <Archive />}
                onSelect={() => archive.mutate(!isArchived)}
              >
                {isArchived ? 'Restore' : isActive ? 'Archive and pause' : 'Archive'}
              </DropdownMenuItem>
            </>
          )}
          {campaignId !== undefined && <OpenCampaign campaignId={campaignId} />}
        </DropdownMenuContent>
      </DropdownMenu>
      {isTagging && (
        <TagsDialog
          name={name}
          text={`To find and group ${kind === 'ad_set' ? 'ad sets' : 'creatives'}, the same in all campaigns`}
          tags={row.tags}
          onSave={saveTags}
          onClose={() => setTagging(false)}
        />
      )}
    </>
  );
}

function OpenCampaign({ campaignId }: { campaignId: string }) {
  const navigate = useNavigate();
  const open = () =>
    void navigate({
      to: '/campaigns/$campaign_id',
      params: { campaign_id: campaignId },
      search: { tab: 'links' },
    });
  return (
    <DropdownMenuItem icon={<Megaphone />} onSelect={open}>
      Open its campaign
    </DropdownMenuItem>
  );
}

function useSetActive(name: string, links: readonly OwnLink[]) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (active: boolean) => {
      await call(switchLinks, {
        body: { project_id, link_ids: links.map(({ link_id }) => link_id), active },
      });
      return active;
    },
    onSuccess: (active) =>
      toast({
        title: active ? `${name} is active` : `${name} is paused`,
        description: `${countInWords(links.length, 'link')} ${links.length === 1 ? 'is' : 'are'} switched ${active ? 'on' : 'off'}.`,
      }),
    onError: (error) => toastFailure(`${name} was not changed`, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: campaignsKey(project_id) }),
  });
}
