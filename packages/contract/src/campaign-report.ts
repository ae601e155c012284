import { z } from 'zod';
import { Campaign, CampaignFilter, CampaignId, Network, searchText } from './campaigns.ts';
import { Cursor, Instant, ProjectId, storable, text } from './fields.ts';
import { metricOf } from './metrics.ts';
import { MetricKeys, ReportContext, ReportFilter, Values, withRange } from './report-filter.ts';
import { FileAnswer, inProject, route } from './route.ts';
import { BreakdownRow } from './stats.ts';

export const CAMPAIGN_GROUPS = [
  'campaign',
  'network',
  'link',
  'ad_set',
  'creative',
  /** The same name in several campaigns is one row. */
  'ad_set_name',
  'creative_name',
  'country',
  'platform',
] as const;
export const CampaignGroup = z.enum(CAMPAIGN_GROUPS, { error: 'is not a known group' });
export type CampaignGroup = z.infer<typeof CampaignGroup>;

/** Sort keys that are not metrics. */
export const PLAIN_SORTS = ['name', 'created_at'] as const;

const CONDITION = /^(.{1,150}):(gt|gte|lt|lte):(-?\d{1,15}(?:\.\d{1,6})?)$/su;

/** A metric compared with a number: `installs:gt:50`. Several have bars between them, and all must hold. */
export const Conditions = z
  .string()
  .max(4000, 'is too long')
  .transform((value, context) => {
    const parts = value.split('|').filter((part) => part !== '');
    return parts.flatMap((part) => {
      const [, metric, operator, number] = CONDITION.exec(part) ?? [];
      if (metric && operator && number && metricOf(metric)) {
        return [{ metric, operator: operator as 'gt' | 'gte' | 'lt' | 'lte', number }];
      }
      context.addIssue({ code: 'custom', message: `has a part that is no condition: ${part.slice(0, 80)}` });
      return [];
    });
  })
  .pipe(
    z
      .array(
        z.object({ metric: z.string(), operator: z.enum(['gt', 'gte', 'lt', 'lte']), number: z.string() }),
      )
      .max(10, 'has at most 10 conditions'),
  );

const CHANGE = 'change:';

/** Whether rows are sorted by how a metric changed: `change:installs`. */
export const isChangeSort = (sort: string) => sort.startsWith(CHANGE);
export const changeSort = (metric: string) => `${CHANGE}${metric}`;
/** The metric that a sort key names. */
export const sortedMetric = (sort: string) => (isChangeSort(sort) ? sort.slice(CHANGE.length) : sort);

const sortKey = z
  .string()
  .max(150, 'is not a column')
  .refine((key) => (PLAIN_SORTS as readonly string[]).includes(key) || metricOf(sortedMetric(key)) !== null, {
    message: 'is not a column',
  });

/** Filters of the campaigns themselves. Ad sets and creatives match by what they are, or by their campaigns. */
export const CampaignSearch = {
  filter: CampaignFilter.optional(),
  /** Part of the name, the display id or a tag. */
  search: searchText.optional(),
  network: Network.optional(),
  tag: searchText.optional(),
};

const partName = z
  .string()
  .max(120, 'is longer than 120 characters')
  .refine(storable, { message: 'contains characters that cannot be stored' });

/** Of one link, or of links with this ad set or this creative; an empty one means those without. */
export const LinkSearch = {
  link_id: z.uuid('is not a link id').toLowerCase().optional(),
  ad_set: partName.optional(),
  creative: partName.optional(),
};

/**
 * The row of the campaign table that a metric is in: links, the grouping and the filters of campaigns. Rows of networks,
 * countries and platforms include everything, unless campaigns are filtered.
 */
export const TableRowSearch = {
  ...LinkSearch,
  group_by: CampaignGroup.default('network'),
  ...CampaignSearch,
};

/** The query of the campaign table; the export takes the same. */
const tableQuery = {
  ...ReportFilter,
  ...CampaignSearch,
  /** Metric keys, separated by bars; without it no metric is read. */
  columns: MetricKeys.optional(),
  group_by: CampaignGroup.default('campaign'),
  having: Conditions.optional(),
  /** `name`, `created_at`, a metric, or `change:` with one: by its difference to the period that is compared with. */
  sort: sortKey.default('created_at'),
  order: z.enum(['asc', 'desc']).default('desc'),
};

/** A row that is not a campaign. */
export const GroupRow = z.object({
  key: z.string(),
  label: z.string(),
  campaign_id: CampaignId.nullable(),
  campaign_name: z.string().nullable(),
  network: z.string().nullable(),
  /** As people called a network that is not known here. */
  network_name: z.string().nullable(),
  /** How many campaigns it is in, where that can be several. */
  campaigns: z.number().nullable(),
  /** The links of a link, ad set or creative, in the campaigns of the table; null where it has none. */
  links: z.object({ count: z.number(), active: z.number() }).nullable(),
  /** Of an ad set or a creative: the same in all campaigns. */
  tags: z.array(z.string()),
  archived_at: Instant.nullable(),
  values: Values,
  previous: Values.nullable(),
});
export type GroupRow = z.infer<typeof GroupRow>;

