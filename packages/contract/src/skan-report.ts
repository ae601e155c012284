import { z } from 'zod';
import { storable } from './fields.ts';
import { commaList, Money, ReportFilter, withRange } from './report-filter.ts';
import { FileAnswer, inProject, route } from './route.ts';

/** What the report can be broken down by. Source identifiers can be cut to the digits that all postbacks have. */
export const SKAN_DIMENSIONS = [
  ...(['campaign', 'network', 'source_identifier', 'source_identifier_3', 'source_identifier_2'] as const),
  ...([
    'window',
    'conversion_type',
    'interaction',
    'did_win',
    'country',
    'version',
    'framework',
    'day',
  ] as const),
] as const;
export const SkanDimension = z.enum(SKAN_DIMENSIONS, { error: 'is not a known dimension' });
export type SkanDimension = z.infer<typeof SkanDimension>;

/** The day that a postback arrived on, or the day that its install probably was on. */
export const SkanDayBasis = z.enum(['received', 'install'], { error: 'is not received or install' });
export type SkanDayBasis = z.infer<typeof SkanDayBasis>;

export const MOST_SKAN_ROWS = 500;

/** The row of postbacks that no campaign carries the ids of. */
export const NO_CAMPAIGN = 'none';

const value = (max: number) =>
  z.string().max(max, 'is not known').refine(storable, { message: 'is not known' });

export const SkanFilter = {
  project_id: ReportFilter.project_id,
  from: ReportFilter.from,
  to: ReportFilter.to,
  day_basis: SkanDayBasis.default('received'),
  /** Known networks, and ad network ids of others. */
  networks: commaList(value(80), 50),
  /** Postbacks that are of these campaigns without doubt. */
  campaigns: ReportFilter.campaigns,
  countries: ReportFilter.countries,
  windows: commaList(z.enum(['0', '1', '2'], { error: 'is not 0, 1 or 2' }), 3),
  conversion_types: commaList(
    z.enum(['download', 'redownload', 're-engagement'], { error: 'is not a conversion type' }),
    3,
  ),
  frameworks: commaList(z.enum(['skadnetwork', 'adattributionkit'], { error: 'is not a framework' }), 2),
};

/** An amount that is known within limits, in the project's currency. */
export const AmountRange = z.object({
  low: z.string(),
  expected: z.string(),
  /** null: some postbacks are in a bucket without an upper limit. */
  high: z.string().nullable(),
  /** How many are in such a bucket. */
  open: z.number(),
});
export type AmountRange = z.infer<typeof AmountRange>;

export const SkanValues = z.object({
  postbacks: z.number(),
  installs: z.number(),
  redownloads: z.number(),
  reengagements: z.number(),
  lost: z.number(),
  /** Of winning first postbacks; null without one. */
  null_rate: z.number().nullable(),
  /** null: no schema with revenue was active. */
  revenue: AmountRange.nullable(),
  /** null: what this row cost is not known. */
  spend: z.string().nullable(),
  cpi: z.string().nullable(),
  /** Expected revenue over spend. */
  roas: z.number().nullable(),
});
export type SkanValues = z.infer<typeof SkanValues>;
export type SkanMetric = keyof SkanValues;

interface SkanMetricWords {
  label: string;
  formula: string;
  unit: 'count' | 'percent' | 'money' | 'ratio';
}

/** One definition for each metric of the SKAN report; the screen, the CSV and docs/metrics.md take it from here. */
export const SKAN_METRICS: Record<SkanMetric, SkanMetricWords> = {
  installs: {
    label: 'SKAN installs',
    formula: 'Winning first postbacks of downloads that count',
    unit: 'count',
  },
  redownloads: { label: 'Redownloads', formula: 'Winning first postbacks of redownloads', unit: 'count' },
  reengagements: {
    label: 'Re-engagements',
    formula: 'Winning first postbacks of re-engagements; AdAttributionKit only',
    unit: 'count',
  },
  postbacks: { label: 'Postbacks', formula: 'All postbacks that count, of all windows', unit: 'count' },
  lost: {
    label: 'Non-winning',
    formula: 'First postbacks about conversions that another network won',
    unit: 'count',
  },
  null_rate: {
    label: 'Null rate',
    formula: 'Winning first postbacks without any conversion value ÷ winning first postbacks',
    unit: 'percent',
  },
  revenue: {
    label: 'SKAN revenue',
    formula:
      'What the values of winning postbacks mean by the schema that was active: expected, with its limits',
    unit: 'money',
  },
  spend: {
    label: 'Spend',
    formula: 'Spend of the campaigns that carry SKAN ids, on the days of the period',
    unit: 'money',
  },
  cpi: { label: 'SKAN CPI', formula: 'Spend ÷ SKAN installs', unit: 'money' },
  roas: { label: 'SKAN ROAS', formula: 'Expected SKAN revenue ÷ spend', unit: 'ratio' },
};

