import { expect, it } from 'vitest';
import { exactSpanWords, spanWords } from './span-words.ts';

it.each([
  [0, '0 s'],
  [0.4, '0 s'],
  [52, '52 s'],
  [832, '13 min 52 s'],
  [3600, '1 h'],
  [3601, '1 h'],
  [63_240, '17 h 34 min'],
  [183_600, '2 d 3 h'],
  [604_800, '7 d'],
  [-90, '−1 min 30 s'],
])('%d seconds are %s', (seconds, words) => {
  expect(spanWords(seconds)).toBe(words);
});

it.each([
  [0, '0 s'],
  [0.4, '0.4 s'],
  [21_600, '6 h'],
  [21_600.001, '6 h 0.001 s'],
  [21_612, '6 h 12 s'],
  [183_661, '2 d 3 h 1 min 1 s'],
  [604_800, '7 d'],
  [-90, '−1 min 30 s'],
])('%d seconds are exactly %s', (seconds, words) => {
  expect(exactSpanWords(seconds)).toBe(words);
});
