import { describe, expect, it } from 'vitest';
import { currencyOfLocale } from './currency-of-locale.ts';

describe('currencyOfLocale', () => {
  it.each([
    ['en-IN', 'INR'],
    ['hi', 'INR'],
    ['de-AT', 'EUR'],
    ['de-CH', 'CHF'],
    ['en-GB', 'GBP'],
    ['en', 'USD'],
    ['pt-BR', 'BRL'],
    ['ja', 'JPY'],
    ['bg-BG', 'EUR'],
    ['es-419', 'USD'],
    ['not a locale', 'USD'],
    ['', 'USD'],
  ])('%s counts in %s', (locale, currency) => {
    expect(currencyOfLocale(locale)).toBe(currency);
  });
});
