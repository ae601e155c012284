import type { z } from 'zod';
import { badField } from './app-error.ts';

export interface CursorCodec<Parts> {
  write(parts: Parts): string;
  /** null without a cursor; refuses one that this codec cannot have written. */
  read(cursor: string | undefined): Parts | null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The sort key of the last row of a page, as it travels. Clients can forge a cursor, so every part is checked
 * against the schema before it gets near a statement.
 */
export function createCursor<Schema extends z.ZodType<readonly unknown[]>>(
  schema: Schema,
): CursorCodec<z.output<Schema>> {
  return {
    write: (parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'),
    read(cursor) {
      if (cursor === undefined) return null;
      const parts = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
      if (!parts.success) throw badField('cursor', 'is not a cursor');
      return parts.data;
    },
  };
}
