import { useLayoutEffect, useRef } from 'react';
import { CHART_COLORS } from './chart-colors.ts';
import { SeriesMark } from './series-mark.tsx';
import { type TrendPoint, type TrendSeries, type TrendWords, totalOf } from './trend.ts';

const DISTANCE = 12;

interface TrendTooltipProps {
  point: TrendPoint;
  series: readonly TrendSeries[];
  words: TrendWords;
  /** Where the point is, and how high the tooltip is wanted; it stays inside the box. */
  at: { x: number; y: number };
  box: { width: number; height: number };
}

/** Beside the point: right of it and below the pointer, or on the other side where there is more room. */
export function TrendTooltip({ point, series, words, at, box }: TrendTooltipProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const { offsetWidth: width, offsetHeight: height } = element;
    const isRight = at.x + DISTANCE + width <= box.width || at.x < box.width / 2;
    const x = isRight ? at.x + DISTANCE : at.x - DISTANCE - width;
    const left = Math.max(0, Math.min(x, box.width - width));
    const isBelow = at.y + DISTANCE + height <= box.height;
    const top = Math.max(0, isBelow ? at.y + DISTANCE : at.y - DISTANCE - height);
    element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  });
  const total = totalOf(series, point);
  return (
    <div
      ref={ref}
      data-slot="trend-tooltip"
      className="pointer-events-none absolute top-0 left-0 z-10 w-max max-w-full min-w-40 rounded-sm border border-line-strong bg-raised px-3 py-2 text-sm shadow-lg"
    >
      <p className="mb-1 font-semibold">
        {point.title}
        {point.isPartial && <span className="font-normal text-text-3"> so far</span>}
      </p>
      {total !== null && (
        <p className="flex items-center gap-2 font-medium">
          Total
          <span className="num ml-auto pl-4">{words.value(total, '')}</span>
        </p>
      )}
      {series.map(({ key, label, color, look }) => (
        <p key={key} className="flex items-center gap-2">
          <SeriesMark color={CHART_COLORS[color]} dashed={look === 'dashed'} />
          <span className="text-text-2">
            {label}
            {point.notes?.[key] && <span className="text-text-3"> {point.notes[key]}</span>}
          </span>
          <span className="num ml-auto pl-4">{words.value(point.values[key] ?? null, key)}</span>
        </p>
      ))}
    </div>
  );
}
