/** The colours of series, from the tokens: they change with the theme by themselves. */
export const CHART_COLORS = {
  accent: 'var(--accent)',
  blue: 'var(--c1)',
  orange: 'var(--c2)',
  green: 'var(--c3)',
  violet: 'var(--c4)',
  red: 'var(--c5)',
  yellow: 'var(--c6)',
  grey: 'var(--c7)',
} as const;
export type ChartColor = keyof typeof CHART_COLORS;

const ORDER: readonly ChartColor[] = ['blue', 'orange', 'green', 'violet', 'red', 'yellow', 'grey'];

/** The colour of the n-th of many. */
export function colorAt(index: number): ChartColor {
  return ORDER[index % ORDER.length] ?? 'grey';
}
