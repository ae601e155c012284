import { z } from 'zod';
import { CampaignId, SpendSourceChoice } from './campaigns.ts';
import { Cursor, ProjectId } from './fields.ts';
import { NETWORKS } from './networks.ts';
import { CSV_BODY_LIMIT, CsvProblem, CsvText } from './rates.ts';
import { Money, ReportFilter, withRange } from './report-filter.ts';
import { inProject, route } from './route.ts';

/** Who reports what was spent: a file that somebody imports, or a network. */
export const SPEND_SOURCES = ['file', ...NETWORKS] as const;
export type SpendSource = (typeof SPEND_SOURCES)[number];

/** What a campaign, or one of its links, cost on a day. */
export const SpendRow = z.object({
  date: z.iso.date(),
  campaign_id: CampaignId,
  campaign_name: z.string(),
  link_id: z.uuid().nullable(),
  link_name: z.string().nullable(),
  money: Money,
  source: z.enum(SPEND_SOURCES),
  /** false: another source says what this campaign cost on the day, and counts. */
  counted: z.boolean(),
  /** Of the campaign. */
  spend_source: SpendSourceChoice,
});
export type SpendRow = z.infer<typeof SpendRow>;

const tag = 'Spend';

export const listSpend = route({
  method: 'GET',
  path: '/project/spend',
  tag,
  summary: 'Spend by campaign and day, newest first',
  access: inProject('reports.see'),
  query: withRange({
    ...ReportFilter,
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  response: z.object({ items: z.array(SpendRow), next_cursor: z.string().nullable() }),
});

export const importSpend = route({
  method: 'POST',
  path: '/project/spend/import',
  tag,
  summary:
    'Import spend as CSV: date, campaign (id, display id or name), amount, and optionally currency and link (id, slug or name). A line replaces the spend of its day',
  access: inProject('campaigns.edit'),
  body: z.object({
    project_id: ProjectId,
    csv: CsvText,
    /** Only look: say what would be taken and what is wrong. */
    dry_run: z.boolean().default(false),
  }),
  bodyLimit: CSV_BODY_LIMIT,
  response: z.object({
    imported: z.number(),
    total: z.array(Money),
    problems: z.array(CsvProblem),
  }),
});

export const deleteSpend = route({
  method: 'DELETE',
  path: '/project/spend',
  tag,
  summary: 'Delete imported spend of a range of days, of one campaign or of all',
  access: inProject('campaigns.edit'),
  query: withRange({
    project_id: ProjectId,
    from: ReportFilter.from.unwrap(),
    to: ReportFilter.to.unwrap(),
    campaign_id: CampaignId.optional(),
  }),
  response: z.object({ deleted: z.number() }),
});
