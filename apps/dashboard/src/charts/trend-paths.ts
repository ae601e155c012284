import { heightOf, type TrendPoint, type TrendSeries } from './trend.ts';
import type { TrendLayout } from './trend-layout.ts';

type Position = [x: number, y: number];

const text = ([x, y]: Position) => `${x.toFixed(1)} ${y.toFixed(1)}`;
const line = (positions: readonly Position[]) => `M${positions.map(text).join('L')}`;

/** The parts of a series between the points that have no number. */
function runsOf(points: readonly TrendPoint[], key: string): number[][] {
  const runs: number[][] = [[]];
  points.forEach(({ values }, index) => {
    if ((values[key] ?? null) === null) runs.push([]);
    else runs.at(-1)?.push(index);
  });
  return runs.filter(({ length }) => length > 0);
}

function positionOf(series: TrendSeries, { series: all, points, x, y }: TrendLayout) {
  return (index: number): Position => {
    const point = points[index];
    return [x(index), y((point && heightOf(series, all, point)) ?? 0)];
  };
}

/** Between a series and what is below it in its stack, or the zero line. */
export function areaPath(series: TrendSeries, layout: TrendLayout): string {
  const { points, x, y } = layout;
  const top = positionOf(series, layout);
  const below = (index: number): Position => {
    const point = points[index];
    const height = (point && heightOf(series, layout.series, point)) ?? 0;
    return [x(index), y(height - (point?.values[series.key] ?? 0))];
  };
  return runsOf(points, series.key)
    .map((run) => `${line([...run.map(top), ...run.toReversed().map(below)])}Z`)
    .join('');
}

export interface LinePaths {
  solid: string;
  /** The way to a last point that is not over yet. */
  tail: string;
  /** Points between two without a number: a line alone would not show them. */
  alone: Position[];
}

/** The line of a series, in two parts where its last point is not over yet. */
export function linePaths(series: TrendSeries, layout: TrendLayout): LinePaths {
  const { points } = layout;
  const position = positionOf(series, layout);
  const last = points.length - 1;
  const hasTail = points[last]?.isPartial === true && series.look !== 'dashed';
  const runs = runsOf(points, series.key);
  const end = runs.at(-1) ?? [];
  const tail = hasTail && end.at(-1) === last && end.length > 1 ? end.slice(-2) : [];
  const solid = runs.map((run) => (tail.length > 0 && run === end ? run.slice(0, -1) : run));
  const path = (run: number[]) => (run.length > 1 ? line(run.map(position)) : '');
  return {
    solid: solid.map(path).join(''),
    tail: path(tail),
    alone: runs.flatMap((run) => (run.length === 1 ? run.map(position) : [])),
  };
}
