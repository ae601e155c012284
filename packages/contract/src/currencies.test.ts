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

  test('have names', () => {
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
    const [issue] = CurrencyCode.safeParse(code).error?.issues ?? [];
    expect(issue?.message).toBe('is not a currency code of ISO 4217');
  });

  test.each<[string, unknown, string | null]>([
    ['a token', ' USDT ', 'USDT'],
    ['a sign', 'Rs', 'Rs'],
    ['the code for none', 'xxx', 'xxx'],
    ['a number', 840, '840'],
    ['an object', { code: 'USD' }, 'object'],
    ['a long text', 'x'.repeat(100_000), 'x'.repeat(100)],
    ['nothing', undefined, null],
    ['null', null, null],
    ['an empty text', '', null],
    ['the text of null', '<null>', null],
  ])('of a payment are never refused: %s', (_, sent, currency) => {
    expect(PaymentCurrency.parse(sent)).toBe(currency);
  });
});
