import type { SchemaBase, SkanSchema } from '@trailmark/contract/skan-bases';
import { add, decimalOf, textOf } from '../../metrics/decimal.ts';
import type { WindowFacts } from './levels.ts';

/** Our own events have names that apps cannot send; in a base they are written without the sign. */
const OURS: Readonly<Record<string, string>> = {
  $signup: 'signup',
  $login: 'login',
  $payment: 'payment',
  $open: 'open',
};

/** Names that every project has. */
export const BUILT_IN_EVENTS: readonly string[] = Object.values(OURS);

/** An event as a base names it. */
export const baseNameOf = (name: string): string => OURS[name] ?? name;

/** The events that a base counts. */
export function eventsOf(base: SchemaBase): string[] {
  switch (base.type) {
    case 'event':
    case 'engagement':
      return [base.event];
    case 'funnel':
      return base.steps;
    case 'retention':
    case 'revenue':
      return [];
  }
}

/** One thing that an install did. */
export interface SkanFact {
  /** As it is stored. */
  name: string;
  /** After the first open. */
  day: number;
  /** In the currency of the schema; null: it is no payment. */
  amount: string | null;
}

const PLACES = 6;

/** What the window holds with one more thing. Events that the schema does not name are not kept. */
export function countFact(schema: SkanSchema, facts: WindowFacts, fact: SkanFact): WindowFacts {
  const name = baseNameOf(fact.name);
  const isNamed = schema.bases.some((base) => eventsOf(base).includes(name));
  const counts = isNamed ? { ...facts.counts, [name]: (facts.counts[name] ?? 0) + 1 } : facts.counts;
  const lastDay = Math.max(facts.lastDay, fact.day);
  if (fact.amount === null) return { counts, lastDay, revenue: facts.revenue };
  const revenue = textOf(add(decimalOf(facts.revenue), decimalOf(fact.amount)), PLACES);
  return { counts, lastDay, revenue };
}
