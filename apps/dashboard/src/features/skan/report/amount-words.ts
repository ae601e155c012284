import type { AmountRange, SkanValues } from '@trailmark/contract/skan-report';
import { formatValue, NO_VALUE } from '../../../report/format-value.ts';

const money = (amount: string, currency: string) => formatValue({ unit: 'money' }, amount, { currency });

/** "₹20 to ₹80", or "₹20 or more" where a bucket has no upper limit. */
export function limitsInWords({ low, high }: AmountRange, currency: string): string {
  return high === null
    ? `${money(low, currency)} or more`
    : `${money(low, currency)} to ${money(high, currency)}`;
}

/** What is expected. */
export function expectedInWords({ revenue }: Pick<SkanValues, 'revenue'>, currency: string): string {
  return revenue ? money(revenue.expected, currency) : NO_VALUE;
}
