import type { z } from 'zod';
import type { OutboundResponse } from './destination.ts';

/** What an answer says as JSON of some shape; null where it says something else. */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  { body }: Pick<OutboundResponse, 'body'>,
): z.infer<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    // No JSON is no answer of this shape.
    return null;
  }
}
