/**
 * Currencies and fund codes in force, from list one of ISO 4217 as its maintenance agency publishes it
 * (https://www.six-group.com/en/products-services/financial-information/data-standards.html), without the codes for
 * testing (XTS) and for no currency (XXX).
 */
export const CURRENCIES: readonly string[] = [
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF',
  'CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD',
  'HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD',
  'MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN',
  'PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD',
  'TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD',
  'XPF XPT XSU XUA YER ZAR ZMW ZWG',
].flatMap((line) => line.split(' '));

/** Withdrawn in the last ten years, by list three: history that is imported can be that old. */
const WITHDRAWN = ['ANG', 'BGN', 'BYR', 'CUC', 'HRK', 'MRO', 'SLL', 'STD', 'VEF', 'ZWL'];

/** The code of ISO 4217 for no currency. Amounts in a currency outside this list are counted under it. */
export const NO_CURRENCY = 'XXX';

const known = new Set([...CURRENCIES, ...WITHDRAWN]);

/** Whether a code, in capitals, is a currency of ISO 4217. */
export const isCurrency = (code: string): boolean => known.has(code);
