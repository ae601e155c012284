import type { DomainStatus } from '@trailmark/contract/domains';
import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react';
import { Tag } from '../../ui/tag.tsx';

const LOOKS = {
  not_verified: { word: 'Not verified', tone: 'warn', icon: CircleDashed },
  verified: { word: 'Verified', tone: 'accent', icon: CircleDot },
  live: { word: 'Live', tone: 'good', icon: CircleCheck },
} as const;

export function DomainStatusTag({ status }: { status: DomainStatus }) {
  const { word, tone, icon: Icon } = LOOKS[status];
  return (
    <Tag tone={tone}>
      <Icon aria-hidden />
      {word}
    </Tag>
  );
}
