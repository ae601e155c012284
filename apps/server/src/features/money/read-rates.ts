import { Day } from '@trailmark/contract/fields';
import { CurrencyCode, PerUsd, type Rate } from '@trailmark/contract/rates';
import type { z } from 'zod';
import { type CsvLine, type CsvProblem, readCsv } from '../../platform/read-csv.ts';

/** Rates have at most so many places, as many as the contract lets through. */
const PLACES = 12;
const ONE = 10n ** BigInt(PLACES);

/** A rate of a file: so many units of the currency for one unit of the base. */
interface GivenRate {
  line: number;
  date: string;
  currency: string;
  /** Times 10^12. */
  rate: bigint;
}

type Read = { given: GivenRate } | { problem: CsvProblem };

function scaled(decimal: string): bigint {
  const [whole = '0', part = ''] = decimal.split('.');
  return BigInt(whole) * ONE + BigInt(part.padEnd(PLACES, '0'));
}

function plain(rate: bigint): string {
  const part = String(rate % ONE)
    .padStart(PLACES, '0')
    .replace(/0+$/, '');
  return `${rate / ONE}${part && `.${part}`}`;
}

/** Divided and rounded, half up. */
const divide = (a: bigint, b: bigint) => (2n * a * ONE + b) / (2n * b);

function reasonOf(name: string, parsed: z.ZodSafeParseResult<unknown>): string[] {
  return parsed.success ? [] : [`${name} ${parsed.error.issues[0]?.message}`];
}

function readLine({ line, cells }: CsvLine<'date' | 'currency' | 'rate'>): Read {
  const date = Day.safeParse(cells.date);
  const currency = CurrencyCode.safeParse(cells.currency);
  const rate = PerUsd.safeParse(cells.rate);
  if (date.success && currency.success && rate.success) {
    return { given: { line, date: date.data, currency: currency.data, rate: scaled(rate.data) } };
  }
  const reasons = [...reasonOf('date', date), ...reasonOf('currency', currency), ...reasonOf('rate', rate)];
  return { problem: { line, reason: reasons.join(', ') } };
}

const keyOf = ({ date, currency }: { date: string; currency: string }) => `${date} ${currency}`;

function repeats(given: GivenRate[]): CsvProblem[] {
  const seen = new Map<string, number>();
  return given.flatMap((rate) => {
    const before = seen.get(keyOf(rate));
    if (before !== undefined) {
      return [{ line: rate.line, reason: `${rate.currency} of that day is in line ${before} already` }];
    }
    seen.set(keyOf(rate), rate.line);
    return [];
  });
}

/** Rates for one unit of the base as rates for one dollar, by what a dollar was worth on the same day. */
function rebase(given: GivenRate[], base: string): { rates: Rate[]; problems: CsvProblem[] } {
  const dollars = new Map(
    given.filter((rate) => rate.currency === 'USD').map((rate) => [rate.date, rate.rate]),
  );
  const problems: CsvProblem[] = [];
  const rates = new Map<string, Rate>();
  for (const { line, date, currency, rate } of given) {
    const dollar = base === 'USD' ? ONE : dollars.get(date);
    if (currency === base && rate !== ONE) {
      problems.push({ line, reason: `rate of ${base} in ${base} is 1` });
    } else if (dollar === undefined) {
      problems.push({
        line,
        reason: `there is no rate of USD for ${date}, so that those in ${base} say nothing`,
      });
    } else {
      const perUsd = currency === 'USD' ? divide(ONE, dollar) : divide(rate, dollar);
      const name = currency === 'USD' ? base : currency;
      if (perUsd === 0n) problems.push({ line, reason: 'rate is too small' });
      else if (name !== 'USD')
        rates.set(keyOf({ date, currency: name }), { date, currency: name, per_usd: plain(perUsd) });
    }
  }
  return { rates: [...rates.values()], problems };
}

/** The rates of a file, for one dollar each; none if anything is wrong with any line. */
export async function readRates(
  csv: string,
  base: string,
): Promise<{ rates: Rate[]; problems: CsvProblem[] }> {
  const { lines, problems: unreadable } = await readCsv(csv, { required: ['date', 'currency', 'rate'] });
  if (unreadable.length > 0) return { rates: [], problems: unreadable };
  const read = lines.map(readLine);
  const given = read.flatMap((one) => ('given' in one ? [one.given] : []));
  const { rates, problems: unfit } = rebase(given, base);
  const problems = [
    ...read.flatMap((one) => ('problem' in one ? [one.problem] : [])),
    ...repeats(given),
    ...unfit,
  ];
  if (problems.length > 0) {
    return { rates: [], problems: problems.sort((one, other) => one.line - other.line) };
  }
  return { rates, problems };
}
