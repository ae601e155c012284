import type { CoarseValue, SchemaBase, SkanSchema, SkanWindow } from '@trailmark/contract/skan-bases';
import { type LevelRange, levelsOfFine, rangesOfCoarse } from './levels.ts';

/** How often something happened; null: without a limit. */
export interface EventRange {
  name: string;
  min: number;
  max: number | null;
}

/** What was paid: from min, below max; null: without a limit. */
export interface RevenueRange {
  currency: string;
  min: string;
  max: string | null;
  /** What the middle of this range is worth; null: nothing is known about it. */
  expected: string | null;
}

/** What a value says about an install. */
export interface Decoded {
  events: EventRange[];
  /** null: the schema has no revenue. */
  revenue: RevenueRange | null;
}

function eventRanges(base: SchemaBase, { from, to }: LevelRange): EventRange[] {
  switch (base.type) {
    case 'event':
      return [{ name: base.event, min: from, max: to === 0 ? 0 : null }];
    case 'engagement':
      return [
        {
          name: base.event,
          min: from === 0 ? 0 : (base.counts[from - 1] as number),
          max: to === base.counts.length ? null : (base.counts[to] as number) - 1,
        },
      ];
    case 'funnel':
      // The furthest step says nothing certain about those before it.
      return base.steps.map((name, at) => ({
        name,
        min: from === to && at === from - 1 ? 1 : 0,
        max: at >= to ? 0 : null,
      }));
    case 'retention':
    case 'revenue':
      return [];
  }
}

/**
 * The mean of buckets that hold equal shares of all revenue, as those from history do: the harmonic mean. Elsewhere it
 * errs towards less.
 */
function meanOf(expected: readonly string[]): string {
  const inverse = expected.reduce((sum, value) => sum + 1 / Number(value), 0);
  return String(Number((expected.length / inverse).toFixed(2)));
}

function revenueRange(base: SchemaBase, { from, to }: LevelRange): RevenueRange | null {
  if (base.type !== 'revenue') return null;
  const { currency, bounds, expected } = base;
  const max = to === bounds.length ? null : (bounds[to] as string);
  const min = from === 0 ? '0' : (bounds[from - 1] as string);
  if (to === 0) return { currency, min, max, expected: '0' };
  return { currency, min, max, expected: from === 0 ? null : meanOf(expected.slice(from - 1, to)) };
}

function describe({ bases }: SkanSchema, ranges: readonly LevelRange[]): Decoded {
  const rangeOf = (at: number) => ranges[at] as LevelRange;
  return {
    events: bases.flatMap((base, at) => eventRanges(base, rangeOf(at))),
    revenue: bases.map((base, at) => revenueRange(base, rangeOf(at))).find((range) => range !== null) ?? null,
  };
}

/** What a fine value says; null: the schema has no such value. */
export function decodeFine(schema: SkanSchema, fine: number): Decoded | null {
  const levels = levelsOfFine(schema, fine);
  if (!levels) return null;
  return describe(
    schema,
    levels.map((level) => ({ from: level, to: level })),
  );
}

/** What a coarse value of a window says; null: the schema has no such value there. */
export function decodeCoarse(schema: SkanSchema, window: SkanWindow, coarse: CoarseValue): Decoded | null {
  const ranges = rangesOfCoarse(schema, window, coarse);
  return ranges && describe(schema, ranges);
}
