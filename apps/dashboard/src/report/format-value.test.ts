import { describe, expect, it } from 'vitest';
import { axisValue, drawable, formatValue, fullValue } from './format-value.ts';

const inr = { currency: 'INR' };
const usd = { currency: 'USD' };

/** Intl puts spaces of several kinds; which one is not what is tested. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/gu, ' ');

describe('formatValue', () => {
  it.each([
    ['count', 248911, '248,911'],
    ['count', 0, '0'],
    ['count', 12.34, '12.3'],
    ['percent', 0.3117, '31.2%'],
    ['percent', 0, '0.0%'],
    ['ratio', 2.8449, '2.84'],
  ] as const)('%s %d is %s', (unit, value, expected) => {
    expect(plain(formatValue({ unit }, value, usd))).toBe(expected);
  });

  it.each([
    ['0.4215', '$0.42'],
    ['998', '$998'],
    ['999.999', '$1,000'],
    ['12480.5', '$12,481'],
    ['1234567.891', '$1.2M'],
    ['0', '$0'],
    ['-250.5', '-$250.50'],
  ])('of dollars %s is %s', (amount, expected) => {
    expect(plain(formatValue({ unit: 'money' }, amount, usd))).toBe(expected);
  });

  it('reads rupees in lakh and crore', () => {
    expect(plain(formatValue({ unit: 'money' }, '8420123.45', inr))).toBe('₹84.2L');
    expect(plain(fullValue({ unit: 'money' }, '8420123.45', inr))).toBe('₹84,20,123.45');
  });

  it('keeps to the digits of the currency', () => {
    expect(plain(formatValue({ unit: 'money' }, '980.4', { currency: 'JPY' }))).toBe('¥980');
    expect(plain(fullValue({ unit: 'money' }, '1.5', { currency: 'KWD' }))).toBe('KWD 1.500');
  });

  it('loses no cent of an amount that a float could not hold', () => {
    expect(plain(fullValue({ unit: 'money' }, '9007199254740993.07', usd))).toBe('$9,007,199,254,740,993.07');
  });

  it('has no number where there is none', () => {
    for (const unit of ['count', 'percent', 'ratio', 'money'] as const) {
      expect(formatValue({ unit }, null, usd)).toBe('–');
      expect(formatValue({ unit }, undefined, usd)).toBe('–');
      expect(formatValue({ unit }, Number.NaN, usd)).toBe('–');
      expect(fullValue({ unit }, Number.POSITIVE_INFINITY, usd)).toBe('–');
    }
  });
});

it('shortens the numbers of an axis', () => {
  expect(axisValue({ unit: 'count' }, 1200, usd)).toBe('1.2K');
  expect(axisValue({ unit: 'percent' }, 0.25, usd)).toBe('25%');
  expect(plain(axisValue({ unit: 'money' }, 250000, inr))).toBe('₹2.5L');
});

it('draws numbers and nothing else', () => {
  expect([drawable('12.5'), drawable(3), drawable(null), drawable(''), drawable(undefined)]).toEqual([
    12.5,
    3,
    null,
    null,
    null,
  ]);
});
