import { drawable, formatValue, fullValue, NO_VALUE, type Value, type ValueStyle } from './format-value.ts';
import type { Unit } from './metric.ts';

const points = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 2 });

/** What something adds to a metric, or takes from it: "+12", "−₹3,400", "+1.4 points" of a percentage. */
export function contributionWords(metric: { unit: Unit }, value: Value, style: ValueStyle): string {
  const size = drawable(value);
  if (size === null) return NO_VALUE;
  const sign = size > 0 ? '+' : size < 0 ? '−' : '';
  const plain = typeof value === 'string' ? value.replace('-', '') : Math.abs(size);
  if (metric.unit === 'percent') return `${sign}${points.format(Math.abs(size) * 100)} points`;
  const words = metric.unit === 'ratio' ? formatValue : fullValue;
  return `${sign}${words(metric, plain, style)}`;
}
