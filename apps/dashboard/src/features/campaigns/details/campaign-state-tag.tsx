import type { Campaign } from '@trailmark/contract/campaigns';
import { Archive, CircleCheck, CirclePause, Clock } from 'lucide-react';
import { Tag } from '../../../ui/tag.tsx';
import { campaignState } from '../campaign-state.ts';

const LOOKS = {
  active: { word: 'Active', tone: 'good', icon: CircleCheck },
  paused: { word: 'Paused', tone: 'neutral', icon: CirclePause },
  ended: { word: 'Ended', tone: 'warn', icon: Clock },
  archived: { word: 'Archived', tone: 'neutral', icon: Archive },
} as const;

export function CampaignStateTag({ campaign }: { campaign: Campaign }) {
  const { word, tone, icon: Icon } = LOOKS[campaignState(campaign, new Date())];
  return (
    <Tag tone={tone}>
      <Icon aria-hidden />
      {word}
    </Tag>
  );
}
