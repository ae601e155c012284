import { COMPARISONS } from '@trailmark/contract/report-filter';
import { nameParam } from '../address/address-params.ts';
import {
  type AddressSchema,
  type AddressSearch,
  readAddress,
  writeAddress,
} from '../address/address-state.ts';
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

export interface DayRange {
  from: string;
  to: string;
}

export interface ReportRange extends DayRange {
  /** Null for days that were picked by hand: these do not move on with the calendar. */
  preset: Preset | null;
  /** A known comparison, or the first of as many days. */
  compare: string;
}

/** The days as they were chosen: a preset moves on with the calendar, days that were picked by hand do not. */
export type ReportPeriod = { preset: Preset } | DayRange;

/** What the address says of the days; defaults are left out. */
export interface RangeState {
  period: ReportPeriod;
  compare: string;
}

export const DEFAULT_RANGE: RangeState = { period: { preset: 'last_30' }, compare: 'previous' };

const LAST_DAYS: Partial<Record<Preset, number>> = { last_7: 7, last_14: 14, last_30: 30, last_90: 90 };

/** The days of a preset, seen from a day of the project's zone; today is one of them. */
export function daysOf(preset: Preset, today: string): DayRange {
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

export const RANGE: AddressSchema<RangeState> = {
  period: {
    read: ({ range, from, to }) => {
      if (isPeriod(from, to)) return { from: from as string, to: to as string };
      const preset = PRESETS.find((one) => one === range);
      return preset && { preset };
    },
    write: (period) =>
      'preset' in period
        ? { range: period.preset, from: undefined, to: undefined }
        : { range: undefined, ...period },
  },
  compare: nameParam('compare', (text) => COMPARISONS.some((one) => one === text) || isDay(text)),
};

/** What an address says of the days. */
export interface RangeSearch {
  range?: Preset;
  from?: string;
  to?: string;
  compare?: string;
}

/** The part of an address that says which days are shown; whatever makes no sense is left out. */
export function readRangeSearch(search: AddressSearch): RangeSearch {
  const written = writeAddress(RANGE, DEFAULT_RANGE, readAddress(RANGE, DEFAULT_RANGE, search));
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
}

export function rangeOf({ period, compare: chosen }: RangeState, today: string): ReportRange {
  const preset = 'preset' in period ? period.preset : null;
  const days = 'preset' in period ? daysOf(period.preset, today) : period;
  // Days from a later one on are no comparison: the period was changed after they were chosen.
  const compare = isDay(chosen) && chosen >= days.from ? 'previous' : chosen;
  return { preset, ...days, compare };
}
