import type { CohortCell } from '@trailmark/contract/cohorts';
import { earningsOf, isMature, retentionOf, type View } from './expected-metrics.ts';
import { perCount, ratio, shown } from './money.ts';

interface CohortTable {
  metric: string;
  mode: string;
  days: number;
}

/** Who came back, for rolling and cumulative retention: install by install, where each is credited now. */
function returned(view: View, mode: string, day: number) {
  const own = view.facts.installs.filter(
    ({ cohort, dimensions }) =>
      cohort !== null &&
      cohort >= view.from &&
      cohort <= view.to &&
      view.has(dimensions) &&
      isMature(view, cohort, { day, isActivity: true }),
  );
  const came = own.filter(({ days }) =>
    [...days].some((one) => (mode === 'rolling' ? one >= day : one > 0 && one <= day)),
  );
  return { retained: came.length, installs: own.length };
}

type Cell = Pick<CohortCell, 'value' | 'of' | 'over'>;

function cellOf(view: View, { metric, mode }: CohortTable, day: number): Cell {
  if (metric === 'retention') {
    const { retained, installs } = mode === 'classic' ? retentionOf(view, day) : returned(view, mode, day);
    return { value: installs === 0 ? null : retained / installs, of: retained, over: installs };
  }
  const sums = earningsOf(view, day);
  const earned = shown(sums.earned);
  if (metric === 'revenue') return { value: earned, of: earned, over: sums.installs };
  if (metric === 'ltv')
    return { value: perCount(sums.earned, sums.installs), of: earned, over: sums.installs };
  const attributed = shown(sums.attributed);
  if (sums.spend === null) return { value: null, of: attributed, over: null };
  return { value: ratio(sums.attributed, sums.spend), of: attributed, over: shown(sums.spend) };
}

/** A row of the triangle, day by day from the plain facts. */
export function cohortCellsOf(view: View, table: CohortTable): Cell[] {
  const first = table.metric === 'retention' && table.mode === 'cumulative' ? 1 : 0;
  const days = Array.from({ length: table.days + 1 - first }, (_, n) => n + first);
  const isActivity = table.metric === 'retention';
  return days.map((day) =>
    isMature(view, view.from, { day, isActivity })
      ? cellOf(view, table, day)
      : { value: null, of: null, over: null },
  );
}
