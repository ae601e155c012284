import type { SkanBase } from '@trailmark/contract/skan-bases';

/** How many installs did something in their first window. */
export interface EventFrequency {
  name: string;
  installs: number;
}

export interface Candidate {
  name: string;
  bases: SkanBase[];
}

/** What every install does says nothing. */
const TELLS_NOTHING = new Set(['open', 'payment']);
const MOST_EVENTS = 5;
const MOST_STEPS = 3;

/**
 * Schemas that are worth a try: what was paid alone, a funnel of common events up to rare ones with what was paid, and
 * each event by itself. What is rarer is worth more, so it comes later.
 */
export function proposeCandidates(
  events: readonly EventFrequency[],
  { hasRevenue }: { hasRevenue: boolean },
): Candidate[] {
  const known = events
    .filter(({ name, installs }) => installs > 0 && !TELLS_NOTHING.has(name) && !name.startsWith('$'))
    .sort((one, other) => other.installs - one.installs || (one.name < other.name ? -1 : 1));
  const names = known.map(({ name }) => name);
  const revenue: SkanBase = { type: 'revenue' };
  const candidates: Candidate[] = [];
  if (hasRevenue) candidates.push({ name: 'Revenue', bases: [revenue] });
  if (names.length > 0) {
    const single = names.slice(0, MOST_EVENTS);
    candidates.push({ name: 'Events', bases: single });
    const steps = names.slice(0, MOST_STEPS);
    if (hasRevenue)
      candidates.push({ name: 'Funnel and revenue', bases: [{ type: 'funnel', steps }, revenue] });
    const first = names[0] as string;
    if (hasRevenue) candidates.push({ name: `${first} and revenue`, bases: [first, revenue] });
  }
  return candidates;
}
