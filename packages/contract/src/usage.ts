import { z } from 'zod';
import { Day, ProjectId } from './fields.ts';
import { inProject, route } from './route.ts';

/** One credit is one attributed install; organic installs are free. A pool of null has no end. */
export const Credits = z.object({
  pool: z.number().nullable(),
  used: z.number(),
  left: z.number().nullable(),
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
