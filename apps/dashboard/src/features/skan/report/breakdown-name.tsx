import type { SkanDimension, SkanRow } from '@trailmark/contract/skan-report';
import { CampaignLink } from '../../../project/campaign-link.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { listInWords } from '../../../words/list-in-words.ts';
import { rowWords } from '../skan-words.ts';

/** What a row is of; where the digits fit several campaigns, all of them are named. */
export function BreakdownName({ row, dimension }: { row: SkanRow; dimension: SkanDimension }) {
  const words = rowWords(dimension, row);
  const [campaign, ...others] = row.campaigns;
  if (others.length > 0) {
    const names = listInWords(
      row.campaigns.map(({ name }) => name),
      'or',
    );
    return (
      <span className="grid min-w-0 gap-0.5 py-1.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {dimension !== 'campaign' && <span>{words}</span>}
          <Tag tone="warn">Unresolved</Tag>
        </span>
        <span className="line-clamp-4 text-sm text-text-2 [overflow-wrap:anywhere]" title={names}>
          {names}
        </span>
      </span>
    );
  }
  if (!campaign) return words;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 py-1.5">
      {dimension !== 'campaign' && <span>{words}</span>}
      <CampaignLink campaign={campaign} className="line-clamp-3 [overflow-wrap:anywhere]" />
    </span>
  );
}
