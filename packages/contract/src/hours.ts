import { z } from 'zod';
import { TableRowSearch } from './campaign-report.ts';
import { Day } from './fields.ts';
import { Comparison, MetricKey, ReportContext, ReportFilter } from './report-filter.ts';
import { inProject, route } from './route.ts';

const { from: _from, to: _to, ...filters } = ReportFilter;
const Value = z.union([z.number(), z.string()]).nullable();

/** One hour on the clock of the project's zone; what a clock that is set back shows twice is one hour. */
export const ReportHour = z.object({
  hour: z.int().min(0).max(23),
  /** null for hours that have not begun, and where nothing is divided by. */
  value: Value,
  /** The same hour of the day that it is compared with. */
  previous: Value,
});
export type ReportHour = z.infer<typeof ReportHour>;

/** Why there are no hours: the metric is known by day only, or the day is too long ago. */
export const HOURS_UNKNOWN = ['metric', 'day'] as const;

export const getHours = route({
  method: 'GET',
  path: '/project/hours',
  tag: 'Reports',
  summary: 'A metric of one day by the hour, with the same hours of the day that it is compared with',
  access: inProject('reports.see'),
  query: z.object({
    ...filters,
    ...TableRowSearch,
    compare: Comparison.default('previous'),
    day: Day,
    metric: MetricKey,
  }),
  response: z.object({
    ...ReportContext.shape,
    metric: z.string(),
    /** 24 of them, or none where they are not known. */
    hours: z.array(ReportHour),
    unknown: z.enum(HOURS_UNKNOWN).nullable(),
  }),
});
