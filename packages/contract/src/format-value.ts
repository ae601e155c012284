import type { Unit } from './metric.ts';
import type { Values } from './report-filter.ts';

/** A metric as it is on the wire: money is an exact decimal, null is no number at all. */
export type Value = Values[string];

/** Shown where there is no number, as after a division by zero. */
export const NO_VALUE = '–';

export interface ValueStyle {
  /** Of the project: amounts are in it. */
  currency: string;
  locale?: string;
}

const COMPACT_FROM = 100_000;
const formats = new Map<string, Intl.NumberFormat>();

/** Making a format takes longer than using it a thousand times, and a table has thousands of cells. */
function formatOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  const cached = formats.get(key);
  if (cached) return cached;
  const made = new Intl.NumberFormat(locale, options);
  formats.set(key, made);
  return made;
}

/** Rupees are read in lakh and crore. */
function localeOf({ currency, locale }: ValueStyle): string {
  return locale ?? (currency === 'INR' ? 'en-IN' : 'en');
}

function currencyDigits(currency: string): number {
  return formatOf('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Digits that Intl reads as they are, so that no cent of a large amount is lost on the way. */
function exact(value: number | string): number {
  return value as number;
}

function money(value: number | string, style: ValueStyle): string {
  const { currency } = style;
  const size = Math.abs(Number(value));
  const digits = currencyDigits(currency);
  const shape: Intl.NumberFormatOptions =
    size >= COMPACT_FROM
      ? { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 }
      : size >= 1000 || size === 0
        ? { minimumFractionDigits: 0, maximumFractionDigits: 0 }
        : {
            minimumFractionDigits: digits,
            maximumFractionDigits: digits,
            trailingZeroDisplay: 'stripIfInteger',
          };
  return formatOf(localeOf(style), { style: 'currency', currency, ...shape }).format(exact(value));
}

function fullMoney(value: number | string, style: ValueStyle): string {
  const digits = currencyDigits(style.currency);
  // Of less than one unit, two digits say nothing.
  const most = Math.abs(Number(value)) < 1 ? Math.max(digits, 4) : digits;
  return formatOf(localeOf(style), {
    style: 'currency',
    currency: style.currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: most,
  }).format(exact(value));
}

const PLAIN: Record<Exclude<Unit, 'money'>, Intl.NumberFormatOptions> = {
  count: { maximumFractionDigits: 1 },
  percent: { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 },
  ratio: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
};

const FULL: Record<Exclude<Unit, 'money'>, Intl.NumberFormatOptions> = {
  count: { maximumFractionDigits: 2 },
  percent: { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 3 },
  ratio: { minimumFractionDigits: 2, maximumFractionDigits: 4 },
};

function isNumber(value: Value | undefined): value is number | string {
  return value !== null && value !== undefined && value !== '' && Number.isFinite(Number(value));
}

/** A metric for a table or a card: short, and "–" where there is none. */
export function formatValue(metric: { unit: Unit }, value: Value | undefined, style: ValueStyle): string {
  if (!isNumber(value)) return NO_VALUE;
  if (metric.unit === 'money') return money(value, style);
  return formatOf(style.locale ?? 'en', PLAIN[metric.unit]).format(exact(value));
}

/** The same with every digit that matters, for where there is room. */
export function fullValue(metric: { unit: Unit }, value: Value | undefined, style: ValueStyle): string {
  if (!isNumber(value)) return NO_VALUE;
  if (metric.unit === 'money') return fullMoney(value, style);
  return formatOf(style.locale ?? 'en', FULL[metric.unit]).format(exact(value));
}

/** For axes, where the room is smallest. */
export function axisValue(metric: { unit: Unit }, value: number, style: ValueStyle): string {
  if (metric.unit === 'percent') return formatOf('en', { style: 'percent' }).format(value);
  const compact: Intl.NumberFormatOptions = { notation: 'compact', maximumFractionDigits: 1 };
  if (metric.unit !== 'money') return formatOf(style.locale ?? 'en', compact).format(value);
  return formatOf(localeOf(style), {
    style: 'currency',
    currency: style.currency,
    minimumFractionDigits: 0,
    ...compact,
  }).format(value);
}

/** For drawing: a dot of a chart needs no exact cents. */
export function drawable(value: Value | undefined): number | null {
  return isNumber(value) ? Number(value) : null;
}
