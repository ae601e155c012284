import type { Rate } from '@trailmark/contract/rates';
import { type SqlBool, sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import type { Db } from '../../db/connection.ts';
import { changeRates } from '../../rollups/refold-cube.ts';

const columns = ['day as date', 'currency', sql<string>`trim_scale(per_usd)::text`.as('per_usd')] as const;

interface Page {
  currency?: string | undefined;
  /** The last rate of the page before. */
  after?: { date: string; currency: string } | undefined;
  limit: number;
}

/** Newest first; those of a day by the name of the currency. */
export async function listRates(db: Db, { currency, after, limit }: Page): Promise<Rate[]> {
  let query = db.selectFrom('currency_rates').select(columns);
  if (currency) query = query.where('currency', '=', currency);
  if (after) {
    query = query.where(
      sql<SqlBool>`(day < ${after.date} or (day = ${after.date} and currency > ${after.currency}))`,
    );
  }
  return await query.orderBy('day', 'desc').orderBy('currency').limit(limit).execute();
}

const RATES = bulk<Rate>({ currency: 'text', date: 'date', per_usd: 'numeric' });

/** Sets rates, whatever stood for their days; there are none twice among them. */
export async function putRates(db: Db, now: Date, rates: Rate[]): Promise<void> {
  const put = sql`
    insert into currency_rates (currency, day, per_usd, updated_at)
    select r.currency, r.date, r.per_usd, ${now} from ${RATES.rows(rates)} order by r.currency, r.date
    on conflict (currency, day) do update set per_usd = excluded.per_usd, updated_at = excluded.updated_at`;
  await changeRates(db, { now, rates }, (tx) => put.execute(tx));
}

export async function findRate(db: Db, currency: string, date: string): Promise<Rate | undefined> {
  return await db
    .selectFrom('currency_rates')
    .select(columns)
    .where('currency', '=', currency)
    .where('day', '=', date)
    .executeTakeFirst();
}

export async function deleteRate(
  db: Db,
  now: Date,
  rate: { currency: string; date: string },
): Promise<boolean> {
  const result = await changeRates(db, { now, rates: [rate] }, (tx) =>
    tx
      .deleteFrom('currency_rates')
      .where('currency', '=', rate.currency)
      .where('day', '=', rate.date)
      .executeTakeFirst(),
  );
  return result.numDeletedRows > 0n;
}
