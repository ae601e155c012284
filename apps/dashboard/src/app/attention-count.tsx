import { useQuery } from '@tanstack/react-query';
import { connectionHealthQuery } from '../project/connections-query.ts';
import { useMembership } from '../project/current-project.tsx';
import { Tag } from '../ui/tag.tsx';
import type { Screen } from './screen.ts';

const LOOK_EVERY_MS = 300_000;

/** How many connections need a person; nothing where none does, or where it is not known. */
export function AttentionCount({ of }: { of: NonNullable<Screen['counts']> }) {
  const membership = useMembership();
  const { data } = useQuery({
    ...connectionHealthQuery(membership?.project_id ?? ''),
    enabled: membership !== null,
    refetchInterval: LOOK_EVERY_MS,
  });
  const waiting = data?.filter(
    ({ state, kind }) => state === 'attention' && (kind === 'webhook') === (of === 'webhooks'),
  );
  if (!waiting?.length) return null;
  return (
    <Tag tone="warn" className="num ml-auto" title="Needs attention">
      {waiting.length}
      <span className="sr-only"> need attention</span>
    </Tag>
  );
}
