import type { Campaign } from '@trailmark/contract/campaigns';
import { useProject } from '../../project/current-project.tsx';
import { zoneLabel } from '../../project/zone-label.ts';
import { cn } from '../../ui/cn.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { CampaignRow } from './campaign-row.tsx';

interface CampaignsTableProps {
  /** Null while they load. */
  campaigns: Campaign[] | null;
  /** These are still the rows of the filter before. */
  stale: boolean;
}

export function CampaignsTable({ campaigns, stale }: CampaignsTableProps) {
  const { timezone } = useProject();
  return (
    <Table label="Campaigns" className={cn('transition-opacity', stale && 'opacity-60')}>
      <TableHead>
        <TableRow>
          <TableHeaderCell className="w-0">Active</TableHeaderCell>
          <TableHeaderCell>Campaign</TableHeaderCell>
          <TableHeaderCell>Network</TableHeaderCell>
          <TableHeaderCell>Short link</TableHeaderCell>
          <TableHeaderCell>Tags</TableHeaderCell>
          <TableHeaderCell numeric>Links</TableHeaderCell>
          <TableHeaderCell>
            Created <span className="font-normal">({zoneLabel(timezone, new Date())})</span>
          </TableHeaderCell>
          <TableHeaderCell className="w-0">
            <span className="sr-only">Actions</span>
          </TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {campaigns === null && <SkeletonRows rows={10} columns={8} />}
        {campaigns?.map((campaign) => (
          <CampaignRow key={campaign.campaign_id} campaign={campaign} />
        ))}
      </TableBody>
    </Table>
  );
}
