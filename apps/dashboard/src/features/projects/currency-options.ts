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

/** Every currency of ISO 4217, by name, with its code to tell dollars apart. */
export function currencyOptions(locale: string): CurrencyOption[] {
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'currency' });
  return CURRENCIES.map((code) => ({
    value: code,
    label: `${names.of(code) ?? code} (${code})`,
    hint: symbolOf(code, locale),
  })).sort((a, b) => a.label.localeCompare(b.label, locale));
}
