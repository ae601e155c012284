import type { CohortCell } from '@trailmark/contract/cohorts';
import { add, type Decimal, divide, textOf, ZERO } from './decimal.ts';

/** Activity of installs of one age on one day after the install. */
export interface CohortPart {
  /** Whole days since the day of the install; below 0: the day of the install is not over yet. */
  age: number;
  day: number;
  installs: number;
  /** Installs that were active; by mode, those active on this day for the last or the first time. */
  count: number;
  amount: Decimal;
}

/** Spend on install days of one age. */
export interface CohortSpend {
  age: number;
  amount: Decimal;
}

/** The data of a row. */
export interface Cohort {
  parts: CohortPart[];
  /** null: spend has no such dimension. */
  spend: CohortSpend[] | null;
  /** The age of the row's first install day. */
  oldest: number;
}

export interface CohortOptions {
  metric: 'retention' | 'revenue' | 'ltv' | 'roas';
  /**
   * Of retention. Parts count, for `classic`, installs active on their day; for `rolling`, installs active for the last
   * time; for `cumulative`, installs active for the first time after the day of the install.
   */
  mode: 'classic' | 'rolling' | 'cumulative';
  /** The last day after the install. */
  days: number;
}

const MONEY_PLACES = 6;
const RATIO_PLACES = 15;

/** The days on which a part counts, up to the age of its installs. */
function span({ day, age }: CohortPart, { metric, mode, days }: CohortOptions): [number, number] {
  const last = Math.min(age, days);
  if (metric !== 'retention' || mode === 'cumulative') return [day, last];
  return mode === 'classic' ? [day, Math.min(day, last)] : [0, Math.min(day, last)];
}

/** Adds each amount to all days of its range: by differences, so that long ranges cost no more than short ones. */
function overDays(days: number, spans: Iterable<{ from: number; to: number; amount: Decimal }>): Decimal[] {
  const steps: Decimal[] = Array.from({ length: days + 2 }, () => ZERO);
  for (const { from, to, amount } of spans) {
    if (from > to) continue;
    steps[from] = add(steps[from] ?? ZERO, amount);
    steps[to + 1] = add(steps[to + 1] ?? ZERO, { ...amount, units: -amount.units });
  }
  let sum = ZERO;
  return steps.slice(0, -1).map((step) => {
    sum = add(sum, step);
    return sum;
  });
}

const whole = (count: number): Decimal => ({ units: BigInt(count), places: 0 });

interface Sums {
  of: Decimal[];
  installs: Decimal[];
  spend: Decimal[] | null;
}

function sumsOf({ parts, spend }: Cohort, options: CohortOptions): Sums {
  const { days, metric } = options;
  const upTo = (age: number) => Math.min(age, days);
  return {
    of: overDays(
      days,
      parts.map((part) => {
        const [from, to] = span(part, options);
        return { from, to, amount: metric === 'retention' ? whole(part.count) : part.amount };
      }),
    ),
    installs: overDays(
      days,
      parts.map(({ age, installs }) => ({ from: 0, to: upTo(age), amount: whole(installs) })),
    ),
    spend:
      spend &&
      overDays(
        days,
        spend.map(({ age, amount }) => ({ from: 0, to: upTo(age), amount })),
      ),
  };
}

const ratioOf = (one: Decimal, other: Decimal) => {
  const result = divide(one, other, RATIO_PLACES);
  return result && Number(textOf(result, RATIO_PLACES));
};

function cellOf(sums: Sums, { metric }: CohortOptions, day: number): Omit<CohortCell, 'day' | 'mature'> {
  const of = sums.of[day] ?? ZERO;
  const installs = sums.installs[day] ?? ZERO;
  if (metric === 'retention') {
    const [active, mature] = [Number(of.units), Number(installs.units)];
    return { value: mature === 0 ? null : active / mature, of: active, over: mature };
  }
  const earned = textOf(of, MONEY_PLACES);
  if (metric === 'revenue') return { value: earned, of: earned, over: Number(installs.units) };
  if (metric === 'ltv') {
    const each = divide(of, installs, MONEY_PLACES);
    return { value: each && textOf(each, MONEY_PLACES), of: earned, over: Number(installs.units) };
  }
  const spend = sums.spend?.[day] ?? null;
  return { value: spend && ratioOf(of, spend), of: earned, over: spend && textOf(spend, MONEY_PLACES) };
}

/** The cells of a row: each day after the install, of the installs that are mature on it. */
export function cohortCells(cohort: Cohort, options: CohortOptions): CohortCell[] {
  const sums = sumsOf(cohort, options);
  // Cumulative retention starts on day 1.
  const first = options.metric === 'retention' && options.mode === 'cumulative' ? 1 : 0;
  const youngest = Math.min(...cohort.parts.filter(({ installs }) => installs !== 0).map(({ age }) => age));
  const cells: CohortCell[] = [];
  for (let day = first; day <= options.days; day += 1) {
    const isKnown = cohort.oldest >= day;
    const cell = isKnown ? cellOf(sums, options, day) : { value: null, of: null, over: null };
    cells.push({ day, ...cell, mature: isKnown && youngest >= day });
  }
  return cells;
}

/** Installs + reinstalls of a row, mature or not. */
export function cohortSize({ parts }: Cohort): number {
  return parts.reduce((sum, { installs }) => sum + installs, 0);
}

/** The total spend of a row. */
export function spendOf({ spend }: Cohort): string | null {
  if (!spend) return null;
  return textOf(
    spend.reduce((sum, { amount }) => add(sum, amount), ZERO),
    MONEY_PLACES,
  );
}
