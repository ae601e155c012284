import { z } from 'zod';

/** Text that PostgreSQL can hold: no NUL, no half surrogate pairs. */
export function storable(value: string): boolean {
  return !value.includes('\u0000') && !/\p{Surrogate}/u.test(value);
}

/** One line of required text, trimmed. */
export function text(max: number) {
  return z
    .string()
    .trim()
    .min(1, 'is required')
    .max(max, `is longer than ${max} characters`)
    .refine(storable, {
      message: 'contains characters that cannot be stored',
    });
}

/** One line of text that may be left empty; empty means null. */
export function optionalText(max: number) {
  return z
    .string()
    .trim()
    .max(max, `is longer than ${max} characters`)
    .refine(storable, { message: 'contains characters that cannot be stored' })
    .nullable()
    .transform((value) => value || null);
}

/** An id in its one spelling: comparisons and limits go by it. */
export const ProjectId = z.uuid('is not a project id').toLowerCase();
export const UserId = z.uuid('is not a user id').toLowerCase();

/** An e-mail address, lower-cased: one person is one address whatever the case it is typed in. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'is longer than 254 characters')
  .pipe(z.email('is not an e-mail address'));

/** An instant, ISO-8601 in UTC, that the database knows too: there is no year 0. */
export const Instant = z.iso.datetime().refine((at) => at >= '0001', { message: 'is not an instant' });

/** A path inside the dashboard to come back to; never another site. */
export const ReturnTo = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[\w\-./?=&%~]*$/, 'is not a path of this dashboard');

/** A secret that arrives in a link. */
export const LinkToken = z.string().min(20, 'is not a valid link').max(200, 'is not a valid link');

/** An http(s) address that may be left empty. */
export function optionalUrl(what: string) {
  return z
    .union([
      z.literal(''),
      z
        .url({ protocol: /^https?$/, hostname: z.regexes.domain, error: `is not ${what}` })
        .max(2000, 'is longer than 2000 characters')
        .refine(storable, { message: `is not ${what}` }),
    ])
    .nullable()
    .transform((value) => value || null);
}

/** A day of the calendar (2020-02-30 is none) that the database knows too: there is no year 0. */
export const Day = z.iso
  .date('is not a date')
  .refine((day) => day >= '0001-01-01', { message: 'is not a date' });

/** One page of a list; `next_cursor` is null on the last one. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() });
}

/** Where the page begins: the `next_cursor` of the previous page. */
export const Cursor = z.string().max(2000, 'is not a cursor');

/** An id of somebody else's making, as a part of a cursor. */
export const StorableId = z.string().min(1).max(256).refine(storable);

export const PageQuery = {
  cursor: z.uuid('is not a cursor').optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
};
