import { expect, it } from 'vitest';
import { positionByKey } from './cell-position.ts';

const size = { rows: 13, days: 31 };

it.each([
  ['ArrowRight', { row: 2, day: 8 }],
  ['ArrowLeft', { row: 2, day: 6 }],
  ['ArrowDown', { row: 3, day: 7 }],
  ['ArrowUp', { row: 1, day: 7 }],
  ['PageDown', { row: 12, day: 7 }],
  ['PageUp', { row: 0, day: 7 }],
  ['Home', { row: 2, day: 0 }],
  ['End', { row: 2, day: 30 }],
])('%s leads to %j', (key, position) => {
  expect(positionByKey(key, { row: 2, day: 7 }, size)).toEqual(position);
});

it('stays inside, and leaves other keys alone', () => {
  expect(positionByKey('ArrowUp', { row: 0, day: 0 }, size)).toEqual({ row: 0, day: 0 });
  expect(positionByKey('ArrowRight', { row: 12, day: 30 }, size)).toEqual({ row: 12, day: 30 });
  expect(positionByKey('Tab', { row: 0, day: 0 }, size)).toBeNull();
});
