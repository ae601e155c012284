import { z } from 'zod';
import { TableRowSearch } from './campaign-report.ts';
import { Cursor, Instant } from './fields.ts';
import { ROW_KINDS } from './metric.ts';
import { MetricKey, Money, ReportContext, ReportFilter, withRange } from './report-filter.ts';
import { inProject, route } from './route.ts';

/** One raw row behind a metric, in the same fields for every kind. */
export const RawRow = z.object({
  id: z.string(),
  at: Instant,
  local_date: z.iso.date(),
  kind: z.string(),
  campaign_id: z.uuid().nullable(),
  campaign_name: z.string().nullable(),
  link_name: z.string().nullable(),
  network: z.string().nullable(),
  country: z.string().nullable(),
  platform: z.string().nullable(),
  install_id: z.string().nullable(),
  user_id: z.string().nullable(),
  money: Money.nullable(),
  /** What else the row says, by column. */
  more: z.record(z.string(), z.json()),
});
export type RawRow = z.infer<typeof RawRow>;

export const listRows = route({
  method: 'GET',
  path: '/project/rows',
  tag: 'Reports',
  summary:
    'The raw rows behind a metric, newest first; `count` is the metric as a plain count or sum of them',
  access: inProject('reports.see'),
  query: withRange({
    ...ReportFilter,
    metric: MetricKey,
    ...TableRowSearch,
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    ...ReportContext.shape,
    kind: z.enum(ROW_KINDS),
    /** null after the first page, where it is not known, and where there are too many rows to count in time. */
    count: z.union([z.number(), z.string()]).nullable(),
    items: z.array(RawRow),
    next_cursor: z.string().nullable(),
  }),
});
