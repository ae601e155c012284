import { add, type Decimal, decimalOf, divide, multiply, negate, textOf, ZERO } from './decimal.ts';
import { evaluate, MONEY_PLACES, RATIO_PLACES, type Value } from './evaluate.ts';
import type { Difference, Formula } from './formulas.ts';
import type { BaseKey, Sums } from './sums.ts';

/** One part of the whole, such as a network, in a period and in the previous one. */
export interface ComparedPart {
  key: string;
  current: Sums;
  previous: Sums;
}

/** The number of days of both periods. */
export interface Lengths {
  current: number;
  previous: number;
}

/** Money is text, all else a number. */
export type Contribution = NonNullable<Value>;

const subtract = (one: Decimal, other: Decimal) => add(one, negate(other));
const decimal = (count: number): Decimal => ({ units: BigInt(count), places: 0 });

function amountOf(sums: Sums, key: BaseKey): Decimal | null {
  if (sums.money[key] !== undefined) return sums.money[key];
  return decimal(sums.counts[key] ?? 0);
}

function differenceOf(sums: Sums, { key, less, plus }: Difference): Decimal | null {
  const amount = amountOf(sums, key);
  const taken = less === undefined ? ZERO : amountOf(sums, less);
  const more = plus === undefined ? ZERO : amountOf(sums, plus);
  return amount && taken && more && add(subtract(amount, taken), more);
}

const asDifference = (of: Difference | BaseKey): Difference => (typeof of === 'string' ? { key: of } : of);

/** What a ratio divides, and by what; null where a sum of it is not known. */
interface Fraction {
  above: Decimal;
  below: Decimal;
}

type RatioFormula = Extract<Formula, { kind: 'share' | 'money_per_count' | 'money_ratio' }>;

function fractionOf(formula: RatioFormula, sums: Sums): Fraction | null {
  const above = differenceOf(sums, asDifference(formula.of));
  const below = differenceOf(sums, asDifference(formula.over));
  const factor = formula.kind === 'money_per_count' ? decimal(formula.times) : decimal(1);
  return above && below && { above: multiply(above, factor), below };
}

/**
 * What a part adds to the change of a ratio. With N, D for the whole and n, d for the part it is
 * (n₁ − R₀d₁) / D₁ − (n₀ − R₀d₀) / D₀, where R₀ = N₀ / D₀: how far the part is off the previous ratio, less how far it
 * was off it before. Over all parts the second term is nothing and the first is R₁ − R₀, so that they add up; a part that
 * kept its ratio and its share of the whole adds nothing. It is divided only once, so that nothing is rounded before.
 */
function ratioContribution(
  part: { current: Fraction; previous: Fraction },
  whole: { current: Fraction; previous: Fraction },
  places: number,
): Decimal | null {
  const { current, previous } = part;
  const [before, below] = [whole.previous, whole.current.below];
  const offCurrent = subtract(multiply(current.above, before.below), multiply(before.above, current.below));
  const offPrevious = subtract(
    multiply(previous.above, before.below),
    multiply(before.above, previous.below),
  );
  const above = subtract(multiply(offCurrent, before.below), multiply(offPrevious, below));
  return divide(above, multiply(multiply(before.below, before.below), below), places);
}

function ratioContributions(
  formula: RatioFormula,
  parts: readonly ComparedPart[],
  whole: ComparedPart,
): (Decimal | null)[] {
  const places = formula.kind === 'money_per_count' ? MONEY_PLACES : RATIO_PLACES;
  const [current, previous] = [fractionOf(formula, whole.current), fractionOf(formula, whole.previous)];
  return parts.map((part) => {
    const [partCurrent, partPrevious] = [
      fractionOf(formula, part.current),
      fractionOf(formula, part.previous),
    ];
    if (!current || !previous || !partCurrent || !partPrevious) return null;
    return ratioContribution({ current: partCurrent, previous: partPrevious }, { current, previous }, places);
  });
}

const isMoney = ({ kind }: Formula) => kind === 'money' || kind === 'money_per_count';

/** The change of a value, exactly where it is money; null where one of both is not known. */
export function changeOfValue(current: Value, previous: Value): Value {
  if (current === null || previous === null) return null;
  if (typeof current === 'number' || typeof previous === 'number') return Number(current) - Number(previous);
  return textOf(subtract(decimalOf(current), decimalOf(previous)), MONEY_PLACES);
}

/** The sum of contributions, exactly where they are money. */
export function sumOfContributions(contributions: readonly Contribution[]): Contribution {
  const [first] = contributions;
  if (typeof first !== 'string') return contributions.reduce<number>((sum, one) => sum + Number(one), 0);
  const sum = contributions.reduce((total, one) => add(total, decimalOf(String(one))), ZERO);
  return textOf(sum, MONEY_PLACES);
}

/** Money is rounded for each part; what that leaves over goes to the largest, so that they add up to the last digit. */
function settled(rounded: readonly Contribution[], change: Contribution): Contribution[] {
  const rest = rounded.reduce<Decimal>(
    (left, one) => subtract(left, decimalOf(String(one))),
    decimalOf(String(change)),
  );
  if (rest.units === 0n) return [...rounded];
  const sizes = rounded.map((one) => Math.abs(Number(one)));
  const largest = sizes.indexOf(Math.max(...sizes));
  return rounded.map((one, index) =>
    index === largest ? textOf(add(decimalOf(String(one)), rest), MONEY_PLACES) : one,
  );
}

/**
 * What each part of the whole adds to the change of a metric between two periods. The parts together are the whole, and
 * so their contributions add up to its change. Null where there is no such answer: distinct installs do not add up,
 * a ratio of nothing has no value, and not everything is known of every part.
 */
export function contributionsOf(
  formula: Formula,
  { parts, whole, days }: { parts: readonly ComparedPart[]; whole: Omit<ComparedPart, 'key'>; days: Lengths },
): Contribution[] | null {
  const change = changeOfValue(
    evaluate(formula, whole.current, days.current),
    evaluate(formula, whole.previous, days.previous),
  );
  if (change === null || formula.kind === 'distinct' || formula.kind === 'money_per_distinct') return null;
  // Such as spend by country: there is some, and none of it is known to be of a country.
  if (parts.length === 0 && Number(change) !== 0) return null;
  if (formula.kind === 'share' || formula.kind === 'money_per_count' || formula.kind === 'money_ratio') {
    const found = ratioContributions(formula, parts, { key: '', ...whole });
    const known = found.filter((one) => one !== null);
    if (known.length < found.length) return null;
    if (!isMoney(formula)) return known.map((one) => Number(textOf(one, RATIO_PLACES)));
    return settled(
      known.map((one) => textOf(one, MONEY_PLACES)),
      change,
    );
  }
  const found = parts.map(({ current, previous }) =>
    changeOfValue(evaluate(formula, current, days.current), evaluate(formula, previous, days.previous)),
  );
  const known = found.filter((one) => one !== null);
  if (known.length < found.length) return null;
  return isMoney(formula) ? settled(known, change) : known;
}
