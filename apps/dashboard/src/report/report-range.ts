import type { Comparison } from '@trailmark/contract/report-filter';
import { addDays, addMonths, countDays, firstOfMonth, isDay, lastOfMonth } from './calendar-day.ts';

export const PRESETS = [
  'today',
  'yesterday',
  'last_7',
  'last_14',
  'last_30',
  'last_90',
  'this_month',
  'last_month',
  'this_year',
] as const;
export type Preset = (typeof PRESETS)[number];

/** As long as a report may be. */
export const MOST_DAYS = 800;
const USUAL_PRESET: Preset = 'last_30';
const USUAL_COMPARISON: Comparison = 'previous';
const COMPARISONS: readonly Comparison[] = ['none', 'previous', 'year'];

export interface Days {
  from: string;
  to: string;
}

export interface ReportRange extends Days {
  /** Null for days that were picked by hand: these do not move on with the calendar. */
  preset: Preset | null;
  compare: Comparison;
}

/** What stands in the address; the usual is left out. */
export interface RangeSearch {
  range?: Preset | undefined;
  from?: string | undefined;
  to?: string | undefined;
  compare?: Comparison | undefined;
}

const LAST_DAYS: Partial<Record<Preset, number>> = { last_7: 7, last_14: 14, last_30: 30, last_90: 90 };

/** The days of a preset, seen from a day of the project's zone; today is one of them. */
export function daysOf(preset: Preset, today: string): Days {
  const length = LAST_DAYS[preset];
  if (length) return { from: addDays(today, 1 - length), to: today };
  const monthBefore = addMonths(firstOfMonth(today), -1);
  switch (preset) {
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'this_month':
      return { from: firstOfMonth(today), to: today };
    case 'last_month':
      return { from: monthBefore, to: lastOfMonth(monthBefore) };
    case 'this_year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    default:
      return { from: today, to: today };
  }
}

function isPeriod(from: unknown, to: unknown): boolean {
  return isDay(from) && isDay(to) && from <= to && countDays(from, to) <= MOST_DAYS;
}

/** The part of an address that says which days are shown; whatever makes no sense is not there. */
export function readRangeSearch(search: Record<string, unknown>): RangeSearch {
  const compare = COMPARISONS.find((one) => one === search.compare);
  const preset = PRESETS.find((one) => one === search.range);
  const custom = isPeriod(search.from, search.to);
  return {
    ...(compare && compare !== USUAL_COMPARISON ? { compare } : {}),
    ...(!custom && preset && preset !== USUAL_PRESET ? { range: preset } : {}),
    ...(custom ? { from: search.from as string, to: search.to as string } : {}),
  };
}

export function rangeOf(search: RangeSearch, today: string): ReportRange {
  const compare = search.compare ?? USUAL_COMPARISON;
  if (search.from && search.to) return { preset: null, from: search.from, to: search.to, compare };
  const preset = search.range ?? USUAL_PRESET;
  return { preset, ...daysOf(preset, today), compare };
}

type Change = { preset: Preset } | Days | { compare: Comparison };

/** A change as it goes into the address; every name is there, so that the old value goes. */
export function changedSearch(before: RangeSearch, change: Change): RangeSearch {
  const { range, from, to, compare } = before;
  const same = { range, from, to, compare };
  if ('compare' in change) {
    return { ...same, compare: change.compare === USUAL_COMPARISON ? undefined : change.compare };
  }
  if ('preset' in change) {
    const { preset } = change;
    return { ...same, range: preset === USUAL_PRESET ? undefined : preset, from: undefined, to: undefined };
  }
  return { ...same, range: undefined, from: change.from, to: change.to };
}
