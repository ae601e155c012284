import { CURRENCIES } from '@trailmark/contract/currencies';
import { expect, test } from 'vitest';
import { currencyOptions } from './currency-options.ts';

const codes = (current?: string) => currencyOptions('en', current).map(({ value }) => value);

test('new projects choose among the currencies in force', () => {
  expect(codes().sort()).toEqual([...CURRENCIES].sort());
  expect(codes('')).toEqual(codes());
  expect(codes('INR')).toEqual(codes());
});

test('a currency that was withdrawn stays the choice of a project that has it', () => {
  expect(codes('BGN').filter((code) => !CURRENCIES.includes(code))).toEqual(['BGN']);
});
