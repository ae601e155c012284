import {
  COARSE_VALUES,
  type CoarseValue,
  type SchemaBase,
  type SkanSchema,
  type SkanWindow,
} from '@trailmark/contract/skan-bases';
import { coarseOf, type LevelRange, levelsOf, levelsOfFine, rangesOfCoarse } from './levels.ts';
import { ALL_WINDOWS, isDayOf, WINDOWS } from './windows.ts';

const oneOf = (names: readonly string[]) =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** How often, from a count to below the next one; without a next one there is no limit. */
function timesWords(from: number, next: number | undefined): string {
  if (next === undefined) return from === 1 ? 'at least once' : `${from} times or more`;
  if (next > from + 1) return `${from} to ${next - 1} times`;
  return from === 1 ? 'once' : `${from} times`;
}

/** When the app was last opened in a window, from a day to before the next one. */
function dayWords(window: SkanWindow, from: number, next: number | undefined): string {
  const last = next === undefined ? WINDOWS[window].toDay - 1 : next - 1;
  if (from === last) return `opened on day ${from}`;
  return next === undefined ? `opened on day ${from} or later` : `last opened on day ${from} to ${last}`;
}

/** What somebody did who has reached one of these levels, from 1 on, in plain words. */
function reachedWords(base: SchemaBase, window: SkanWindow, { from, to }: LevelRange): string {
  switch (base.type) {
    case 'event':
      return base.event;
    case 'funnel': {
      const isOpen = from < to && to === base.steps.length;
      return `reached ${isOpen ? `${base.steps[from - 1]} or further` : oneOf(base.steps.slice(from - 1, to))}`;
    }
    case 'engagement':
      return `${base.event} ${timesWords(base.counts[from - 1] as number, base.counts[to])}`;
    case 'retention': {
      const days = base.days.filter((day) => isDayOf(window, day));
      return dayWords(window, days[from - 1] as number, days[to]);
    }
    case 'revenue': {
      const { currency, bounds } = base;
      const paid = `paid ${currency} ${bounds[from - 1]}`;
      return bounds[to] === undefined ? `${paid} or more` : `${paid} to below ${currency} ${bounds[to]}`;
    }
  }
}

/** What somebody did not do who has reached no level of a base that has some in the window. */
function unreachedWords(base: SchemaBase, window: SkanWindow): string {
  switch (base.type) {
    case 'event':
      return `no ${base.event}`;
    case 'funnel':
      return `no ${oneOf(base.steps)}`;
    case 'engagement':
      return base.counts[0] === 1 ? `no ${base.event}` : `${base.event} fewer than ${base.counts[0]} times`;
    case 'retention':
      return `not ${reachedWords(base, window, { from: 1, to: levelsOf(base, window) - 1 })}`;
    case 'revenue':
      return `paid less than ${base.currency} ${base.bounds[0]}`;
  }
}

/** One of the 64 values, as a table shows it. */
export interface ValueRow {
  fine: number;
  /** Of the first window; null: the value is not in use. */
  coarse: CoarseValue | null;
  conditions: string[];
  /** What an install with this value has paid on average; null: the schema has no revenue, or no such value. */
  expected_revenue: string | null;
}

const wordsOfLevel = (base: SchemaBase, level: number) =>
  level === 0 ? [] : [reachedWords(base, 0, { from: level, to: level })];

function rowOf(schema: SkanSchema, fine: number): ValueRow {
  const levels = levelsOfFine(schema, fine);
  if (!levels) return { fine, coarse: null, conditions: [], expected_revenue: null };
  const money = schema.bases.findIndex(({ type }) => type === 'revenue');
  const base = schema.bases[money];
  const level = levels[money] ?? 0;
  return {
    fine,
    coarse: coarseOf(schema, 0, levels),
    conditions: schema.bases.flatMap((one, at) => wordsOfLevel(one, levels[at] as number)),
    expected_revenue:
      base?.type === 'revenue' ? (level === 0 ? '0' : (base.expected[level - 1] as string)) : null,
  };
}

/** All 64 values and what they mean. */
export const listValues = (schema: SkanSchema): ValueRow[] =>
  Array.from({ length: 64 }, (_, fine) => rowOf(schema, fine));

/** A coarse value of a window, as a table shows it. */
export interface CoarseRow {
  sequence: SkanWindow;
  coarse: CoarseValue;
  /** All of these hold; null: the schema has no such value in this window. */
  conditions: string[] | null;
}

/** What holds for installs with a coarse value, range by range; where one of several is certain, all of them are named. */
function coarseConditions(schema: SkanSchema, window: SkanWindow, coarse: CoarseValue): string[] | null {
  const ranges = rangesOfCoarse(schema, window, coarse);
  if (!ranges) return null;
  const conditions: string[] = [];
  const possible: string[] = [];
  schema.bases.forEach((base, at) => {
    const { from, to } = ranges[at] as LevelRange;
    if (levelsOf(base, window) === 1) return;
    if (to === 0) conditions.push(unreachedWords(base, window));
    else if (from > 0) conditions.push(reachedWords(base, window, { from, to }));
    else possible.push(reachedWords(base, window, { from: 1, to }));
  });
  // Medium says that one of them was reached; high says nothing about them.
  const [only] = possible;
  if (coarse !== 'medium' || only === undefined) return conditions;
  return [possible.length === 1 ? only : `at least one of these: ${possible.join('; ')}`, ...conditions];
}

/** Low, medium and high of all windows and what they mean. */
export const listCoarse = (schema: SkanSchema): CoarseRow[] =>
  ALL_WINDOWS.flatMap((sequence) =>
    COARSE_VALUES.map((coarse) => ({
      sequence,
      coarse,
      conditions: coarseConditions(schema, sequence, coarse),
    })),
  );
