import type { OpenedMetric } from './metric-filter.ts';

/** A change that is explained: of which metric, of what, and over which days if not those of the report. */
export interface OpenedChange extends Pick<OpenedMetric, 'metric' | 'of' | 'days' | 'filter'> {}

/** A single day is compared with the one before it, unless the report compares weekdays. */
export function comparisonOf(compare: string, isDay: boolean): string {
  if (compare === 'none' || (isDay && compare !== 'weekdays')) return 'previous';
  return compare;
}
