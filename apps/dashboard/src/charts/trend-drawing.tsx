import { CHART_COLORS } from './chart-colors.ts';
import { heightOf, type TrendSeries } from './trend.ts';
import { barsOf, type TrendLayout } from './trend-layout.ts';
import { areaPath, linePaths } from './trend-paths.ts';

export const AXIS_FONT_SIZE = 10.5;
const LINE_WIDTH = 1.6;

interface PartProps {
  layout: TrendLayout;
}

interface SeriesProps extends PartProps {
  series: TrendSeries;
}

/** Everything that stays while somebody goes from point to point. */
export function TrendDrawing({ layout }: PartProps) {
  const { series } = layout;
  const areas = series.filter(({ look = 'area' }) => look === 'area');
  const bars = series.filter(({ look }) => look === 'bar');
  const lines = series.filter(({ look }) => look !== 'bar');
  return (
    <>
      <Axes layout={layout} />
      {areas.map((one) => (
        <path key={one.key} d={areaPath(one, layout)} fill={CHART_COLORS[one.color]} fillOpacity={0.14} />
      ))}
      {bars.map((one) => (
        <Bars key={one.key} series={one} layout={layout} />
      ))}
      {lines.map((one) => (
        <Lines key={one.key} series={one} layout={layout} />
      ))}
    </>
  );
}

function Axes({ layout: { left, right, bottom, ticks, names } }: PartProps) {
  return (
    <>
      <g data-slot="trend-grid" stroke="var(--line)" shapeRendering="crispEdges">
        {ticks.map(({ value, at }) => (
          <line key={value} x1={left} x2={right} y1={at} y2={at} />
        ))}
        <line x1={left} x2={right} y1={bottom} y2={bottom} />
      </g>
      <g fill="var(--text-3)" fontSize={AXIS_FONT_SIZE}>
        {ticks.map(({ value, text, at }) => (
          <text key={value} x={left - 8} y={at} dy="0.355em" textAnchor="end">
            {text}
          </text>
        ))}
        {names.map(({ text, at }) => (
          <text key={at} x={at} y={bottom + 18} textAnchor="middle">
            {text}
          </text>
        ))}
      </g>
    </>
  );
}

/** A bar that is not over yet is paler. */
function Bars({ series, layout }: SeriesProps) {
  return (
    <g fill={CHART_COLORS[series.color]}>
      {barsOf(series, layout).map(({ key, index, ...position }) => (
        <rect
          key={index}
          data-slot="trend-bar"
          data-series={key}
          data-index={index}
          fillOpacity={layout.points[index]?.isPartial ? 0.5 : 1}
          {...position}
        />
      ))}
    </g>
  );
}

function Lines({ series, layout }: SeriesProps) {
  const { solid, tail, alone } = linePaths(series, layout);
  const stroke = CHART_COLORS[series.color];
  const compared = series.look === 'dashed' ? { strokeDasharray: '3 3', strokeWidth: 1.2 } : {};
  return (
    <g fill="none" stroke={stroke} strokeWidth={LINE_WIDTH} strokeLinejoin="round">
      {solid && <path d={solid} {...compared} />}
      {tail && <path d={tail} strokeDasharray="2 3" />}
      {alone.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r={2} fill={stroke} />
      ))}
    </g>
  );
}

/** Which point is looked at: a line through it, or the ground of its bars. */
export function TrendCursor({ layout, index }: PartProps & { index: number }) {
  const { top, bottom, step, hasBars, x } = layout;
  if (hasBars) {
    return <rect x={x(index) - step / 2} y={top} width={step} height={bottom - top} fill="var(--hover)" />;
  }
  return <line x1={x(index)} x2={x(index)} y1={top} y2={bottom} stroke="var(--line-strong)" />;
}

/** A dot on every line. */
export function TrendDots({ layout, index }: PartProps & { index: number }) {
  const { series, points, x, y } = layout;
  const point = points[index];
  if (!point) return null;
  return series.map((one) => {
    const height = heightOf(one, series, point);
    if (one.look === 'bar' || one.look === 'dashed' || height === null) return null;
    const stroke = CHART_COLORS[one.color];
    return (
      <circle
        key={one.key}
        cx={x(index)}
        cy={y(height)}
        r={3}
        fill="var(--panel)"
        stroke={stroke}
        strokeWidth={LINE_WIDTH}
      />
    );
  });
}
