import { expect, it } from 'vitest';
import { isDrawn, type TrendPoint } from './trend.ts';

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
