import type { NetworkAd } from '@trailmark/contract/network-spend';
import { useState } from 'react';
import { toastFailure } from '../../failures/toast-failure.ts';
import { CampaignLink } from '../../project/campaign-link.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Tag } from '../../ui/tag.tsx';
import { MatchDialog } from './match-dialog.tsx';
import { isSettled, MATCHED_BY_WORDS } from './match-words.ts';
import { useMatchAd } from './use-match-ad.ts';

/** Whose it is, and who or what has said so. */
export function BelongsTo({ ad }: { ad: NetworkAd }) {
  const { campaign, link, matched_by, ignored, level } = ad;
  if (ignored) return <Tag>Ignored</Tag>;
  if (campaign === null) {
    if (level === 'campaign') return <Tag tone="warn">Unmatched</Tag>;
    return <span className="text-sm text-text-3">As the level above</span>;
  }
  const how = [link?.name, matched_by && MATCHED_BY_WORDS[matched_by]].filter(Boolean).join(' · ');
  return (
    <span className="grid min-w-0">
      <CampaignLink campaign={campaign} className="truncate" />
      {how && (
        <span className="truncate text-xs text-text-3" title={how}>
          {how}
        </span>
      )}
    </span>
  );
}

export function MatchActions({ ad }: { ad: NetworkAd }) {
  const [isMatching, setIsMatching] = useState(false);
  const match = useMatchAd(ad);
  const settled = isSettled(ad);
  const isQuiet = settled || ad.level !== 'campaign';
  const undo = () =>
    match.mutate(
      { campaign: null, link_id: null, ignored: false },
      { onError: (error) => toastFailure('The match was not undone', error) },
    );
  return (
    <span className={cn('flex gap-0.5 sm:-mr-2 sm:ml-auto', isQuiet && 'max-sm:-ml-2')}>
      {settled && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Undo the match of ${ad.name}`}
          onClick={undo}
          loading={match.isPending}
        >
          Undo
        </Button>
      )}
      <Button
        size="sm"
        variant={isQuiet ? 'quiet' : 'default'}
        aria-label={`${settled ? 'Change the match of' : 'Match'} ${ad.name}`}
        onClick={() => setIsMatching(true)}
      >
        {settled ? 'Change…' : 'Match…'}
      </Button>
      {isMatching && <MatchDialog ad={ad} onClose={() => setIsMatching(false)} />}
    </span>
  );
}
