import { z } from 'zod';

const Paging = z
  .object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() })
  // Without it the rest would be taken for nothing.
  .refine(({ cursors, next }) => next === undefined || cursors !== undefined, 'has no cursor')
  .optional();

/** A page of a list of the Graph API, and where the next one begins; null: there is none. */
export const graphPage = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), paging: Paging }).transform(({ data, paging }) => ({
    rows: data,
    after: paging?.next === undefined ? null : (paging.cursors?.after ?? null),
  }));
