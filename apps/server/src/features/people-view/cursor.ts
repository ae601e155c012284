import { badField } from '../../platform/app-error.ts';

const INSTANT = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A place in a list that is ordered by time and id, as it travels. */
export function writeCursor({ at, id }: { at: string; id: string }): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

export function readCursor(cursor: string | undefined): { at: string; id: string } | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString();
  const [at = '', ...id] = text.split(' ');
  const isReal = INSTANT.test(at) && !Number.isNaN(Date.parse(at)) && id.length > 0;
  if (!isReal || text.includes('\u0000')) throw badField('cursor', 'is not a cursor');
  return { at, id: id.join(' ') };
}
