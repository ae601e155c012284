import type { CoarseValue, SchemaBase, SkanSchema, SkanWindow } from '@trailmark/contract/skan-bases';
import { compareDecimals, decimalOf } from '../../metrics/decimal.ts';
import { isDayOf } from './windows.ts';

/** What an install did in one window. */
export interface WindowFacts {
  /** How often each event happened. */
  counts: Readonly<Record<string, number>>;
  /** The last day after the first open on which something happened in the window. */
  lastDay: number;
  /** Paid in the window, in the currency of the schema: an exact decimal. */
  revenue: string;
}

export const NO_FACTS: WindowFacts = { counts: {}, lastDay: 0, revenue: '0' };

/** How many levels a base has in a window, with 0: nothing. Days of other windows are no levels of this one. */
export function levelsOf(base: SchemaBase, window: SkanWindow): number {
  switch (base.type) {
    case 'event':
      return 2;
    case 'funnel':
      return base.steps.length + 1;
    case 'engagement':
      return base.counts.length + 1;
    case 'retention':
      return base.days.filter((day) => isDayOf(window, day)).length + 1;
    case 'revenue':
      return base.bounds.length + 1;
  }
}

const countOf = ({ counts }: WindowFacts, event: string) =>
  Object.hasOwn(counts, event) ? (counts[event] as number) : 0;

/** The level of a base that an install has reached in a window. */
export function levelOf(base: SchemaBase, window: SkanWindow, facts: WindowFacts): number {
  switch (base.type) {
    case 'event':
      return countOf(facts, base.event) > 0 ? 1 : 0;
    case 'funnel':
      return base.steps.findLastIndex((step) => countOf(facts, step) > 0) + 1;
    case 'engagement':
      return base.counts.filter((count) => countOf(facts, base.event) >= count).length;
    case 'retention':
      return base.days.filter((day) => isDayOf(window, day) && facts.lastDay >= day).length;
    case 'revenue': {
      const revenue = decimalOf(facts.revenue);
      return base.bounds.filter((bound) => compareDecimals(decimalOf(bound), revenue) <= 0).length;
    }
  }
}

/** The levels of all bases in a window. */
export const levelsIn = ({ bases }: SkanSchema, window: SkanWindow, facts: WindowFacts): number[] =>
  bases.map((base) => levelOf(base, window, facts));

/** The value of levels: each base weighs as much as all combinations of those before it. */
export function fineOf({ bases, install_value }: SkanSchema, levels: readonly number[]): number {
  let weight = 1;
  let fine: number = install_value;
  bases.forEach((base, at) => {
    fine += (levels[at] as number) * weight;
    weight *= levelsOf(base, 0);
  });
  return fine;
}

/** The levels behind a fine value; null: it has no meaning in this schema. */
export function levelsOfFine(
  { bases, install_value, values_used }: SkanSchema,
  fine: number,
): number[] | null {
  let rest = fine - install_value;
  if (!Number.isInteger(fine) || rest < 0 || rest >= values_used) return null;
  return bases.map((base) => {
    const count = levelsOf(base, 0);
    const level = rest % count;
    rest = (rest - level) / count;
    return level;
  });
}

/**
 * The base that decides between medium and high: the last that has levels in the window. Where it is the only one, its
 * lower half is medium, which nothing else would be.
 */
export function topBase(schema: SkanSchema, window: SkanWindow): { at: number; highFrom: number } | null {
  const counts = schema.bases.map((base) => levelsOf(base, window));
  const at = counts.findLastIndex((count) => count > 1);
  if (at === -1) return null;
  const isAlone = counts.every((count, other) => other === at || count === 1);
  return { at, highFrom: isAlone ? Math.ceil((counts[at] as number) / 2) : 1 };
}

/** Low: nothing. High: the top base. Medium: everything else. */
export function coarseOf(schema: SkanSchema, window: SkanWindow, levels: readonly number[]): CoarseValue {
  if (levels.every((level) => level === 0)) return 'low';
  const top = topBase(schema, window);
  return top && (levels[top.at] as number) >= top.highFrom ? 'high' : 'medium';
}

/** Levels that a base may have reached, both included. */
export interface LevelRange {
  from: number;
  to: number;
}

/** The levels behind a coarse value of a window, base by base; null: the schema has no such value there. */
export function rangesOfCoarse(
  schema: SkanSchema,
  window: SkanWindow,
  coarse: CoarseValue,
): LevelRange[] | null {
  const top = topBase(schema, window);
  if (coarse === 'low') return schema.bases.map(() => ({ from: 0, to: 0 }));
  if (!top) return null;
  const last = (base: SchemaBase) => levelsOf(base, window) - 1;
  const others = schema.bases.filter((base, at) => at !== top.at && last(base) > 0);
  // Nothing is between low and high where one base alone has a single level.
  if (coarse === 'medium' && others.length === 0 && top.highFrom === 1) return null;
  return schema.bases.map((base, at) => {
    if (at === top.at) {
      if (coarse === 'high') return { from: top.highFrom, to: last(base) };
      return others.length === 0 ? { from: 1, to: top.highFrom - 1 } : { from: 0, to: 0 };
    }
    // Of several others one was reached, and nobody knows which.
    const isReached = coarse === 'medium' && others.length === 1 && others[0] === base;
    return { from: isReached ? 1 : 0, to: last(base) };
  });
}
