import type { Item, Unit } from './group.ts';

/** What an item costs, in events: touches are looked up for an open, and a decision with its receipt is stored. */
const WEIGHTS: Partial<Record<Item['call'], number>> = { open: 5, deep_link: 5 };

/** What the work on a request costs, in events. */
export function weighUnit(unit: Unit): number {
  return unit.reduce((sum, { call }) => sum + (WEIGHTS[call] ?? 1), 0);
}
