import { expect, it } from 'vitest';
import { namedPoints, ticksOf } from './trend-ticks.ts';

it.each([
  ['counts', [0, 7], true, [0, 2, 4, 6, 8]],
  ['one of something', [1], true, [0, 1]],
  ['a large number', [87_000], true, [0, 25_000, 50_000, 75_000, 100_000]],
  ['fractions', [0.03, 0.27], false, [0, 0.1, 0.2, 0.3]],
  ['tenths of a percent', [0.004], false, [0, 0.001, 0.002, 0.003, 0.004]],
  ['a loss', [-30, 80], false, [-50, 0, 50, 100]],
  ['only losses', [-3], false, [-3, -2, -1, 0]],
  ['nothing but zero', [0, 0], true, [0, 1]],
])('chooses round ticks for %s', (_, values, whole, ticks) => {
  expect(ticksOf(values, { whole })).toEqual(ticks);
});

const names = Array.from({ length: 10 }, (_, at) => `${at + 1} Jun`);
const widthOf = () => 30;

it.each([
  ['all of them', 80, 9 * 80 + 15, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['every third', 25, 9 * 25 + 15, [0, 3, 6, 9]],
  ['every third but the last, which would be cut off', 25, 9 * 25 + 10, [0, 3, 6]],
  ['only the first', 2, 9 * 2 + 15, [0]],
])('names %s where there is room', (_, step, room, named) => {
  expect(namedPoints(names, { step, widthOf, gap: 40, room })).toEqual(named);
});

it('names a single point, and none of none', () => {
  expect(namedPoints(['1 Jun'], { step: 0, widthOf, gap: 40, room: 10 })).toEqual([0]);
  expect(namedPoints([], { step: 0, widthOf, gap: 40, room: 10 })).toEqual([]);
});
