import type { SkanPostbackRow } from '@trailmark/contract/skan-postbacks';
import { CircleCheck, CircleHelp, CircleX, FlaskConical } from 'lucide-react';
import { Tag } from '../../../ui/tag.tsx';
import { VERDICT_WORDS } from './postback-words.ts';

const LOOKS = {
  valid: { tone: 'good', icon: CircleCheck },
  invalid: { tone: 'bad', icon: CircleX },
  unverifiable: { tone: 'warn', icon: CircleHelp },
  development: { tone: 'neutral', icon: FlaskConical },
} as const;

/** What the signature of a postback is worth. */
export function VerdictTag({ verdict }: Pick<SkanPostbackRow, 'verdict'>) {
  const { tone, icon: Icon } = LOOKS[verdict];
  return (
    <Tag tone={tone}>
      <Icon aria-hidden />
      {VERDICT_WORDS[verdict]}
    </Tag>
  );
}
