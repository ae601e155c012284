import { expect, it } from 'vitest';
import type { TrendPoint, TrendSeries } from './trend.ts';
import { barsOf, layOut } from './trend-layout.ts';
import { areaPath, linePaths } from './trend-paths.ts';

const box = { width: 350, height: 134, textWidth: (text: string) => text.length * 6 };
const words = { value: String, axis: String, whole: true };
const pointsOf = (...values: TrendPoint['values'][]): TrendPoint[] =>
  values.map((one, at) => ({ name: `${at + 1} Jun`, title: `${at + 1} June`, values: one }));
const area: TrendSeries = { key: 'a', label: 'A', color: 'accent' };
const stacked = (key: string, look: 'area' | 'bar'): TrendSeries => {
  return { key, label: key, color: 'accent', look, stack: 'all' };
};

it('draws from the labels of the axis to the margin, and from zero up', () => {
  const layout = layOut({ series: [area], points: pointsOf({ a: 0 }, { a: 2 }, { a: 4 }), words }, box);
  expect(layout).toMatchObject({ left: 14, right: 332, top: 6, bottom: 106 });
  expect([0, 1, 2].map(layout.x)).toEqual([14, 173, 332]);
  expect([0, 2, 4].map(layout.y)).toEqual([106, 56, 6]);
  expect(layout.ticks.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4']);
  expect([-9, 90, 100, 900].map(layout.nearest)).toEqual([0, 0, 1, 2]);
});

it('puts a single point in the middle', () => {
  const layout = layOut({ series: [area], points: pointsOf({ a: 4 }), words }, box);
  expect(layout.x(0)).toBe(173);
  expect(linePaths(area, layout)).toEqual({ solid: '', tail: '', alone: [[173, 6]] });
});

it('interrupts lines and areas where there is no number', () => {
  const points = pointsOf({ a: 4 }, { a: 0 }, { a: null }, { a: 2 });
  const layout = layOut({ series: [area], points, words }, box);
  expect(linePaths(area, layout)).toEqual({ solid: 'M14.0 6.0L120.0 106.0', tail: '', alone: [[332, 56]] });
  expect(areaPath(area, layout)).toBe(
    'M14.0 6.0L120.0 106.0L120.0 106.0L14.0 106.0ZM332.0 56.0L332.0 106.0Z',
  );
});

it('goes to a day that is not over yet by a line of its own', () => {
  const points = pointsOf({ a: 4 }, { a: 4 }, { a: 0 }).map((point, at) => ({
    ...point,
    isPartial: at === 2,
  }));
  const layout = layOut({ series: [area], points, words }, box);
  expect(linePaths(area, layout)).toMatchObject({
    solid: 'M14.0 6.0L173.0 6.0',
    tail: 'M173.0 6.0L332.0 106.0',
  });
  expect(linePaths({ ...area, look: 'dashed' }, layout)).toMatchObject({ tail: '' });
});

it('stacks bars, and leaves out those of zero', () => {
  const series = [stacked('a', 'bar'), stacked('b', 'bar')];
  const layout = layOut({ series, points: pointsOf({ a: 1, b: 3 }, { a: 0, b: 2 }), words }, box);
  expect(series.flatMap((one) => barsOf(one, layout))).toEqual([
    { key: 'a', index: 0, x: 75.5, y: 81, width: 36, height: 25 },
    { key: 'b', index: 0, x: 75.5, y: 6, width: 36, height: 75 },
    { key: 'b', index: 1, x: 234.5, y: 56, width: 36, height: 50 },
  ]);
});

it('puts bars of different stacks side by side', () => {
  const series = ['a', 'b'].map((key): TrendSeries => ({ key, label: key, color: 'accent', look: 'bar' }));
  const layout = layOut({ series, points: pointsOf({ a: 1, b: 4 }), words }, box);
  expect(series.flatMap((one) => barsOf(one, layout)).map(({ x }) => x)).toEqual([135, 175]);
});

it('draws areas of a stack on top of each other', () => {
  const series = [stacked('a', 'area'), stacked('b', 'area')];
  const layout = layOut({ series, points: pointsOf({ a: 1, b: 3 }, { a: 2, b: 2 }), words }, box);
  expect(areaPath(series[1] as TrendSeries, layout)).toBe('M14.0 6.0L332.0 6.0L332.0 56.0L14.0 81.0Z');
});
