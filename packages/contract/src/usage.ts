import { z } from 'zod';
import { Day, ProjectId } from './fields.ts';
import { inProject, route } from './route.ts';

/** One credit is one attributed install; organic installs and reinstalls are free. A pool of null has no end. */
export const Credits = z.object({
  pool: z.number().nullable(),
  used: z.number(),
  left: z.number().nullable(),
  /** Attributed installs a day over the last 30 days. */
  per_day: z.number(),
  /** The day on which the pool runs out at that pace; null: it does not, or not within two years. */
  runs_out_on: z.iso.date().nullable(),
});
export type Credits = z.infer<typeof Credits>;

const counts = {
  clicks: z.number(),
  attributed_installs: z.number(),
  organic_installs: z.number(),
  events: z.number(),
};

/** What was counted on each day of the project's zone. */
export const DataUsages = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  timezone: z.string(),
  total: z.object(counts),
  months: z.array(z.object({ month: z.string(), ...counts })),
  days: z.array(z.object({ date: z.iso.date(), ...counts })),
});
export type DataUsages = z.infer<typeof DataUsages>;

const tag = 'Usage';

export const getCredits = route({
  method: 'GET',
  path: '/project/credits',
  tag,
  summary: 'Attributed installs used and left',
  access: inProject('usage.see'),
  query: z.object({ project_id: ProjectId }),
  response: Credits,
});

export const setCreditPool = route({
  method: 'POST',
  path: '/project/credits',
  tag,
  summary: 'Set the credit pool of a project, by an operator of this installation; null removes the limit',
  access: inProject('usage.see'),
  body: z.object({
    project_id: ProjectId,
    pool: z
      .int('is not a whole number')
      .min(0, 'is at least 0')
      .max(1_000_000_000, 'is at most 1,000,000,000')
      .nullable(),
  }),
  response: Credits,
});

export const getDataUsages = route({
  method: 'GET',
  path: '/project/data-usages',
  tag,
  summary: 'Clicks, installs and events by day; the running month unless from and to are given',
  access: inProject('usage.see'),
  query: z
    .object({
      project_id: ProjectId,
      from: Day.optional(),
      to: Day.optional(),
    })
    .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'is before from' })
    .refine(({ from, to }) => !from || !to || Date.parse(to) - Date.parse(from) <= 400 * 86_400_000, {
      path: ['to'],
      message: 'is more than 400 days after from',
    }),
  response: DataUsages,
});
