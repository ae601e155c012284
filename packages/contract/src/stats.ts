import { z } from 'zod';
import { storable } from './fields.ts';
import { MetricKeys, ReportContext, ReportFilter, Values, withRange } from './report-filter.ts';
import { inProject, route } from './route.ts';

/** The metrics of the overview by default. */
export const OVERVIEW_METRICS = [
  'impressions',
  'clicks',
  'unique_clicks',
  'click_to_install',
  'installs',
  'attributed_installs',
  'paid_installs',
  'owned_installs',
  'organic_installs',
  'reinstalls',
  'reengagements',
  'reattributions',
  'suspicious_installs',
  'signups',
  'signup_rate',
  'events',
  'payments',
  'revenue',
  'attributed_revenue',
  'refunds',
  'arpu',
  'spend',
  'cpi',
  'roas',
  'blended_roas',
  'dau',
  'retention_d1',
  'retention_d7',
  'retention_d30',
] as const;

const Day = z.object({ date: z.iso.date(), values: Values });
export type StatsDay = z.infer<typeof Day>;

/** A row of a breakdown: one network, one country, one platform. */
export const BreakdownRow = z.object({ key: z.string(), values: Values, previous: Values.nullable() });
export type BreakdownRow = z.infer<typeof BreakdownRow>;

export const Stats = z.object({
  ...ReportContext.shape,
  total: Values,
  previous: Values.nullable(),
  /** Every day of the range, empty ones too. */
  days: z.array(Day),
  previous_days: z.array(Day),
  by_network: z.array(BreakdownRow),
  by_country: z.array(BreakdownRow),
  by_platform: z.array(BreakdownRow),
});
export type Stats = z.infer<typeof Stats>;

const tag = 'Reports';

export const getStats = route({
  method: 'GET',
  path: '/project/stats',
  tag,
  summary:
    'Performance of the project: totals, days and breakdowns, optionally compared with an earlier period',
  access: inProject('reports.see'),
  query: withRange({ ...ReportFilter, metrics: MetricKeys.optional() }),
  response: Stats,
});

const eventName = z
  .string()
  .min(1, 'is required')
  .max(128, 'is longer than 128 characters')
  .refine(storable, { message: 'contains characters that cannot be stored' });

export const EventVolume = z.object({
  name: z.string(),
  count: z.number(),
  previous_count: z.number().nullable(),
  /** Installs that sent it for the first time ever. */
  first_time_installs: z.number(),
  /** Distinct installs that sent it in the period; only with `distinct`. */
  installs: z.number().nullable(),
  /** Of payments, and of refunds with a minus; null where the event carries no money. */
  revenue: z.string().nullable(),
  /** The days on which it was sent. */
  days: z.array(z.object({ date: z.iso.date(), count: z.number() })),
  /** The hours in which it was sent, of a period of one day; empty for a longer one and where hours are not known. */
  hours: z.array(z.object({ hour: z.int().min(0).max(23), count: z.number() })),
});
export type EventVolume = z.infer<typeof EventVolume>;

export const getEvents = route({
  method: 'GET',
  path: '/project/events',
  tag,
  summary: 'Every event by name: how often, by day, and how many installs sent it for the first time',
  access: inProject('reports.see'),
  query: withRange({ ...ReportFilter, distinct: z.stringbool().default(false) }),
  /** The 1,000 most frequent names. */
  response: z.object({ ...ReportContext.shape, events: z.array(EventVolume) }),
});

export const getEventProperties = route({
  method: 'GET',
  path: '/project/event-properties',
  tag,
  summary: 'The properties of an event, and what values one of them had: how often and by how many installs',
  access: inProject('reports.see'),
  query: withRange({
    ...ReportFilter,
    event: eventName,
    property: z
      .string()
      .max(200, 'is not a property')
      .refine(storable, { message: 'is not a property' })
      .optional(),
  }),
  response: z.object({
    ...ReportContext.shape,
    /** All of these events in the range. */
    events: z.number(),
    /** How many of them names were looked for in: the newest, up to 20,000. */
    looked_at: z.number(),
    /** The names that occur in those, the most frequent first, with the JSON types of their values. */
    properties: z.array(z.object({ name: z.string(), count: z.number(), types: z.array(z.string()) })),
    /** How often properties beyond the limit of the installation occur in them. */
    other_properties: z.number(),
    /** The requested one, else the most frequent. */
    property: z.string().nullable(),
    /** The 50 most frequent, over the whole range. */
    values: z.array(z.object({ value: z.string(), count: z.number(), installs: z.number() })),
    /** Of the values that are numbers, over the whole range; null where none is. */
    numbers: z
      .object({ count: z.number(), min: z.number(), median: z.number(), max: z.number(), sum: z.number() })
      .nullable(),
    /** How many other values there are, and how often they came. */
    others: z.object({ values: z.number(), count: z.number() }),
  }),
});

export const getFunnel = route({
  method: 'POST',
  path: '/project/funnel',
  tag,
  summary: 'How many installs and reinstalls took steps one after the other, each within a time of the first',
  access: inProject('reports.see'),
  body: withRange({
    ...ReportFilter,
    /** Names of events; `$install` is an install or a reinstall. The first step is in the range, later ones may be after it. */
    steps: z.array(eventName).min(2, 'names at least 2 steps').max(8, 'names at most 8 steps'),
    within_hours: z
      .int('is not a whole number')
      .min(1, 'is at least 1')
      .max(2160, 'is at most 90 days')
      .default(168),
  }),
  response: z.object({
    ...ReportContext.shape,
    steps: z.array(
      z.object({
        name: z.string(),
        installs: z.number(),
        /** Of the step before, and of the first; null where that is zero. */
        of_previous: z.number().nullable(),
        of_first: z.number().nullable(),
        /** From the step before: half of them were as fast, and nine of ten. */
        median_seconds: z.number().nullable(),
        p90_seconds: z.number().nullable(),
      }),
    ),
    /** From the first step to the last, of those that took all of them. */
    total: z.object({ median_seconds: z.number().nullable(), p90_seconds: z.number().nullable() }),
  }),
});

export const getFunnelExample = route({
  method: 'GET',
  path: '/project/funnel-example',
  tag,
  summary: 'A funnel of the events that most of the newest installs sent, in the order in which they came',
  access: inProject('reports.see'),
  query: withRange(ReportFilter),
  response: z.object({
    /** Begins with `$install`; empty where nothing was sent. */
    steps: z.array(z.string()),
    /** How many installs were looked at: the newest of the range, up to 2,000. */
    installs: z.number(),
  }),
});
