import { FIRST_DAY } from '../../figures/days.ts';
import { badField } from '../../platform/app-error.ts';

/** Where a page ended: the instant in microseconds, its local day, and what tells rows of one instant apart. */
export interface Place {
  atUs: string;
  day: string;
  tie: string;
}

export const cursorOf = (row: { at_us: string; local_date: string; tie: string }) =>
  `${row.at_us}_${row.local_date}_${row.tie}`;

const CURSOR = /^(-?\d{1,17})_(\d{4}-\d{2}-\d{2})_([0-9a-f]{32})$/;

export function placeOf(cursor: string): Place {
  const [, atUs, day, tie] = CURSOR.exec(cursor) ?? [];
  if (!atUs || !day || !tie || Number.isNaN(Date.parse(day)) || day < FIRST_DAY) {
    throw badField('cursor', 'is not a cursor');
  }
  return { atUs, day, tie };
}