/** Too many installs of the last 30 days came late after their clicks; fraud settings say how many are too many. */
export const LateInstalls = z.object({
  /** Installs with a click. */
  installs: z.number(),
  /** Those of them that came 2 to 24 hours after it. */
  late: z.number(),
});
export type LateInstalls = z.infer<typeof LateInstalls>;

export const CampaignRow = z.object({
  ...Campaign.shape,
  values: Values,
  previous: Values.nullable(),
  /** Null for a campaign whose time to install is plausible. */
  late_installs: LateInstalls.nullable(),
});
export type CampaignRow = z.infer<typeof CampaignRow>;

const tag = 'Campaigns';
const one = { project_id: ProjectId, campaign_id: CampaignId };

export const listCampaigns = route({
  method: 'GET',
  path: '/campaign',
  tag,
  summary:
    'Campaigns, newest first, with the requested metrics; without a filter all that are not archived, ALL includes those too',
  access: inProject('reports.see'),
  query: withRange({
    ...tableQuery,
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
  }),
  response: z.object({
    ...ReportContext.shape,
    /** The campaigns, when rows are grouped by campaign. */
    items: z.array(CampaignRow),
    /** The rows of any other grouping. */
    groups: z.array(GroupRow),
    next_cursor: z.string().nullable(),
    /** How many rows there are on all pages. */
    count: z.number(),
    totals: Values,
    previous_totals: Values.nullable(),
  }),
});

export const exportCampaignCsv = route({
  method: 'GET',
  path: '/campaign/export-csv',
  tag,
  summary: 'The campaign table as CSV, all of its rows: the same numbers and filters as the screen',
  access: inProject('reports.export'),
  answers: 'file',
  query: withRange(tableQuery),
  response: FileAnswer,
});

export const getCampaignDetails = route({
  method: 'GET',
  path: '/campaign/campaign-details',
  tag,
  summary:
    'Performance of one campaign: totals, days, funnel, and breakdowns by link, ad set, creative, country and platform',
  access: inProject('reports.see'),
  query: withRange({ ...ReportFilter, campaign_id: CampaignId, metrics: MetricKeys.optional() }),
  response: z.object({
    ...ReportContext.shape,
    campaign: Campaign,
    total: Values,
    previous: Values.nullable(),
    days: z.array(z.object({ date: z.iso.date(), values: Values })),
    previous_days: z.array(z.object({ date: z.iso.date(), values: Values })),
    funnel: z.array(
      z.object({
        step: z.enum(['clicks', 'installs', 'signups', 'payers']),
        count: z.number(),
        /** As a share of the previous step; null where that is zero. */
        of_previous: z.number().nullable(),
      }),
    ),
    by_link: z.array(z.object({ ...BreakdownRow.shape, label: z.string() })),
    by_ad_set: z.array(BreakdownRow),
    by_creative: z.array(BreakdownRow),
    by_country: z.array(BreakdownRow),
    by_platform: z.array(BreakdownRow),
    events: z.array(z.object({ name: z.string(), count: z.number(), first_time_installs: z.number() })),
  }),
});

export const getFirstClick = route({
  method: 'GET',
  path: '/campaign/first-click',
  tag,
  summary: 'On which day of the project a campaign was first clicked, by any of its links',
  access: inProject('reports.see'),
  query: z.object(one),
  response: z.object({
    /** null: never. */
    first_click_on: z.iso.date().nullable(),
  }),
});

export const BULK_ACTIONS = ['pause', 'resume', 'archive', 'restore', 'tag', 'untag'] as const;

export const changeCampaigns = route({
  method: 'POST',
  path: '/campaign/bulk',
  tag,
  summary: 'Pause, resume, archive, restore or tag many campaigns at once: all of them, or none',
  access: inProject('campaigns.edit'),
  body: z
    .object({
      project_id: ProjectId,
      campaign_ids: z
        .array(CampaignId)
        .min(1, 'names at least one campaign')
        .max(500, 'names at most 500 campaigns'),
      action: z.enum(BULK_ACTIONS, { error: 'is not a known action' }),
      tag: text(40)
        .refine((value) => !value.includes(','), { message: 'has a comma' })
        .optional(),
    })
    .refine(({ action, tag: named }) => !['tag', 'untag'].includes(action) || named !== undefined, {
      path: ['tag'],
      message: 'is required',
    }),
  response: z.object({ changed: z.number() }),
});

/** The ids of a campaign, for routes of other files. */
export const OneCampaign = z.object(one);