const CampaignName = z.object({ campaign_id: z.uuid(), name: z.string() });

export const SkanRow = z.object({
  /** A value of the dimension, made unique; `none`: no campaign carries the ids of these postbacks. */
  key: z.string(),
  /** A known network, or an ad network id; for source identifiers and networks. */
  network: z.string().nullable(),
  /** The digits of the source identifier, or the campaign id before version 4 with `#` in front. */
  source: z.string().nullable(),
  /** One campaign: it is certain. Several: the digits that were sent fit all of them. */
  campaigns: z.array(CampaignName),
  ...SkanValues.shape,
});
export type SkanRow = z.infer<typeof SkanRow>;

const CoarseSplit = z.object({
  low: z.number(),
  medium: z.number(),
  high: z.number(),
  /** Postbacks with a fine value instead. */
  fine: z.number(),
  none: z.number(),
});

/** Winning postbacks of a window that say whether an event happened. */
export const SkanEvent = z.object({
  window: z.number(),
  name: z.string(),
  low: z.number(),
  /** null: no postback says for certain whether it happened. */
  expected: z.number().nullable(),
  high: z.number(),
});
export type SkanEvent = z.infer<typeof SkanEvent>;

export const SkanReport = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  timezone: z.string(),
  currency: z.string(),
  day_basis: SkanDayBasis,
  digits_kept: z.enum(['last', 'first']),
  /** Whether the project ever received a postback, of any verdict. */
  has_postbacks: z.boolean(),
  total: SkanValues,
  days: z.array(z.object({ date: z.iso.date(), ...SkanValues.shape })),
  breakdown: SkanDimension,
  rows: z.array(SkanRow),
  /** How many rows there are beyond these. */
  other_rows: z.number(),
  /** Winning first postbacks by estimated tier, 0 to 3. */
  tiers: z.array(z.number()),
  /** Those of versions that have no tiers. */
  without_tier: z.number(),
  /** Winning first postbacks by fine value: 64 numbers. */
  fine: z.array(z.number()),
  /** Winning postbacks by coarse value, for each of the three windows. */
  coarse: z.array(CoarseSplit),
  events: z.array(SkanEvent),
  /** Winning postbacks with a value that no schema explains. */
  undecoded: z.number(),
  /** Versions of the schema that these values were decoded by. */
  schema_versions: z.array(z.number()),
  /** Spend for which there is no rate; no metric includes it. */
  unconverted: z.array(Money),
});
export type SkanReport = z.infer<typeof SkanReport>;

const tag = 'SKAN';
const query = { ...SkanFilter, breakdown: SkanDimension.default('campaign') };

export const getSkanReport = route({
  method: 'GET',
  path: '/project/skan/report',
  tag,
  summary:
    'What Apple’s postbacks say: installs, null rate, tiers, values, decoded events and revenue, by one dimension and by day',
  access: inProject('reports.see'),
  query: withRange(query),
  response: SkanReport,
});

export const exportSkanCsv = route({
  method: 'GET',
  path: '/project/skan/report-csv',
  tag,
  summary: 'The rows of the SKAN report as CSV, all of them: the same numbers and filters as the screen',
  access: inProject('reports.export'),
  answers: 'file',
  query: withRange(query),
  response: FileAnswer,
});

/** A network, by user-level and by SKAN installs. Every number can be checked by hand. */
export const SkanOverlap = z.object({
  /** A known network, or OTHER for all that are not known. */
  network: z.string(),
  skan_installs: z.number(),
  /** User-level installs on iOS that are credited to the network. */
  user_installs: z.number(),
  /** Those of them that allowed tracking. */
  consented: z.number(),
  /** min(consented, skan_installs): probably counted both ways. */
  in_both: z.number(),
  /** min(user_installs, skan_installs): more cannot be in both. */
  most_in_both: z.number(),
  /** user_installs + skan_installs − in_both. */
  together: z.number(),
});
export type SkanOverlap = z.infer<typeof SkanOverlap>;

export const getSkanOverlap = route({
  method: 'GET',
  path: '/project/skan/overlap',
  tag,
  summary:
    'User-level iOS installs beside SKAN installs of the same networks, and how many are probably in both',
  access: inProject('reports.see'),
  query: withRange({
    project_id: SkanFilter.project_id,
    from: SkanFilter.from,
    to: SkanFilter.to,
    day_basis: SkanDayBasis.default('install'),
  }),
  response: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    timezone: z.string(),
    day_basis: SkanDayBasis,
    networks: z.array(SkanOverlap),
    total: SkanOverlap.omit({ network: true }),
    /** User-level iOS installs that no ad network is credited with: SKAN says nothing about them. */
    other_user_installs: z.number(),
  }),
});
