import type { GroupRow } from '@trailmark/contract/campaign-report';

const LOOK = {
  active: { color: 'bg-good', label: 'Active' },
  paused: { color: 'bg-text-3', label: 'Paused' },
  ended: { color: 'bg-warn-fill', label: 'Ended' },
  archived: { color: 'bg-text-3', label: 'Archived' },
} as const;

interface StateDotProps {
  state: keyof typeof LOOK;
  /** In place of the usual words. */
  label?: string | undefined;
}

/** What state a row is in. */
export function StateDot({ state, label = LOOK[state].label }: StateDotProps) {
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={`size-1.5 shrink-0 rounded-full ${LOOK[state].color}`}
    />
  );
}

/** A creative, an ad set or a link is paused when all of its links are. */
export function LinksState({ links, archived_at }: Pick<GroupRow, 'links' | 'archived_at'>) {
  if (archived_at !== null) return <StateDot state="archived" />;
  if (links === null) return null;
  const { count, active } = links;
  const isPartly = active > 0 && active < count;
  return (
    <StateDot
      state={active > 0 ? 'active' : 'paused'}
      label={isPartly ? `${active} of ${count} links are active` : undefined}
    />
  );
}
