import type { MetricFilter, OpenedMetric, RowsFilter } from './metric-filter.ts';

/** A change that is explained: of which metric, of what, and over which days if not those of the report. */
export interface OpenedChange extends Pick<OpenedMetric, 'metric' | 'of' | 'days'> {
  filter?: MetricFilter;
}

/** The same rows as a change can be explained of; null where a filter says more than its call takes. */
export function changeFilter(filter: RowsFilter = {}): MetricFilter | null {
  const { networks, campaigns, countries, platforms, ...others } = filter;
  const hasOthers = Object.entries(others).some(
    // How a table is grouped does not change which rows are meant, nor does asking for all of them.
    ([key, value]) => value !== undefined && key !== 'group_by' && !(key === 'filter' && value === 'ALL'),
  );
  return hasOthers ? null : { networks, campaigns, countries, platforms };
}

/** A single day is compared with the one before it, unless the report compares weekdays. */
export function comparisonOf(compare: string, isDay: boolean): string {
  if (compare === 'none' || (isDay && compare !== 'weekdays')) return 'previous';
  return compare;
}
