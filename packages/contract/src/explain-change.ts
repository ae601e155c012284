import { z } from 'zod';
import { TableRowSearch } from './campaign-report.ts';
import { Comparison, MetricKey, ReportContext, ReportFilter, withRange } from './report-filter.ts';
import { inProject, route } from './route.ts';

/** What a change is divided by, in the order in which a person would look. */
export const EXPLAINED_BY = ['network', 'campaign', 'country', 'platform'] as const;
export type ExplainedBy = (typeof EXPLAINED_BY)[number];

/** How many rows of a dimension are named; all others are one row. */
export const EXPLAINED_ROWS = 8;

const Value = z.union([z.number(), z.string()]).nullable();

/** One value of a dimension, and what it adds to the change. */
export const ChangePart = z.object({
  /** The network, country or platform, or the id of the campaign; null for all that have none. */
  key: z.string().nullable(),
  /** The name of the campaign. */
  name: z.string().nullable(),
  value: Value,
  previous: Value,
  contribution: z.union([z.number(), z.string()]),
});
export type ChangePart = z.infer<typeof ChangePart>;

export const ChangeBy = z.object({
  by: z.enum(EXPLAINED_BY),
  /** The largest contributions first, whether they add or take away. */
  parts: z.array(ChangePart),
  /** All others together, where there are any: together with `parts` they add up to the change. */
  others: z.object({ count: z.number(), contribution: z.union([z.number(), z.string()]) }).nullable(),
});
export type ChangeBy = z.infer<typeof ChangeBy>;

export const ExplainedChange = z.object({
  ...ReportContext.shape,
  metric: z.string(),
  value: Value,
  previous: Value,
  /** null where one of both has no value. */
  change: Value,
  /** Dimensions by which the metric is not known, or does not add up, are left out. */
  explained_by: z.array(ChangeBy),
});
export type ExplainedChange = z.infer<typeof ExplainedChange>;

export const getExplainedChange = route({
  method: 'GET',
  path: '/project/explain-change',
  tag: 'Reports',
  summary: 'Why a metric changed: what each network, campaign, country and platform adds to the difference',
  access: inProject('reports.see'),
  query: withRange({
    ...ReportFilter,
    compare: Comparison.refine((value) => value !== 'none', { message: 'is required' }).default('previous'),
    ...TableRowSearch,
    metric: MetricKey,
  }),
  response: ExplainedChange,
});
