import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Link, updateLink } from '@trailmark/contract/links';
import type { Values } from '@trailmark/contract/report-filter';
import { call } from '../../../api/client.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useProject } from '../../../project/current-project.tsx';
import { MetricNumber } from '../../../report/metric-number.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TableCell, TableRow } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useMayEditCampaign } from '../campaign-permission.ts';
import { campaignsKey, LINK_METRICS } from '../campaigns-query.ts';
import { AdLinkMenu } from './ad-link-menu.tsx';
import { LinkMenu } from './link-menu.tsx';
import { QrButton } from './qr-button.tsx';

interface LinkRowProps {
  link: Link;
  values: Values | null;
  isLoading: boolean;
}

export function LinkRow({ link, values, isLoading }: LinkRowProps) {
  const { timezone } = useProject();
  const mayEdit = useMayEditCampaign();
  const { short } = link.urls;
  const ended = link.expires_at !== null && Date.parse(link.expires_at) <= Date.now();
  return (
    <TableRow>
      <TableCell className="max-sm:hidden">
        <div className="flex">
          {mayEdit ? <LinkSwitch link={link} /> : <Tag>{link.active ? 'Active' : 'Switched off'}</Tag>}
        </div>
      </TableCell>
      <TableCell data-name className="max-w-60 min-w-40">
        <div className="flex items-center gap-1.5">
          <span
            className="line-clamp-2 leading-4 font-medium whitespace-normal wrap-anywhere"
            title={link.name}
          >
            {link.name}
          </span>
          {link.is_default && <Tag>Default</Tag>}
        </div>
      </TableCell>
      {LINK_METRICS.map((metric) => (
        <TableCell key={metric} numeric>
          {isLoading ? (
            <Skeleton className="ml-auto h-3 w-10" />
          ) : (
            <MetricNumber
              metric={metric}
              value={values?.[metric] ?? null}
              values={values ?? {}}
              of={link.name}
              filter={{ campaigns: link.campaign_id, link_id: link.link_id }}
            />
          )}
        </TableCell>
      ))}
      <TableCell className="max-sm:hidden">
        <div className="flex items-center gap-1">
          <span className="mono max-w-44 truncate text-text-2" title={short}>
            {short.replace(/^https?:\/\//, '')}
          </span>
          <CopyButton value={short} label={`Copy the address of ${link.name}`} />
          <QrButton link={link} />
          <AdLinkMenu link={link} />
        </div>
      </TableCell>
      <TableCell className="max-w-36 truncate text-text-2 max-sm:hidden">
        {link.ad_set ?? <Nothing />}
      </TableCell>
      <TableCell className="max-w-36 truncate text-text-2 max-sm:hidden">
        {link.creative ?? <Nothing />}
      </TableCell>
      <TableCell className="text-text-2 max-sm:hidden">
        {link.expires_at === null && <Nothing word="Never" />}
        {link.expires_at !== null && (
          <span className="flex items-center gap-1.5">
            {ended && <Tag tone="warn">Ended</Tag>}
            <RelativeTime at={link.expires_at} timeZone={timezone} />
          </span>
        )}
      </TableCell>
      <TableCell className="text-right">
        <span className="inline-flex items-center">
          {/* On a phone their own columns are left out. */}
          <span className="inline-flex items-center sm:hidden">
            {mayEdit ? <LinkSwitch link={link} /> : !link.active && <Tag>Switched off</Tag>}
            <CopyButton value={short} label={`Copy the address of ${link.name}`} />
            <QrButton link={link} />
          </span>
          <LinkMenu link={link} mayEdit={mayEdit} />
        </span>
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
