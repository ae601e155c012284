import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Comparison } from '@trailmark/contract/report-filter';
import { useMemo } from 'react';
import { useProject } from '../project/current-project.tsx';
import { todayIn } from './calendar-day.ts';
import {
  changedSearch,
  type Days,
  type Preset,
  type RangeSearch,
  type ReportRange,
  rangeOf,
  readRangeSearch,
} from './report-range.ts';

/** The day that it is in the project's zone. */
export function useToday(): string {
  const { timezone } = useProject();
  return todayIn(timezone, new Date());
}

/** Which days a report shows, as the address says, in the project's zone. */
export function useReportRange(): ReportRange {
  const search: RangeSearch = readRangeSearch(useSearch({ strict: false }));
  const today = useToday();
  const { range, from, to, compare } = search;
  return useMemo(() => rangeOf({ range, from, to, compare }, today), [range, from, to, compare, today]);
}

/** Writes another range into the address; the back button takes it away again. */
export function useChangeRange(): (change: { preset: Preset } | Days | { compare: Comparison }) => void {
  const navigate = useNavigate();
  return (change) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({
        ...before,
        ...changedSearch(readRangeSearch(before), change),
      }),
    });
}

/** What every call of a report takes: the project, the days and what they are compared with. */
export function useReportQuery(): { project_id: string; from: string; to: string; compare: Comparison } {
  const { project_id } = useProject();
  const { from, to, compare } = useReportRange();
  return useMemo(() => ({ project_id, from, to, compare }), [project_id, from, to, compare]);
}
