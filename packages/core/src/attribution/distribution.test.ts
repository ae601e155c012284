import { expect, test } from 'vitest';
import { findOutliers, isOutlier } from './distribution.ts';
import { DEFAULT_OUTLIER_THRESHOLDS } from './rules.ts';

const TWO_HOURS = 7200;
const A_DAY = 86_400;

/** `late` installs in the middle of the late hours, the rest within minutes. */
const source = (campaignId: string, late: number, installs: number) => ({
  campaignId,
  ctitSeconds: Array.from({ length: installs }, (_, index) => (index < late ? 40_000 : 300)),
});
const find = (...sources: Parameters<typeof findOutliers>[0]) =>
  findOutliers(sources, DEFAULT_OUTLIER_THRESHOLDS);

test.each([
  ['41 of 100 late', 41, 100, true],
  ['40 of 100 late: exactly the share', 40, 100, false],
  ['all of 99 late: too few to tell', 99, 99, false],
  ['none', 0, 0, false],
])('%s', (_, late, installs, expected) => {
  expect(find(source('a', late, installs)).length === 1).toBe(expected);
  expect(isOutlier({ installs, late }, DEFAULT_OUTLIER_THRESHOLDS)).toBe(expected);
});

test('each source is measured on its own', () => {
  expect(find(source('honest', 20, 200), source('flood', 150, 200))).toEqual([
    { campaignId: 'flood', installs: 200, lateShare: 0.75 },
  ]);
});

test.each([
  ['at two hours', TWO_HOURS, false],
  ['one second after two hours', TWO_HOURS + 1, true],
  ['at a day', A_DAY, true],
  ['one second after a day', A_DAY + 1, false],
])('an install %s', (_, ctit, isLate) => {
  const ctitSeconds = Array.from({ length: 100 }, () => ctit);
  expect(find({ campaignId: 'a', ctitSeconds })).toHaveLength(isLate ? 1 : 0);
});

test('the thresholds are settings', () => {
  expect(findOutliers([source('a', 2, 10)], { lateShare: 0.1, minInstalls: 10 })).toHaveLength(1);
  expect(findOutliers([source('a', 0, 0)], { lateShare: 0, minInstalls: 0 })).toEqual([]);
});
