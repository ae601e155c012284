import { expect, it } from 'vitest';
import { sparkPath } from './spark-path.ts';

it('goes from the lowest to the highest', () => {
  expect(sparkPath([0, 5, 10])).toBe('M0.00 22.00L50.00 12.00L100.00 2.00');
});

it('breaks where there is no number', () => {
  expect(sparkPath([1, null, 1, 2])).toBe('M0.00 22.00M66.67 22.00L100.00 2.00');
});

it('draws a level line in the middle, and nothing from nothing', () => {
  expect(sparkPath([3, 3])).toBe('M0.00 12.00L100.00 12.00');
  expect(sparkPath([null])).toBe('');
  expect(sparkPath([])).toBe('');
});
