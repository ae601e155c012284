/** An exact decimal: so many units of 10 to the power of minus `places`. */
export interface Decimal {
  units: bigint;
  places: number;
}

export const ZERO: Decimal = { units: 0n, places: 0 };

/** Reads a decimal as PostgreSQL writes them: digits, perhaps a point and a sign, no exponent. */
export function decimalOf(text: string): Decimal {
  if (text === '0') return ZERO;
  const point = text.indexOf('.');
  if (point === -1) return { units: BigInt(text), places: 0 };
  const fraction = text.slice(point + 1);
  return { units: BigInt(text.slice(0, point) + fraction), places: fraction.length };
}

const unitsAt = (decimal: Decimal, places: number) =>
  places === decimal.places ? decimal.units : decimal.units * 10n ** BigInt(places - decimal.places);

/** One and another, exactly. */
export function add(one: Decimal, other: Decimal): Decimal {
  const places = Math.max(one.places, other.places);
  return { units: unitsAt(one, places) + unitsAt(other, places), places };
}

/** The same with the other sign. */
export function negate({ units, places }: Decimal): Decimal {
  return { units: -units, places };
}

/** One times another, exactly. */
export function multiply(one: Decimal, other: Decimal): Decimal {
  return { units: one.units * other.units, places: one.places + other.places };
}

/** Below zero when the one is smaller, above when it is larger. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const { units } = add(one, negate(other));
  return units === 0n ? 0 : units < 0n ? -1 : 1;
}

/** Rounded half away from zero, as PostgreSQL rounds numerics. */
function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n !== denominator < 0n;
  const above = numerator < 0n ? -numerator : numerator;
  const below = denominator < 0n ? -denominator : denominator;
  const result = (2n * above + below) / (2n * below);
  return isNegative ? -result : result;
}

/** The one over the other, rounded to places; null where the divisor is zero. */
export function divide(one: Decimal, other: Decimal, places: number): Decimal | null {
  if (other.units === 0n) return null;
  const numerator = one.units * 10n ** BigInt(other.places + places);
  const denominator = other.units * 10n ** BigInt(one.places);
  return { units: divideRounded(numerator, denominator), places };
}

/** As text, rounded to places and without zeros at the end. */
export function textOf(decimal: Decimal, places: number): string {
  const rounded = divide(decimal, { units: 1n, places: 0 }, places) ?? ZERO;
  const digits = (rounded.units < 0n ? -rounded.units : rounded.units).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  return `${rounded.units < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}
