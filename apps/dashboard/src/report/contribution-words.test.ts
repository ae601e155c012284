import { expect, test } from 'vitest';
import { contributionWords } from './contribution-words.ts';

test.each([
  ['count', 12, '+12'],
  ['count', -3, '−3'],
  ['count', 0, '0'],
  ['count', null, '–'],
  ['money', '-3400.5', '−₹3,400.50'],
  ['money', '20', '+₹20.00'],
  ['percent', 0.014, '+1.4 points'],
  ['percent', -0.2512, '−25.12 points'],
  ['ratio', -0.25, '−0.25'],
] as const)('of %s, %s is %s', (unit, value, words) => {
  expect(contributionWords({ unit }, value, { currency: 'INR' })).toBe(words);
});
