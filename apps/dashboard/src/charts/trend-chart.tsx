import type { ReactNode } from 'react';
import { cn } from '../ui/cn.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { CHART_COLORS } from './chart-colors.ts';
import { SeriesMark } from './series-mark.tsx';
import type { TrendPoint, TrendSeries, TrendWords } from './trend.ts';
import { TrendPlot, type TrendPlotProps } from './trend-plot.tsx';

interface TrendChartProps {
  /** What is drawn: "Installs by day". */
  label: string;
  series: readonly TrendSeries[];
  /** Null while they load. */
  points: readonly TrendPoint[] | null;
  words: TrendWords;
  height?: number;
  /** A click on a point, or Enter, opens it; a click on a bar says of which series it is. */
  onPick?: (point: TrendPoint, series?: string) => void;
  /** Shown in the middle when there is nothing to draw. */
  empty?: ReactNode;
}

/** A trend in a fixed height: loading, empty or drawn, nothing moves. What is around it says aria-busy. */
export function TrendChart({ label, series, points, words, height = 230, onPick, empty }: TrendChartProps) {
  const nothing = points?.every(({ values }) => series.every(({ key }) => !values[key])) ?? false;
  return (
    <figure className="relative" style={{ height }}>
      {points === null && <Skeleton className="size-full rounded-sm" />}
      {points !== null && nothing && (
        <div className="grid size-full place-items-center text-center text-sm text-text-2">
          {empty ?? 'No data in this period.'}
        </div>
      )}
      {points !== null && !nothing && (
        <>
          <TrendPlot
            label={label}
            series={series}
            points={points}
            words={words}
            height={height}
            {...(onPick ? { onPick } : {})}
          />
          <TrendTable label={label} series={series} points={points} words={words} />
        </>
      )}
    </figure>
  );
}

type TrendTableProps = Pick<TrendPlotProps, 'label' | 'series' | 'points' | 'words'>;

/** The same numbers for who cannot see the drawing. */
function TrendTable({ label, series, points, words }: TrendTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {series.map(({ key, label: name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ title, values }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {series.map(({ key }) => (
                <td key={key}>{words.value(values[key] ?? null, key)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The legend, next to a chart's title. */
export function ChartLegend({ series }: { series: readonly TrendSeries[] }) {
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-text-2">
      {series.map(({ key, label, color, look }) => (
        <li key={key} className="flex items-center gap-1.5">
          <SeriesMark color={CHART_COLORS[color]} dashed={look === 'dashed'} />
          {label}
        </li>
      ))}
    </ul>
  );
}

interface LegendTogglesProps {
  series: readonly TrendSeries[];
  hidden: ReadonlySet<string>;
  onToggle: (key: string) => void;
}

/** The legend of a chart whose series can be left out. */
export function LegendToggles({ series, hidden, onToggle }: LegendTogglesProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-x-1 gap-y-1 text-sm">
      <legend className="sr-only">Shown in the chart</legend>
      {series.map(({ key, label, color }) => (
        <button
          key={key}
          type="button"
          aria-label={`Show ${label}`}
          aria-pressed={!hidden.has(key)}
          onClick={() => onToggle(key)}
          className={cn(
            'flex h-6 max-w-48 items-center gap-1.5 rounded-xs px-1.5 text-text-2 hover:bg-hover pointer-coarse:h-9',
            hidden.has(key) && 'text-text-3 line-through',
          )}
        >
          <SeriesMark color={hidden.has(key) ? 'var(--line-strong)' : CHART_COLORS[color]} dashed={false} />
          <span className="truncate">{label}</span>
        </button>
      ))}
    </fieldset>
  );
}
