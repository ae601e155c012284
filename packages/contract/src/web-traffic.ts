import { z } from 'zod';
import { ReportContext, ReportFilter, withRange } from './report-filter.ts';
import { inProject, route } from './route.ts';
import { TRAFFIC_SOURCES } from './visits.ts';

/** How many rows each list has. */
export const MOST_TRAFFIC_ROWS = 50;

const numbers = {
  /** Visits that began in the period. */
  visits: z.number(),
  /** New visitors of the period whose first visit it was. */
  new_visitors: z.number(),
  /** Of these visits, whenever the page was shown; null without a visit. */
  pages_per_visit: z.number().nullable(),
  /** The share of these visits with exactly one page view; null without a visit. */
  bounce_rate: z.number().nullable(),
};
export const TrafficNumbers = z.object(numbers);
export type TrafficNumbers = z.infer<typeof TrafficNumbers>;

/** null: of new visitors whose visits are not known. */
const sourceType = z.enum(TRAFFIC_SOURCES).nullable();

export const getWebTraffic = route({
  method: 'GET',
  path: '/project/web-traffic',
  tag: 'Reports',
  summary: 'Where visits came from and on which pages they began, those with the most visits first',
  access: inProject('reports.see'),
  query: withRange(ReportFilter),
  response: z.object({
    ...ReportContext.shape,
    source_types: z.array(z.object({ type: sourceType, ...numbers })),
    /** The 50 with the most visits; `name` is a network, a site or `utm_source`, and empty where there is none. */
    sources: z.array(z.object({ type: sourceType, name: z.string(), ...numbers })),
    /** How many sources there are beyond these. */
    other_sources: z.number(),
    /** The 50 with the most visits: host and path, empty where it is not known. */
    entry_pages: z.array(z.object({ page: z.string(), ...numbers })),
    other_entry_pages: z.number(),
  }),
});
