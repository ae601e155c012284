import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, compareDecimals, type Decimal, decimalOf, divide, negate, textOf } from './decimal.ts';

const decimal: fc.Arbitrary<Decimal> = fc.record({
  units: fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
  places: fc.nat(20),
});
const whole = (text: string) => textOf(decimalOf(text), 20);

describe('a decimal', () => {
  test.each([
    ['0', '0'],
    ['-0', '0'],
    ['0.10', '0.1'],
    ['-12.3400', '-12.34'],
    ['100', '100'],
    ['0.000001', '0.000001'],
    ['123456789012345678901234567890.5', '123456789012345678901234567890.5'],
  ])('%s is written %s', (text, written) => {
    expect(whole(text)).toBe(written);
  });

  test.each([
    ['0.0000005', '0.000001'],
    ['0.00000049999', '0'],
    ['-0.0000005', '-0.000001'],
    ['-0.0000004', '0'],
    ['1.9999995', '2'],
  ])('%s is rounded half away from zero to %s', (text, rounded) => {
    expect(textOf(decimalOf(text), 6)).toBe(rounded);
  });

  test.each([
    ['1', '3', '0.333333'],
    ['2', '3', '0.666667'],
    ['-2', '3', '-0.666667'],
    ['2', '-3', '-0.666667'],
    ['0.3', '0.1', '3'],
    ['1', '0.0001', '10000'],
    ['0', '5', '0'],
  ])('%s over %s is %s', (one, other, result) => {
    const quotient = divide(decimalOf(one), decimalOf(other), 6);
    expect(quotient && textOf(quotient, 6)).toBe(result);
  });

  test('is not divided by zero', () => {
    expect(divide(decimalOf('1'), decimalOf('0.00'), 6)).toBeNull();
  });

  test('is the same after it was written and read', () => {
    fc.assert(fc.property(decimal, (one) => compareDecimals(one, decimalOf(textOf(one, one.places))) === 0));
  });

  test('adds in whatever order, and what was added can be taken away', () => {
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        expect(compareDecimals(add(one, other), add(other, one))).toBe(0);
        expect(compareDecimals(add(add(one, other), negate(other)), one)).toBe(0);
      }),
    );
  });

  test('over another, times the other, is off by half a unit of the last place at most', () => {
    fc.assert(
      fc.property(decimal, decimal, fc.nat(15), (one, other, places) => {
        const quotient = divide(one, other, places);
        if (!quotient) return other.units === 0n;
        // 2 × |quotient × other − one| ≤ |other| × 10^−places, all in whole units.
        const scale = Math.max(places + other.places, one.places);
        const at = (value: bigint, has: number) => value * 10n ** BigInt(scale - has);
        const off = at(quotient.units * other.units, places + other.places) - at(one.units, one.places);
        const allowed = at(other.units, other.places + places);
        const size = (value: bigint) => (value < 0n ? -value : value);
        return 2n * size(off) <= size(allowed);
      }),
    );
  });
});
