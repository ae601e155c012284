import type { NetworkAd } from '@trailmark/contract/network-spend';
import { useMay } from '../../project/current-project.tsx';
import { cn } from '../../ui/cn.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { AdRow } from './ad-row.tsx';
import { adKey } from './match-words.ts';

interface AdsTableProps {
  /** Null while they load. */
  rows: readonly NetworkAd[] | null;
  /** These are still the rows of the filter before. */
  stale: boolean;
}

/** Campaigns of networks with what they cost and whose they are. */
export function AdsTable({ rows, stale }: AdsTableProps) {
  const mayMatch = useMay()('campaigns.edit');
  return (
    <Table label="Campaigns of networks" className={cn('transition-opacity', stale && 'opacity-60')}>
      <TableHead>
        <TableRow>
          <TableHeaderCell>At the network</TableHeaderCell>
          <TableHeaderCell>Belongs to</TableHeaderCell>
          <TableHeaderCell numeric>Spend</TableHeaderCell>
          <TableHeaderCell numeric>Impressions</TableHeaderCell>
          <TableHeaderCell numeric>Clicks</TableHeaderCell>
          <TableHeaderCell numeric>Installs claimed</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows === null && <SkeletonRows rows={6} columns={6} />}
        {rows?.map((ad) => (
          <AdRow key={adKey(ad)} ad={ad} mayMatch={mayMatch} />
        ))}
      </TableBody>
    </Table>
  );
}
