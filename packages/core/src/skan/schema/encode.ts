import type { CoarseValue, SkanSchema, SkanWindow } from '@trailmark/contract/skan-bases';
import { coarseOf, fineOf, levelsIn, type WindowFacts } from './levels.ts';

/** What an app registers with Apple. */
export interface ConversionValue {
  /** Only the first window has one. */
  fine: number | null;
  coarse: CoarseValue;
  /** Nothing more can be said in this window: its postback may be sent. */
  lock: boolean;
}

const LOCK_AFTER_HOURS = 24;

/** Hours after the first open in which the first window is measured. */
export const measuredHours = ({ lock_first_window }: SkanSchema): number =>
  lock_first_window === 'after_24_hours' ? LOCK_AFTER_HOURS : 48;

function locks(schema: SkanSchema, value: { fine: number; coarse: CoarseValue }, at: WindowTime): boolean {
  if (at.window > 0) return value.coarse === 'high';
  switch (schema.lock_first_window) {
    case 'never':
      return false;
    case 'after_24_hours':
      return at.hours >= LOCK_AFTER_HOURS;
    case 'at_highest_value':
      return value.fine === schema.install_value + schema.values_used - 1;
  }
}

/** When a value is computed. */
export interface WindowTime {
  window: SkanWindow;
  /** Since the first open. */
  hours: number;
}

/** The value of what an install did in a window. */
export function encode(schema: SkanSchema, facts: WindowFacts, at: WindowTime): ConversionValue {
  const levels = levelsIn(schema, at.window, facts);
  const coarse = coarseOf(schema, at.window, levels);
  const fine = fineOf(schema, at.window === 0 ? levels : levels.map(() => 0));
  return { fine: at.window === 0 ? fine : null, coarse, lock: locks(schema, { fine, coarse }, at) };
}

const RANK: Record<CoarseValue, number> = { low: 0, medium: 1, high: 2 };

/** Values only rise within a window: Apple takes a lower one too, and it would hide what was reached. */
export function raise(before: ConversionValue | null, now: ConversionValue): ConversionValue {
  if (!before) return now;
  const fine = before.fine === null || now.fine === null ? now.fine : Math.max(before.fine, now.fine);
  const coarse = RANK[before.coarse] > RANK[now.coarse] ? before.coarse : now.coarse;
  return { fine, coarse, lock: before.lock || now.lock };
}
