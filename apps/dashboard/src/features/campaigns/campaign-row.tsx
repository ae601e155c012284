import { Link } from '@tanstack/react-router';
import type { Campaign } from '@trailmark/contract/campaigns';
import { useMay, useProject } from '../../project/current-project.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { networkName } from '../../words/network-name.ts';
import { ActiveSwitch } from './active-switch.tsx';
import { CampaignMenu } from './campaign-menu.tsx';
import { campaignState } from './campaign-state.ts';
import { CampaignStateTag } from './campaign-state-tag.tsx';

const TAGS_SHOWN = 2;

export function CampaignRow({ campaign }: { campaign: Campaign }) {
  const { timezone } = useProject();
  const mayEdit = useMay()('campaigns.edit');
  const { campaign_id, name, display_id, link } = campaign;
  const state = campaignState(campaign, new Date());
  const switchable = mayEdit && state !== 'archived';
  return (
    <TableRow>
      <TableCell>
        <div className="flex">
          {switchable ? <ActiveSwitch campaign={campaign} /> : <CampaignStateTag campaign={campaign} />}
        </div>
      </TableCell>
      <TableCell className="max-w-80">
        <div className="flex items-center gap-2">
          <Link
            to="/campaigns/$campaign_id"
            params={{ campaign_id }}
            title={name}
            className="truncate font-medium hover:underline"
          >
            {name}
          </Link>
          <span className="mono shrink-0 text-text-3">{display_id}</span>
          {switchable && state === 'ended' && <CampaignStateTag campaign={campaign} />}
        </div>
      </TableCell>
      <TableCell className="text-text-2">
        {campaign.network === 'NONE' ? <span className="text-text-3">None</span> : networkName(campaign)}
      </TableCell>
      <TableCell>
        <div className="flex items-center gap-1">
          <span className="mono text-text-2">{link.replace(/^https?:\/\//, '')}</span>
          <CopyButton value={link} label={`Copy the link of ${name}`} />
        </div>
      </TableCell>
      <TableCell>
        <Tags tags={campaign.tags} />
      </TableCell>
      <TableCell numeric>{campaign.links_count}</TableCell>
      <TableCell className="num text-text-2">
        <CreatedDay at={campaign.created_at} timeZone={timezone} />
      </TableCell>
      <TableCell className="text-right">
        <CampaignMenu campaign={campaign} />
      </TableCell>
    </TableRow>
  );
}

function Tags({ tags }: { tags: string[] }) {
  const more = tags.slice(TAGS_SHOWN);
  return (
    <div className="flex items-center gap-1">
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {more.length > 0 && (
        <span className="text-xs text-text-3" title={more.join(', ')}>
          +{more.length}
        </span>
      )}
    </div>
  );
}

function CreatedDay({ at, timeZone }: { at: string; timeZone: string }) {
  const format = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...style, timeZone }).format(new Date(at));
  return (
    <time dateTime={at} title={format({ dateStyle: 'medium', timeStyle: 'long' })}>
      {format({ dateStyle: 'medium' })}
    </time>
  );
}
