import { z } from 'zod';
import { ReportContext, ReportFilter, withRange } from './report-filter.ts';
import { inProject, route } from './route.ts';

export const COHORT_METRICS = ['retention', 'revenue', 'ltv', 'roas'] as const;
export const COHORT_MODES = ['classic', 'rolling', 'cumulative'] as const;
export const COHORT_SPANS = ['day', 'week', 'month'] as const;
export const COHORT_GROUPS = ['none', 'campaign', 'network', 'country', 'platform'] as const;
export const MAX_COHORT_DAY = 90;

/** One day after the install. Installs for which that day is not over yet are excluded from value and size. */
export const CohortCell = z.object({
  day: z.number(),
  /** A share for retention and ROAS, money for revenue and LTV; null where no install is mature. */
  value: z.union([z.number(), z.string()]).nullable(),
  /** The numerator: installs + reinstalls, or money; for ROAS, attributed revenue. */
  of: z.union([z.number(), z.string()]).nullable(),
  /** The denominator: installs + reinstalls, or spend; for revenue, the installs + reinstalls that it came from. */
  over: z.union([z.number(), z.string()]).nullable(),
  /** Every install of the row is mature on this day. */
  mature: z.boolean(),
});
export type CohortCell = z.infer<typeof CohortCell>;

export const CohortRow = z.object({
  /** The first day of the row's installs, or the key of the group. */
  key: z.string(),
  label: z.string(),
  /** Installs + reinstalls, mature or not. */
  cohort_size: z.number(),
  spend: z.string().nullable(),
  cells: z.array(CohortCell),
});
export type CohortRow = z.infer<typeof CohortRow>;

const choice = <Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `is one of ${values.join(', ')}` });

export const getUserCohort = route({
  method: 'GET',
  path: '/campaign/user-cohort',
  tag: 'Reports',
  summary:
    'Cohorts: retention, revenue, LTV or ROAS by day after the install, for installs of the range by day, week, month or group',
  access: inProject('reports.see'),
  query: withRange({
    ...ReportFilter,
    metric: choice(COHORT_METRICS).default('retention'),
    /**
     * Of retention: on day n, on day n or later, or on any of the days 1 to n. What was done on a day is credited as
     * it was then; the latter two follow installs, which count where they are credited now.
     */
    mode: choice(COHORT_MODES).default('classic'),
    span: choice(COHORT_SPANS).default('day'),
    group_by: choice(COHORT_GROUPS).default('none'),
    /** The last day after the install. */
    days: z.coerce.number().int().min(1).max(MAX_COHORT_DAY).default(30),
  }),
  response: z.object({
    ...ReportContext.shape,
    metric: choice(COHORT_METRICS),
    mode: choice(COHORT_MODES),
    total: CohortRow,
    /** Days, weeks or months of the range, empty ones too; or the 50 largest groups. */
    rows: z.array(CohortRow),
    /** The number of groups beyond those in `rows`; the total includes them. */
    left_out: z.number(),
  }),
});
