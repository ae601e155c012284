import type { z } from 'zod';
import type { OutboundResponse } from './destination.ts';

/** As JSON writes a NUL, and halves of characters, which are half of what is written so. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** PostgreSQL stores every text but these. */
const storable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value;

/** What an answer says as JSON of some shape, in text that can be stored; null where it says something else. */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  { body }: Pick<OutboundResponse, 'body'>,
): z.infer<Schema> | null {
  try {
    const answer: unknown = UNSTORABLE.test(body) ? JSON.parse(body, storable) : JSON.parse(body);
    return schema.safeParse(answer).data ?? null;
  } catch {
    // No JSON is no answer of this shape.
    return null;
  }
}
