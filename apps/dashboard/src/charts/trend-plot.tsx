import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { CHART_COLORS } from './chart-colors.ts';
import { SeriesMark } from './series-mark.tsx';
import { isDrawn, type TrendPoint, type TrendSeries, type TrendWords } from './trend.ts';

export interface TrendPlotProps {
  label: string;
  series: readonly TrendSeries[];
  points: readonly TrendPoint[];
  words: TrendWords;
  height: number;
}

const tick = { fontSize: 10.5, fill: 'var(--text-3)' };

/** Drawn with recharts, which is fetched only by screens that draw. Arrow keys go from day to day. */
export function TrendPlot({ label, series, points, words, height }: TrendPlotProps) {
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 600, height }}>
      <ComposedChart
        data={points as TrendPoint[]}
        margin={{ top: 6, right: 18, bottom: 0, left: 0 }}
        aria-label={label}
        className="[&_.recharts-surface]:rounded-xs"
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
          cursor={{ stroke: 'var(--line-strong)' }}
          content={({ active, payload }) =>
            active && payload?.[0] ? (
              <PlotTooltip point={payload[0].payload as TrendPoint} series={series} words={words} />
            ) : null
          }
        />
        {series.filter((one) => isDrawn(one, points)).map((one) => seriesShape(one))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

/** Not a component of its own: recharts looks for its parts among the children it knows. */
function seriesShape({ key, color, look = 'area', stack }: TrendSeries) {
  const stroke = CHART_COLORS[color];
  const common = {
    dataKey: ({ values }: TrendPoint) => values[key] ?? null,
    name: key,
    stroke,
    isAnimationActive: false,
    dot: false,
    activeDot: { r: 3, fill: 'var(--panel)', stroke, strokeWidth: 1.6 },
    strokeWidth: 1.6,
  } as const;
  if (look === 'area') {
    return (
      <Area key={key} {...common} fill={stroke} fillOpacity={0.14} {...(stack ? { stackId: stack } : {})} />
    );
  }
  const dashes = look === 'dashed' ? { strokeDasharray: '3 3', strokeWidth: 1.2, activeDot: false } : {};
  return <Line key={key} {...common} {...dashes} />;
}

interface PlotTooltipProps {
  point: TrendPoint;
  series: readonly TrendSeries[];
  words: TrendWords;
}

function PlotTooltip({ point, series, words }: PlotTooltipProps) {
  return (
    <div className="min-w-40 rounded-sm border border-line-strong bg-raised px-3 py-2 text-sm shadow-lg">
      <p className="mb-1 font-semibold">{point.title}</p>
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
