import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Link, updateLink } from '@trailmark/contract/links';
import { call } from '../../../api/client.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useProject } from '../../../project/current-project.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TableCell, TableRow } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useMayEditCampaign } from '../campaign-permission.ts';
import { campaignsKey } from '../campaigns-query.ts';
import { LinkMenu } from './link-menu.tsx';

export function LinkRow({ link }: { link: Link }) {
  const { timezone } = useProject();
  const mayEdit = useMayEditCampaign();
  const { short } = link.urls;
  const ended = link.expires_at !== null && Date.parse(link.expires_at) <= Date.now();
  return (
    <TableRow>
      <TableCell>
        <div className="flex">
          {mayEdit ? <LinkSwitch link={link} /> : <Tag>{link.active ? 'Active' : 'Switched off'}</Tag>}
        </div>
      </TableCell>
      <TableCell className="max-w-60">
        <div className="flex items-center gap-1.5">
          <span className="truncate font-medium" title={link.name}>
            {link.name}
          </span>
          {link.is_default && <Tag>Default</Tag>}
        </div>
      </TableCell>
      <TableCell className="max-w-44 truncate text-text-2">{link.ad_set ?? <Nothing />}</TableCell>
      <TableCell className="max-w-44 truncate text-text-2">{link.creative ?? <Nothing />}</TableCell>
      <TableCell>
        <div className="flex items-center gap-1">
          <span className="mono text-text-2">{short.replace(/^https?:\/\//, '')}</span>
          <CopyButton value={short} label={`Copy the address of ${link.name}`} />
        </div>
      </TableCell>
      <TableCell className="text-text-2">
        {link.expires_at === null && <Nothing word="Never" />}
        {link.expires_at !== null && (
          <span className="flex items-center gap-1.5">
            {ended && <Tag tone="warn">Ended</Tag>}
            <RelativeTime at={link.expires_at} timeZone={timezone} />
          </span>
        )}
      </TableCell>
      <TableCell className="text-right">
        <LinkMenu link={link} mayEdit={mayEdit} />
      </TableCell>
    </TableRow>
  );
}

function Nothing({ word = '–' }: { word?: string }) {
  return <span className="text-text-3">{word}</span>;
}

function LinkSwitch({ link }: { link: Link }) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const { link_id, name } = link;
  const change = useMutation({
    mutationFn: (active: boolean) => call(updateLink, { body: { project_id, link_id, active } }),
    onSuccess: ({ active }) => toast({ title: active ? `${name} works again` : `${name} is switched off` }),
    onError: (error) => toastFailure(`${name} was not changed`, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: campaignsKey(project_id) }),
  });
  return (
    <Switch
      aria-label={`${name} is active`}
      checked={change.isPending ? change.variables : link.active}
      disabled={change.isPending}
      onCheckedChange={(active) => change.mutate(active)}
    />
  );
}
