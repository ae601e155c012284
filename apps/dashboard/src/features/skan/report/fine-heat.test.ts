import { expect, it } from 'vitest';
import { heatOf } from './fine-heat.ts';

it('grows with the number, shows whatever came, and stays weak enough for text', () => {
  expect(heatOf(0, 100)).toBe(0);
  expect(heatOf(0, 0)).toBe(0);
  expect(heatOf(1, 1_000_000)).toBe(6);
  expect(heatOf(25, 100)).toBe(23);
  expect(heatOf(100, 100)).toBe(46);
});
