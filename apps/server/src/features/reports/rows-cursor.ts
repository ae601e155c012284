import { Day } from '@trailmark/contract/fields';
import { z } from 'zod';
import { createCursor } from '../../platform/cursor.ts';

/** Where a page ended: the instant in microseconds, its local day, and what orders rows of one instant. */
export interface PageEnd {
  atUs: string;
  day: string;
  tie: string;
}

const Microseconds = z.string().regex(/^-?\d{1,17}$/);
const Hash = z.string().regex(/^[0-9a-f]{32}$/);
const rowCursor = createCursor(z.tuple([Microseconds, Day, Hash]));

export const cursorOf = (row: { at_us: string; local_date: string; tie: string }) =>
  rowCursor.write([row.at_us, row.local_date, row.tie]);

export function pageEndOf(cursor: string | undefined): PageEnd | null {
  const parts = rowCursor.read(cursor);
  if (parts === null) return null;
  const [atUs, day, tie] = parts;
  return { atUs, day, tie };
}
