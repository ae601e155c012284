import { z } from 'zod';
import { Day, ProjectId } from './fields.ts';
import { inProject, route } from './route.ts';

/** An exact decimal in a currency. */
export const Money = z.object({ amount: z.string(), currency: z.string() });
export type Money = z.infer<typeof Money>;

/** Sums of counters over a range of days; money apart for each currency. */
export const Stats = z.object({
  impressions: z.number(),
  clicks: z.number(),
  /** Distinct pairs of link and device on each day, added up. */
  unique_clicks: z.number(),
  installs: z.number(),
  attributed_installs: z.number(),
  organic_installs: z.number(),
  reinstalls: z.number(),
  reengagements: z.number(),
  reattributions: z.number(),
  suspicious_installs: z.number(),
  signups: z.number(),
  events: z.number(),
  payments: z.number(),
  /** Completed payments less what was taken back. */
  revenue: z.array(Money),
  refunds: z.array(Money),
});
export type Stats = z.infer<typeof Stats>;

const range = {
  project_id: ProjectId,
  from: Day.optional(),
  to: Day.optional(),
};
const MOST_DAYS = 800;
const isForward = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  !from || !to || from <= to;
const isShort = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  !from || !to || Date.parse(to) - Date.parse(from) <= MOST_DAYS * 86_400_000;

const RangeQuery = z
  .object(range)
  .refine(isForward, { path: ['to'], message: 'is before from' })
  .refine(isShort, { path: ['to'], message: `is more than ${MOST_DAYS} days after from` });

const tag = 'Reports';

export const getStats = route({
  method: 'GET',
  path: '/project/stats',
  tag,
  summary: 'What happened, by day in the zone of the project; the last 30 days unless from and to are given',
  access: inProject('reports.see'),
  query: RangeQuery,
  response: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    timezone: z.string(),
    total: Stats,
    lifetime: Stats,
    days: z.array(z.object({ date: z.iso.date(), ...Stats.shape })),
  }),
});

export const getEvents = route({
  method: 'GET',
  path: '/project/events',
  tag,
  summary: 'Every event by name: how often, and how many installs sent it for the first time',
  access: inProject('reports.see'),
  query: RangeQuery,
  response: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    timezone: z.string(),
    events: z.array(
      z.object({
        name: z.string(),
        count: z.number(),
        first_time_installs: z.number(),
        days: z.array(z.object({ date: z.iso.date(), count: z.number() })),
      }),
    ),
  }),
});
