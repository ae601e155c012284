import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { FigureFilter } from './figure-asked.ts';
import { filterAsked, type ReportFilter, readReportFilter, writeReportFilter } from './report-filter.ts';

/** What a screen is narrowed to, and how to change it; it stands in the address. */
export function useReportFilter(): [ReportFilter, (change: Partial<ReportFilter>) => void] {
  const navigate = useNavigate();
  const filter = readReportFilter(useSearch({ strict: false }));
  const change = (next: Partial<ReportFilter>) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...writeReportFilter({ ...filter, ...next }) }),
      resetScroll: false,
    });
  return [filter, change];
}

/** The same as the calls of a screen take it. */
export function useFilterAsked(): FigureFilter {
  const { networks, campaigns, countries, platforms } = filterAsked(
    readReportFilter(useSearch({ strict: false })),
  );
  return useMemo(
    () => ({ networks, campaigns, countries, platforms }),
    [networks, campaigns, countries, platforms],
  );
}
