import { useMemo } from 'react';
import { useAddressState } from '../address/use-address-state.ts';
import { useProject } from '../project/current-project.tsx';
import { todayIn } from './calendar-day.ts';
import { DEFAULT_RANGE, RANGE, type RangeState, type ReportRange, rangeOf } from './report-range.ts';

/** The day that it is in the project's zone. */
export function useToday(): string {
  const { timezone } = useProject();
  return todayIn(timezone, new Date());
}

/** Which days a report shows, in the project's zone. */
export function useReportRange(): ReportRange {
  const [range] = useAddressState(RANGE, DEFAULT_RANGE);
  const today = useToday();
  return useMemo(() => rangeOf(range, today), [range, today]);
}

/** Shows another range; the back button undoes it. */
export function useChangeRange(): (change: Partial<RangeState>) => void {
  const [, change] = useAddressState(RANGE, DEFAULT_RANGE, { resetScroll: true });
  return change;
}

/** What every call of a report takes: the project, the days and what they are compared with. */
export interface ReportQuery {
  project_id: string;
  from: string;
  to: string;
  compare: string;
}

export function useReportQuery(): ReportQuery {
  const { project_id } = useProject();
  const { from, to, compare } = useReportRange();
  return useMemo(() => ({ project_id, from, to, compare }), [project_id, from, to, compare]);
}
