import { drawable, NO_VALUE, type Value } from './format-value.ts';
import type { Metric } from './metric.ts';

export interface MetricChange {
  /** Relative to the previous period; null where there was none, or zero. */
  share: number | null;
  /** What was zero goes up or down without a share. */
  direction: 'up' | 'down' | 'same';
  /** Whether that is good; null where it is neither, or nothing changed. */
  isGood: boolean | null;
}

const share = new Intl.NumberFormat('en', {
  style: 'percent',
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const wholeShare = new Intl.NumberFormat('en', {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
});

/** How a metric changed against the previous period. */
export function changeOf(
  { better }: Pick<Metric, 'better'>,
  value: Value | undefined,
  before: Value | undefined,
): MetricChange {
  const now = drawable(value);
  const base = drawable(before);
  if (now === null || base === null) return { share: null, direction: 'same', isGood: null };
  const part = base === 0 ? null : (now - base) / Math.abs(base);
  const direction = now > base ? 'up' : now < base ? 'down' : 'same';
  const isGood = better === null || direction === 'same' ? null : direction === better;
  return { share: part, direction, isGood };
}

/** Whether there is anything to say about it: an unknown number has no change, and zero that stayed zero has none. */
export const isChange = ({ share: part, direction }: MetricChange) => part !== null || direction !== 'same';

/** "+11.8%", "−3.4%", "New"; beyond ten times the digits after the point say nothing. */
export function changeWords(change: MetricChange): string {
  const { share: part } = change;
  if (part === null) return isChange(change) ? 'New' : NO_VALUE;
  const format = Math.abs(part) >= 10 ? wholeShare : share;
  return format.format(part).replace('-', '−');
}
