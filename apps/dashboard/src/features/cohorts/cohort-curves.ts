import type { CohortRow } from '@trailmark/contract/cohorts';
import { colorAt } from '../../charts/chart-colors.ts';
import type { TrendPoint, TrendSeries } from '../../charts/trend.ts';
import { drawable } from '../../report/format-value.ts';

const TOTAL = 'total';
const USUAL_CURVES = 5;

interface Curves {
  series: TrendSeries[];
  points: TrendPoint[];
}

interface Drawn {
  total: CohortRow;
  rows: readonly CohortRow[];
  nameOf: (row: CohortRow) => string;
  /** The first day that is drawn. */
  first: number;
  /** How many rows besides the total: of single days there are too many, and each is too small. */
  most?: number;
}

/** The total, and the rows with the most installs. */
export function curvesOf({ total, rows, nameOf, first, most = USUAL_CURVES }: Drawn): Curves {
  const largest = rows
    .filter(({ cohort_size }) => cohort_size > 0)
    .sort((a, b) => b.cohort_size - a.cohort_size)
    .slice(0, most);
  // As the table has them, so that the legend can be followed.
  const shown = rows.filter((row) => largest.includes(row));
  const series: TrendSeries[] = [
    { key: TOTAL, label: 'All', color: 'accent' },
    ...shown.map(
      (row, index): TrendSeries => ({
        key: row.key,
        label: nameOf(row),
        color: colorAt(index + 1),
        look: 'line',
      }),
    ),
  ];
  const points = total.cells
    .filter(({ day }) => day >= first)
    .map(({ day }): TrendPoint => {
      const at = (row: CohortRow) => drawable(row.cells.find((cell) => cell.day === day)?.value);
      return {
        name: `D${day}`,
        title: `Day ${day}`,
        values: { [TOTAL]: at(total), ...Object.fromEntries(shown.map((row) => [row.key, at(row)])) },
      };
    });
  return { series, points };
}
