import { type Decimal, decimalOf } from '@trailmark/core/metrics/decimal';
import type { Decode, FactorOf } from '@trailmark/core/skan/report/decoded-sums';
import type { PostbackCell } from '@trailmark/core/skan/report/postback-cell';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { Context } from '../../../report/context.ts';
import { loadFactors } from '../../../rollups/factors.ts';

const ONE: Decimal = { units: 1n, places: 0 };

/**
 * What the currencies of schemas are worth in that of the project, at the rate of the last day of the period: a value says
 * how much was paid within some days, not on which.
 */
export async function readFactors(
  tx: Tx,
  context: Context,
  { cells, decode }: { cells: readonly PostbackCell[]; decode: Decode },
): Promise<FactorOf> {
  const currencies = [...new Set(cells.flatMap((cell) => decode(cell)?.revenue?.currency ?? []))];
  const others = currencies.filter((currency) => currency !== context.currency);
  if (others.length === 0) return (currency) => (currency === context.currency ? ONE : null);
  const day = context.range.to < context.today ? context.range.to : context.today;
  const money = sql`select c as currency, ${day}::date as day from unnest(${others}::text[]) c`;
  const { list } = await loadFactors(tx, context.currency, money);
  const factors = new Map(list.map(({ currency, factor }) => [currency, factor]));
  return (currency) => {
    if (currency === context.currency) return ONE;
    const factor = factors.get(currency);
    return factor == null ? null : decimalOf(factor);
  };
}
