import { CURRENCIES } from '@trailmark/contract/currencies';

export interface CurrencyOption {
  value: string;
  label: string;
  hint: string;
}

function symbolOf(currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '';
  return symbol === currency ? '' : symbol;
}

/**
 * Every currency of ISO 4217 in force, by name, with its code since many are dollars. `current` is a value in use that
 * may have been withdrawn since.
 */
export function currencyOptions(locale: string, current?: string): CurrencyOption[] {
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'currency' });
  const codes = current && !CURRENCIES.includes(current) ? [...CURRENCIES, current] : CURRENCIES;
  return codes
    .map((code) => ({
      value: code,
      label: `${names.of(code) ?? code} (${code})`,
      hint: symbolOf(code, locale),
    }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}
