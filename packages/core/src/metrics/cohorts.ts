import type { CohortCell } from '@trailmark/contract/cohorts';
import { add, type Decimal, divide, textOf, ZERO } from './decimal.ts';

/** What some installs of one age did on one day after the install. */
export interface CohortPart {
  /** Whole days that they have lived, the day of the install excepted; below 0: not even that one to its end. */
  age: number;
  day: number;
  installs: number;
  /** Installs that were active; or that were for the last or the first time, as the mode has it. */
  count: number;
  amount: Decimal;
}

/** What the ads cost on install days of one age. */
export interface CohortSpend {
  age: number;
  amount: Decimal;
}

/** All that is known of the installs of a row. */
export interface Cohort {
  parts: CohortPart[];
  /** null: it is not known for rows like this. */
  spend: CohortSpend[] | null;
  /** The age of the first day that installs of the row can be of. */
  oldest: number;
}

export interface Wanted {
  figure: 'retention' | 'revenue' | 'ltv' | 'roas';
  /**
   * Of retention. Parts are, for `classic`, who was active on their day; for `rolling`, who was for the last time;
   * for `cumulative`, who was for the first time after the day of the install.
   */
  mode: 'classic' | 'rolling' | 'cumulative';
  /** The last day after the install. */
  days: number;
}

const MONEY_PLACES = 6;
const RATIO_PLACES = 15;

/** On which days, up to the age of the installs, a part counts. */
function span({ day, age }: CohortPart, { figure, mode, days }: Wanted): [number, number] {
  const last = Math.min(age, days);
  if (figure !== 'retention' || mode === 'cumulative') return [day, last];
  return mode === 'classic' ? [day, Math.min(day, last)] : [0, Math.min(day, last)];
}

/** Adds each number to all days of its span: differences first, so that long spans cost no more than short ones. */
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

function sumsOf({ parts, spend }: Cohort, wanted: Wanted): Sums {
  const { days, figure } = wanted;
  const upTo = (age: number) => Math.min(age, days);
  return {
    of: overDays(
      days,
      parts.map((part) => {
        const [from, to] = span(part, wanted);
        return { from, to, amount: figure === 'retention' ? whole(part.count) : part.amount };
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

function cellOf(sums: Sums, { figure }: Wanted, day: number): Omit<CohortCell, 'day' | 'mature'> {
  const of = sums.of[day] ?? ZERO;
  const installs = sums.installs[day] ?? ZERO;
  if (figure === 'retention') {
    const [active, lived] = [Number(of.units), Number(installs.units)];
    return { value: lived === 0 ? null : active / lived, of: active, over: lived };
  }
  const earned = textOf(of, MONEY_PLACES);
  if (figure === 'revenue') return { value: earned, of: earned, over: Number(installs.units) };
  if (figure === 'ltv') {
    const each = divide(of, installs, MONEY_PLACES);
    return { value: each && textOf(each, MONEY_PLACES), of: earned, over: Number(installs.units) };
  }
  const spend = sums.spend?.[day] ?? null;
  return { value: spend && ratioOf(of, spend), of: earned, over: spend && textOf(spend, MONEY_PLACES) };
}

/** A row of the triangle: each day after the install, of the installs that have lived it to its end. */
export function cohortCells(cohort: Cohort, wanted: Wanted): CohortCell[] {
  const sums = sumsOf(cohort, wanted);
  // Who came back on any of the days 1 to 0 is nobody.
  const first = wanted.figure === 'retention' && wanted.mode === 'cumulative' ? 1 : 0;
  const youngest = Math.min(...cohort.parts.filter(({ installs }) => installs !== 0).map(({ age }) => age));
  const cells: CohortCell[] = [];
  for (let day = first; day <= wanted.days; day += 1) {
    const isKnown = cohort.oldest >= day;
    const cell = isKnown ? cellOf(sums, wanted, day) : { value: null, of: null, over: null };
    cells.push({ day, ...cell, mature: isKnown && youngest >= day });
  }
  return cells;
}

/** Installs + reinstalls of a row, however young. */
export function cohortSize({ parts }: Cohort): number {
  return parts.reduce((sum, { installs }) => sum + installs, 0);
}

/** All that was spent for a row. */
export function spendOf({ spend }: Cohort): string | null {
  if (!spend) return null;
  return textOf(
    spend.reduce((sum, { amount }) => add(sum, amount), ZERO),
    MONEY_PLACES,
  );
}
