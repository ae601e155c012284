import type { ConnectionHealth, ConnectionState } from '@trailmark/contract/connections';
import { CircleCheck, CirclePause, TriangleAlert } from 'lucide-react';
import { Dot } from '../ui/dot.tsx';
import { Tag } from '../ui/tag.tsx';
import { CONNECTION_STATE_WORDS, healthWords } from '../words/connection-words.ts';
import { useProject } from './current-project.tsx';

const ICONS = { active: CircleCheck, paused: CirclePause, attention: TriangleAlert } as const;

export function ConnectionStateTag({ state }: { state: ConnectionState }) {
  const { label, tone } = CONNECTION_STATE_WORDS[state];
  const Icon = ICONS[state];
  return (
    <Tag tone={tone}>
      <Icon aria-hidden />
      {label}
    </Tag>
  );
}

/** What is sent, what waits and what was refused. */
export function HealthLine({ health }: { health: ConnectionHealth }) {
  const { timezone } = useProject();
  const { tone, line, refused } = healthWords(health, timezone, new Date());
  return (
    <p
      className="num flex items-baseline gap-2 text-sm text-text-2"
      title="Delivered and refused are counted from the beginning of yesterday, UTC."
    >
      <Dot tone={tone} className="relative -top-px" />
      <span>
        {line}
        {refused && <span className="text-bad">, {refused}</span>}
      </span>
    </p>
  );
}
