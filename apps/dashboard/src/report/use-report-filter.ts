import { useMemo } from 'react';
import { useAddressState } from '../address/use-address-state.ts';
import type { MetricFilter } from './metric-filter.ts';
import { filterQuery, NO_FILTER, REPORT_FILTER, type ReportFilter } from './report-filter.ts';

/** The filter of a report screen, and how to change it. */
export function useReportFilter(): [ReportFilter, (change: Partial<ReportFilter>) => void] {
  return useAddressState(REPORT_FILTER, NO_FILTER);
}

/** The same as the calls of a screen take it. */
export function useFilterQuery(): MetricFilter {
  const [filter] = useReportFilter();
  return useMemo(() => filterQuery(filter), [filter]);
}
