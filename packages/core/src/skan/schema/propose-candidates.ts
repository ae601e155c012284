import type { SkanBase } from '@trailmark/contract/skan-bases';
import { amountOf, isEnoughHistory, type RevenueHistory } from './revenue-buckets.ts';
import { type EventFrequency, saysSomething } from './says-something.ts';

export interface Candidate {
  name: string;
  bases: SkanBase[];
}

const MOST_EVENTS = 5;
const MOST_STEPS = 3;

/** An amount with two digits, not above what was paid. */
function roundDown(paid: number): string {
  const step = 10 ** (Math.floor(Math.log10(paid)) - 1);
  return amountOf(Math.floor(paid / step + 1e-9) * step, 2);
}

/**
 * A base of revenue: its buckets come from history where there is enough. Where there is less, they cover what was paid, in
 * whatever currency; null: nobody has paid.
 */
function revenueBase(history: RevenueHistory): SkanBase | null {
  const paid = history.amounts.map(Number).filter((amount) => amount > 0);
  if (paid.length === 0) return null;
  if (isEnoughHistory(history)) return { type: 'revenue' };
  // Not spread over arguments: there may be thousands.
  const min = roundDown(paid.reduce((one, other) => Math.min(one, other)));
  const max = roundDown(paid.reduce((one, other) => Math.max(one, other)));
  return Number(min) < Number(max) ? { type: 'revenue', min, max } : { type: 'revenue', min };
}

/**
 * Schemas that are worth a try: what was paid alone, a funnel of common events up to rare ones with what was paid, and
 * each event by itself. What is rarer is worth more, so it comes later.
 */
export function proposeCandidates(
  { events, installs }: { events: readonly EventFrequency[]; installs: number },
  history: RevenueHistory,
): Candidate[] {
  const known = events
    // Payments are what revenue is about.
    .filter(
      (event) => saysSomething(event, installs) && event.name !== 'payment' && !event.name.startsWith('$'),
    )
    .sort((one, other) => other.installs - one.installs || (one.name < other.name ? -1 : 1));
  const names = known.map(({ name }) => name);
  const revenue = revenueBase(history);
  const candidates: Candidate[] = [];
  if (revenue) candidates.push({ name: 'Revenue', bases: [revenue] });
  if (names.length > 0) {
    const single = names.slice(0, MOST_EVENTS);
    candidates.push({ name: 'Events', bases: single });
    const steps = names.slice(0, MOST_STEPS);
    if (revenue) candidates.push({ name: 'Funnel and revenue', bases: [{ type: 'funnel', steps }, revenue] });
    const first = names[0] as string;
    if (revenue) candidates.push({ name: `${first} and revenue`, bases: [first, revenue] });
  }
  return candidates;
}
