import { heightOf, isDrawn, type TrendPoint, type TrendSeries, type TrendWords } from './trend.ts';
import { namedPoints, ticksOf } from './trend-ticks.ts';

const MARGIN = { top: 6, right: 18, bottom: 28 };
const TICK_GAP = 8;
const NAME_GAP = 42;
const WIDEST_BAR = 36;
/** How much of the width of a point its bars take. */
const BAR_SHARE = 0.8;
const BAR_GAP = 4;

export interface TrendBox {
  width: number;
  height: number;
  /** In pixels, as the axes are written. */
  textWidth: (text: string) => number;
}

interface TrendData {
  series: readonly TrendSeries[];
  points: readonly TrendPoint[];
  words: TrendWords;
}

/** Where everything of a trend is drawn, in pixels. */
export interface TrendLayout {
  series: readonly TrendSeries[];
  points: readonly TrendPoint[];
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The width of a point: from one to the next, or of all bars of one. */
  step: number;
  hasBars: boolean;
  x: (index: number) => number;
  y: (value: number) => number;
  /** The point that is nearest to a position in the drawing. */
  nearest: (x: number) => number;
  ticks: { value: number; text: string; at: number }[];
  names: { text: string; at: number }[];
}

export function layOut({ series: all, points, words }: TrendData, box: TrendBox): TrendLayout {
  const series = all.filter((one) => isDrawn(one, points));
  const heights = points.flatMap((point) => series.map((one) => heightOf(one, series, point) ?? 0));
  const values = ticksOf(heights, words);
  const texts = values.map(words.axis);
  const left = Math.ceil(Math.max(...texts.map(box.textWidth)) + TICK_GAP);
  const right = Math.max(left + 1, box.width - MARGIN.right);
  const top = MARGIN.top;
  const bottom = box.height - MARGIN.bottom;
  const hasBars = series.some(({ look }) => look === 'bar');
  // Points begin at the axis; bars need half of their width beside it.
  const step = (right - left) / Math.max(1, hasBars ? points.length : points.length - 1);
  const start = hasBars || points.length === 1 ? left + step / 2 : left;
  const x = (index: number) => start + index * step;
  const low = values[0] ?? 0;
  const span = (values.at(-1) ?? 1) - low;
  const y = (value: number) => bottom - ((value - low) / span) * (bottom - top);
  const named = namedPoints(
    points.map(({ name }) => name),
    { step, widthOf: box.textWidth, gap: NAME_GAP, room: box.width - start },
  );
  return {
    series,
    points,
    left,
    right,
    top,
    bottom,
    step,
    hasBars,
    x,
    y,
    nearest: (position) => Math.min(points.length - 1, Math.max(0, Math.round((position - start) / step))),
    ticks: values.map((value, at) => ({ value, text: texts[at] ?? '', at: y(value) })),
    names: named.map((index) => ({ text: points[index]?.name ?? '', at: x(index) })),
  };
}

export interface TrendBar {
  key: string;
  index: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The bars of a series: those of a stack are on top of each other, those of others side by side. */
export function barsOf(one: TrendSeries, layout: TrendLayout): TrendBar[] {
  const { series, points, step } = layout;
  const stackOf = ({ stack, key }: TrendSeries) => stack ?? `${key} alone`;
  const stacks = [...new Set(series.filter(({ look }) => look === 'bar').map(stackOf))];
  const gaps = BAR_GAP * (stacks.length - 1);
  const width = Math.max(1, Math.min(WIDEST_BAR, (step * BAR_SHARE - gaps) / stacks.length));
  const shift = stacks.indexOf(stackOf(one)) * (width + BAR_GAP) - (stacks.length * width + gaps) / 2;
  return points.flatMap((point, index) => {
    const value = point.values[one.key] ?? 0;
    if (value === 0) return [];
    const to = heightOf(one, series, point) ?? 0;
    const [from, until] = [layout.y(to - value), layout.y(to)];
    const height = Math.abs(from - until);
    return { key: one.key, index, x: layout.x(index) + shift, y: Math.min(from, until), width, height };
  });
}
