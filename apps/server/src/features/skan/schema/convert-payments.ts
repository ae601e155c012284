import { decimalOf, multiply, textOf } from '@trailmark/core/metrics/decimal';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { Fact } from '../../../pipeline/group.ts';
import { loadFactors } from '../../../rollups/factors.ts';

/** What a payment is in a currency; null: it is none, or there is no rate. */
export type AmountsIn = (fact: Fact, currency: string | null) => string | null;

const PLACES = 6;

const dayOf = ({ occurredAt }: Fact) => occurredAt.toISOString().slice(0, 10);

/** Converts payments at the rate of their day. Only other currencies than the given ones need a look at the rates. */
export async function convertPayments(
  tx: Tx,
  facts: readonly Fact[],
  currencies: ReadonlySet<string>,
): Promise<AmountsIn> {
  const paid = facts.filter(({ kind, amount }) => kind === 'payment' && amount !== null);
  const factors = new Map<string, string>();
  for (const own of currencies) {
    const foreign = paid.filter(({ currency }) => currency !== own);
    if (foreign.length === 0) continue;
    const { list } = await loadFactors(
      tx,
      own,
      sql`select currency, day from unnest(${foreign.map(({ currency }) => currency)}::text[],
        ${foreign.map(dayOf)}::date[]) as m (currency, day)`,
    );
    for (const { currency, day, factor } of list) {
      if (factor !== null) factors.set(`${own} ${currency} ${day}`, factor);
    }
  }
  return (fact, own) => {
    if (fact.kind !== 'payment' || fact.amount === null || own === null) return null;
    if (fact.currency === own) return fact.amount;
    const factor = factors.get(`${own} ${fact.currency} ${dayOf(fact)}`);
    return factor === undefined ? null : textOf(multiply(decimalOf(fact.amount), decimalOf(factor)), PLACES);
  };
}
