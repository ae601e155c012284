import { describe, expect, test } from 'vitest';
import { CURRENCIES, isCurrency } from './currencies.ts';
import { PaymentCurrency } from './payload.ts';
import { CurrencyCode } from './rates.ts';

describe('currencies', () => {
  test('are there once each, as three letters', () => {
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
    expect(CURRENCIES.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
    expect(CURRENCIES.length).toBeGreaterThan(170);
  });

  test('have names, which somebody else gave them', () => {
    const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });
    // Newer than the names that come with the oldest Node that we run on.
    const recent = ['XAD', 'XCG', 'ZWG'];
    expect(CURRENCIES.filter((code) => !names.of(code) && !recent.includes(code))).toEqual([]);
  });

  test.each(['INR', 'USD', 'JPY', 'KWD', 'XAU', 'HRK', 'BGN'])('%s is one', (code) => {
    expect(isCurrency(code)).toBe(true);
    expect(CurrencyCode.parse(code.toLowerCase())).toBe(code);
    expect(PaymentCurrency.parse(code.toLowerCase())).toBe(code);
  });

  test.each(['AAA', 'BTC', 'XXX', 'XTS', 'DEM', 'US', 'USDT', 'ÅÄÖ', '123'])('%s is none', (code) => {
    expect(isCurrency(code)).toBe(false);
    const reasons = [CurrencyCode, PaymentCurrency].map(
      (schema) => schema.safeParse(code).error?.issues[0]?.message,
    );
    expect(reasons).toEqual(Array(2).fill('is not a currency code of ISO 4217'));
  });
});
