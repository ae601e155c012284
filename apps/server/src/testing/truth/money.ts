/** Exact amounts: whole numbers of 10 to the power of minus 30. */
export type Exact = bigint;

const PLACES = 30;
const ONE = 10n ** BigInt(PLACES);

export function exact(text: string): Exact {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(PLACES, '0').slice(0, PLACES));
  return text.startsWith('-') ? -value : value;
}

/** Half away from zero. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n !== denominator < 0n ? -1n : 1n;
  const [above, below] = [numerator, denominator].map((n) => (n < 0n ? -n : n)) as [bigint, bigint];
  const half = above % below;
  return sign * (above / below + (2n * half >= below ? 1n : 0n));
}

const STEP = 10n ** BigInt(PLACES - 6);

/** With six places, as reports show it. */
export function shown(amount: Exact): string {
  const millionths = rounded(amount, STEP);
  const digits = (millionths < 0n ? -millionths : millionths).toString().padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -6)}${fraction && `.${fraction}`}`;
}

export const perCount = (amount: Exact, count: number) =>
  count === 0 ? null : shown(rounded(amount, BigInt(count)));

export const ratio = (one: Exact, other: Exact) =>
  other === 0n ? null : Number(rounded(one * 10n ** 18n, other)) / 1e18;

export interface Rate {
  currency: string;
  day: string;
  per_usd: string;
}

/** What one unit is worth on a day, to twelve places; null when nobody knows. */
export function factorOn(rates: Rate[], own: string, of: { currency: string; date: string }): Exact | null {
  if (of.currency === own) return ONE;
  const rateOf = (currency: string) => {
    if (currency === 'USD') return ONE;
    const known = rates.filter((rate) => rate.currency === currency && rate.day <= of.date);
    const last = known.sort((one, other) => (one.day < other.day ? 1 : -1))[0];
    return last ? exact(last.per_usd) : null;
  };
  const [to, from] = [rateOf(own), rateOf(of.currency)];
  return to && from && rounded(to * 10n ** 12n, from) * 10n ** BigInt(PLACES - 12);
}

export const times = (amount: Exact, factor: Exact): Exact => (amount * factor) / ONE;
