import { z } from 'zod';
import { Cursor, Instant, storable } from './fields.ts';
import { PersonRow } from './people.ts';
import { ReportContext, ReportFilter, withRange } from './report-filter.ts';
import { inProject, route } from './route.ts';

const eventName = z
  .string()
  .min(1, 'is required')
  .max(128, 'is longer than 128 characters')
  .refine(storable, { message: 'contains characters that cannot be stored' });

/** Names of events may have commas, so they are divided by bars. */
const eventNames = z
  .string()
  .max(10_000, 'is too long')
  .transform((value) => value.split('|').filter((name) => name !== ''))
  .pipe(z.array(eventName).max(50, 'names at most 50 events'))
  .optional();

/** An install with how often it sent the events, and when for the last time. */
export const EventPerson = z.object({ ...PersonRow.shape, count: z.number(), last_at: Instant });
export type EventPerson = z.infer<typeof EventPerson>;

export const listEventPeople = route({
  method: 'GET',
  path: '/project/event-people',
  tag: 'People',
  summary: 'The people behind a bar of events: who sent them in a period or an hour, the last first',
  access: inProject('reports.see'),
  query: withRange({
    ...ReportFilter,
    /** Only events of this name; without it every one. */
    event: eventName.optional(),
    /** All events but these. */
    except: eventNames,
    /** Of every day of the period, on the clock of the project's zone. */
    hour: z.coerce
      .number()
      .int('is not an hour')
      .min(0, 'is not an hour')
      .max(23, 'is not an hour')
      .optional(),
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    ...ReportContext.shape,
    /** How many events there are, and by how many installs; null after the first page. */
    events: z.number().nullable(),
    installs: z.number().nullable(),
    items: z.array(EventPerson),
    next_cursor: z.string().nullable(),
  }),
});
