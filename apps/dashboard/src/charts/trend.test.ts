import { expect, it } from 'vitest';
import { heightOf, isDrawn, type TrendPoint, type TrendSeries, totalOf } from './trend.ts';

const points: TrendPoint[] = [0, 3].map((paid) => ({
  name: '1 Jun',
  title: 'Mon, 1 June 2026',
  values: { paid, owned: 0, organic: null },
}));

it.each([
  ['a stacked series with a value', { key: 'paid', stack: 'installs' }, true],
  ['a stacked series of zeros', { key: 'owned', stack: 'installs' }, false],
  ['a stacked series without values', { key: 'organic', stack: 'installs' }, false],
  ['a series of zeros that is not stacked', { key: 'owned' }, true],
])('decides whether to draw %s', (_, series, drawn) => {
  expect(isDrawn({ label: 'Series', color: 'accent', ...series }, points)).toBe(drawn);
});

const series = (key: string, stack?: string): TrendSeries => ({
  key,
  label: key,
  color: 'accent',
  ...(stack ? { stack } : {}),
});
const stack = [series('organic', 'installs'), series('owned', 'installs'), series('before')];
const [, owned, before] = stack as [TrendSeries, TrendSeries, TrendSeries];

it('draws the line of a stacked series on top of those below it', () => {
  const point = { name: '', title: '', values: { organic: 5, owned: 2, before: 9 } };
  expect(heightOf(owned, stack, point)).toBe(7);
  expect(heightOf(before, stack, point)).toBe(9);
  expect(heightOf(owned, stack, { ...point, values: { organic: 5, owned: null } })).toBeNull();
});

it('adds up what is stacked, and nothing where nothing is', () => {
  const point = { name: '', title: '', values: { organic: 5, owned: 2, before: 9 } };
  expect(totalOf(stack, point)).toBe(7);
  expect(totalOf([before], point)).toBeNull();
});
