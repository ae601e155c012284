import { type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react';
import { cn } from '../ui/cn.ts';
import { textMeasure } from './text-width.ts';
import type { TrendPoint, TrendSeries, TrendWords } from './trend.ts';
import { AXIS_FONT_SIZE, TrendCursor, TrendDots, TrendDrawing } from './trend-drawing.tsx';
import { layOut } from './trend-layout.ts';
import { TrendTooltip } from './trend-tooltip.tsx';
import { useBoxWidth } from './use-box-width.ts';
import { useTrendCursor } from './use-trend-cursor.ts';

export interface TrendPlotProps {
  label: string;
  series: readonly TrendSeries[];
  points: readonly TrendPoint[];
  words: TrendWords;
  height: number;
  /** A click on a point, or Enter, opens it; a click on a bar says of which series it is. */
  onPick?: (point: TrendPoint, series?: string) => void;
}

/** The drawing of a trend. Arrow keys go from day to day. */
export function TrendPlot(props: TrendPlotProps) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useBoxWidth(ref);
  return (
    <div ref={ref} className="relative" style={{ height: props.height }}>
      {width > 0 && <Plot {...props} width={width} />}
    </div>
  );
}

function Plot({ label, series, points, words, height, onPick, width }: TrendPlotProps & { width: number }) {
  const layout = useMemo(
    () => layOut({ series, points, words }, { width, height, textWidth: textMeasure(AXIS_FONT_SIZE) }),
    [series, points, words, width, height],
  );
  // Where the cursor goes, the rest is not drawn again.
  const still = useMemo(() => <TrendDrawing layout={layout} />, [layout]);
  const { cursor, drawing, handlers } = useTrendCursor(layout);
  const shown = cursor && points[cursor.index];
  const click = ({ target }: MouseEvent) => {
    const { series: bar, index } = (target as SVGElement).dataset;
    const point = index === undefined ? shown : points[Number(index)];
    if (point) onPick?.(point, bar);
  };
  const press = (event: KeyboardEvent) => {
    handlers.onKeyDown(event);
    if (event.key !== 'Enter' || !shown || !onPick) return;
    // Otherwise the same key presses the button that gets the focus in what opens.
    event.preventDefault();
    onPick(shown);
  };
  return (
    <>
      <svg
        ref={drawing}
        role="application"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys.
        tabIndex={0}
        width={width}
        height={height}
        // Out of the flow: it would keep the box as wide as it is itself, when the window becomes narrower.
        className={cn('absolute inset-0 touch-pan-y overflow-visible rounded-xs', onPick && 'cursor-pointer')}
        {...handlers}
        onKeyDown={press}
        onClick={click}
      >
        {layout.hasBars && cursor && <TrendCursor layout={layout} index={cursor.index} />}
        {still}
        {!layout.hasBars && cursor && <TrendCursor layout={layout} index={cursor.index} />}
        {cursor && <TrendDots layout={layout} index={cursor.index} />}
      </svg>
      {cursor && shown && (
        <TrendTooltip
          point={shown}
          series={series}
          words={words}
          at={{ x: layout.x(cursor.index), y: cursor.y ?? layout.top }}
          box={{ width, height }}
        />
      )}
    </>
  );
}
