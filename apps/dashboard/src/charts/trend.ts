import type { ChartColor } from './chart-colors.ts';

/** One line or area of a trend. */
export interface TrendSeries {
  key: string;
  label: string;
  color: ChartColor;
  /** `area` unless it is said; `dashed` is for what something is compared with. */
  look?: 'area' | 'line' | 'dashed' | 'bar';
  /** Areas and bars of one stack are drawn on top of each other. */
  stack?: string;
}

/** One day, or week, or month: its name and the number of every series; null leaves a gap. */
export interface TrendPoint {
  /** Short, for the axis: "8 Jun". */
  name: string;
  /** Long, for the tooltip and the table: "Mon 8 June". */
  title: string;
  values: Readonly<Record<string, number | null>>;
  /** Shown next to a series in the tooltip, such as the day it is compared with. */
  notes?: Readonly<Record<string, string>>;
  /** It is not over yet: the way to it is dashed. */
  isPartial?: boolean;
}

/** A series that is zero throughout adds nothing to its stack: its line would only cover the one below. */
export function isDrawn({ key, stack }: TrendSeries, points: readonly TrendPoint[]): boolean {
  return stack === undefined || points.some(({ values }) => values[key]);
}

/** Where the line of a series runs at a point: on top of those below it in its stack. */
export function heightOf(
  series: TrendSeries,
  all: readonly TrendSeries[],
  { values }: TrendPoint,
): number | null {
  const own = values[series.key] ?? null;
  if (own === null || series.stack === undefined) return own;
  const below = all.slice(0, all.indexOf(series)).filter(({ stack }) => stack === series.stack);
  return below.reduce((sum, { key }) => sum + (values[key] ?? 0), own);
}

/** What the series of a stack add up to; null where nothing is stacked. */
export function totalOf(series: readonly TrendSeries[], { values }: TrendPoint): number | null {
  const stacked = series.filter(({ stack }) => stack !== undefined);
  return stacked.length > 1 ? stacked.reduce((sum, { key }) => sum + (values[key] ?? 0), 0) : null;
}

export interface TrendWords {
  value: (value: number | null, key: string) => string;
  axis: (value: number) => string;
  /** There are no halves of what is counted. */
  whole?: boolean;
}
