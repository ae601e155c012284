import { useEffect, useRef } from 'react';
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  Rectangle,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { cn } from '../ui/cn.ts';
import { CHART_COLORS } from './chart-colors.ts';
import { SeriesMark } from './series-mark.tsx';
import { heightOf, isDrawn, type TrendPoint, type TrendSeries, type TrendWords, totalOf } from './trend.ts';

export interface TrendPlotProps {
  label: string;
  series: readonly TrendSeries[];
  points: readonly TrendPoint[];
  words: TrendWords;
  height: number;
  /** A click on a point, or Enter, opens it; a click on a bar says of which series it is. */
  onPick?: (point: TrendPoint, series?: string) => void;
}

const tick = { fontSize: 10.5, fill: 'var(--text-3)' };

/** Drawn with recharts, which is fetched only by screens that draw. Arrow keys go from day to day. */
export function TrendPlot({ label, series, points, words, height, onPick }: TrendPlotProps) {
  const shown = useRef<TrendPoint | undefined>(undefined);
  // The click on a bar comes before that on the plot.
  const bar = useRef<{ point: TrendPoint; key: string } | undefined>(undefined);
  const pick = () => {
    const point = bar.current?.point ?? shown.current;
    if (point) onPick?.(point, bar.current?.key);
    bar.current = undefined;
  };
  const drawn = series.filter((one) => isDrawn(one, points));
  const hasBars = drawn.some(({ look }) => look === 'bar');
  const plot = (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 600, height }}>
      <ComposedChart
        data={points as TrendPoint[]}
        margin={{ top: 6, right: 18, bottom: 0, left: 0 }}
        aria-label={label}
        className={cn('[&_.recharts-surface]:rounded-xs', onPick && '[&_.recharts-surface]:cursor-pointer')}
        onClick={pick}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="name"
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--line)' }}
          interval="equidistantPreserveStart"
          minTickGap={42}
          tickMargin={6}
        />
        <YAxis
          tick={tick}
          tickLine={false}
          axisLine={false}
          width="auto"
          tickFormatter={words.axis}
          tickCount={5}
          allowDecimals={!words.whole}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={hasBars ? { fill: 'var(--hover)' } : { stroke: 'var(--line-strong)' }}
          content={({ active, payload }) =>
            active && payload?.[0] ? (
              <PlotTooltip
                point={payload[0].payload as TrendPoint}
                series={series}
                words={words}
                onShow={(point) => {
                  shown.current = point;
                }}
              />
            ) : null
          }
        />
        {drawn.map((one) => seriesArea(one))}
        {drawn.map((one) =>
          seriesBar(one, (point) => {
            bar.current = { point, key: one.key };
          }),
        )}
        {drawn.flatMap((one) => seriesLines(one, drawn, points))}
      </ComposedChart>
    </ResponsiveContainer>
  );
  if (!onPick) return plot;
  return (
    <figure
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // Otherwise the same key presses the button that gets the focus in what opens.
        event.preventDefault();
        pick();
      }}
    >
      {plot}
    </figure>
  );
}

/** Not components of their own: recharts looks for its parts among the children it knows. */
function seriesArea({ key, color, look = 'area', stack }: TrendSeries) {
  if (look !== 'area') return null;
  return (
    <Area
      key={`${key} area`}
      dataKey={({ values }: TrendPoint) => values[key] ?? null}
      name={key}
      stroke="none"
      fill={CHART_COLORS[color]}
      fillOpacity={0.14}
      isAnimationActive={false}
      dot={false}
      activeDot={false}
      {...(stack ? { stackId: stack } : {})}
    />
  );
}

/** A bar that is not over yet is paler. */
function seriesBar({ key, color, look, stack }: TrendSeries, onClick: (point: TrendPoint) => void) {
  if (look !== 'bar') return null;
  return (
    <Bar
      key={`${key} bar`}
      dataKey={({ values }: TrendPoint) => values[key] ?? null}
      name={key}
      fill={CHART_COLORS[color]}
      isAnimationActive={false}
      maxBarSize={36}
      onClick={({ payload }) => onClick(payload as TrendPoint)}
      shape={({ payload, ...bar }) => (
        <Rectangle {...bar} fillOpacity={(payload as TrendPoint).isPartial ? 0.5 : 1} />
      )}
      {...(stack ? { stackId: stack } : {})}
    />
  );
}

/** The line of a series, in two parts where its last point is not over yet: the way there is dashed. */
function seriesLines(one: TrendSeries, all: readonly TrendSeries[], points: readonly TrendPoint[]) {
  const { key, color, look = 'area' } = one;
  if (look === 'bar') return [];
  const stroke = CHART_COLORS[color];
  const last = points.at(-1);
  const tail = last?.isPartial && look !== 'dashed' ? points.slice(-2) : [];
  const common = { stroke, isAnimationActive: false, dot: false, strokeWidth: 1.6, name: key } as const;
  const activeDot = { r: 3, fill: 'var(--panel)', stroke, strokeWidth: 1.6 };
  const compared = look === 'dashed' ? { strokeDasharray: '3 3', strokeWidth: 1.2 } : {};
  const at = (point: TrendPoint) => heightOf(one, all, point);
  return [
    <Line
      key={key}
      dataKey={(point: TrendPoint) => (tail.length > 0 && point === last ? null : at(point))}
      {...common}
      {...compared}
      activeDot={look === 'dashed' ? false : activeDot}
    />,
    tail.length > 0 && (
      <Line
        key={`${key} tail`}
        dataKey={(point: TrendPoint) => (tail.includes(point) ? at(point) : null)}
        {...common}
        strokeDasharray="2 3"
        activeDot={activeDot}
      />
    ),
  ];
}

interface PlotTooltipProps {
  point: TrendPoint;
  series: readonly TrendSeries[];
  words: TrendWords;
  /** Called with the point that it is of, be it by mouse or by arrow keys. */
  onShow: (point: TrendPoint) => void;
}

function PlotTooltip({ point, series, words, onShow }: PlotTooltipProps) {
  useEffect(() => onShow(point));
  const total = totalOf(series, point);
  return (
    <div className="min-w-40 rounded-sm border border-line-strong bg-raised px-3 py-2 text-sm shadow-lg">
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
