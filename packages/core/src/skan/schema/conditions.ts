import type { SchemaBase, SkanSchema, SkanWindow } from '@trailmark/contract/skan-bases';
import { coarseOf, levelsOfFine } from './levels.ts';
import { isDayOf } from './windows.ts';

const between = (from: number | string, below: number | string | undefined, unit: string) =>
  below === undefined ? `${unit}${from} or more` : `${unit}${from} to below ${unit}${below}`;

/** What somebody did who has reached a level of a base, in plain words; null: nothing. */
export function conditionOf(base: SchemaBase, window: SkanWindow, level: number): string | null {
  if (level === 0) return null;
  switch (base.type) {
    case 'event':
      return base.event;
    case 'funnel':
      return `reached ${base.steps[level - 1]}`;
    case 'engagement': {
      const from = base.counts[level - 1] as number;
      const next = base.counts[level];
      if (next === undefined) return `${base.event} ${from} times or more`;
      return next === from + 1 ? `${base.event} ${from} times` : `${base.event} ${from} to ${next - 1} times`;
    }
    case 'retention':
      return `opened on day ${base.days.filter((day) => isDayOf(window, day))[level - 1]}`;
    case 'revenue':
      return `paid ${between(base.bounds[level - 1] as string, base.bounds[level], `${base.currency} `)}`;
  }
}

/** One of the 64 values, as a table shows it. */
export interface ValueRow {
  fine: number;
  /** Of the first window; null: the value is not in use. */
  coarse: 'low' | 'medium' | 'high' | null;
  conditions: string[];
  /** What an install with this value has paid on average; null: the schema has no revenue, or no such value. */
  expected_revenue: string | null;
}

function rowOf(schema: SkanSchema, fine: number): ValueRow {
  const levels = levelsOfFine(schema, fine);
  if (!levels) return { fine, coarse: null, conditions: [], expected_revenue: null };
  const money = schema.bases.findIndex(({ type }) => type === 'revenue');
  const base = schema.bases[money];
  const level = levels[money] ?? 0;
  return {
    fine,
    coarse: coarseOf(schema, 0, levels),
    conditions: schema.bases.flatMap((one, at) => conditionOf(one, 0, levels[at] as number) ?? []),
    expected_revenue:
      base?.type === 'revenue' ? (level === 0 ? '0' : (base.expected[level - 1] as string)) : null,
  };
}

/** All 64 values and what they mean. */
export const listValues = (schema: SkanSchema): ValueRow[] =>
  Array.from({ length: 64 }, (_, fine) => rowOf(schema, fine));
