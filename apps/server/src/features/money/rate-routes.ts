import { Day } from '@trailmark/contract/fields';
import {
  deleteRate as deleteRateRoute,
  importRates as importRatesRoute,
  listRates as listRatesRoute,
  putRate as putRateRoute,
  StoredCurrencyCode,
} from '@trailmark/contract/rates';
import { z } from 'zod';
import type { Person } from '../../access/caller.ts';
import { requireOperator } from '../../access/operator.ts';
import { type Handled, onSignedIn } from '../../http/handled.ts';
import { badField } from '../../platform/app-error.ts';
import { createCursor } from '../../platform/cursor.ts';
import type { Kit } from '../../platform/kit.ts';
import { deleteRate, findRate, listRates, putRates } from './rate-store.ts';
import { readRates } from './read-rates.ts';

/** Enough to see what is wrong with a file. */
const MOST_PROBLEMS = 200;

const rateCursor = createCursor(z.tuple([Day, StoredCurrencyCode]));

async function mayChange(kit: Kit, person: Person): Promise<void> {
  await requireOperator(kit, person, 'Changing exchange rates');
}

export const routes: Handled[] = [
  onSignedIn(listRatesRoute, async ({ kit, query }) => {
    const cursor = rateCursor.read(query.cursor);
    const after = cursor ? { date: cursor[0], currency: cursor[1] } : undefined;
    const rows = await listRates(kit.db, { currency: query.currency, after, limit: query.limit + 1 });
    const items = rows.slice(0, query.limit);
    const last = items.at(-1);
    const hasMore = last && rows.length > query.limit;
    return { items, next_cursor: hasMore ? rateCursor.write([last.date, last.currency]) : null };
  }),

  onSignedIn(putRateRoute, async ({ kit, person, body }) => {
    await mayChange(kit, person);
    if (body.currency === 'USD') throw badField('currency', 'is the one that rates are for');
    await putRates(kit.db, kit.clock.now(), [body]);
    kit.log.info({ by: person.userId, ...body }, 'set an exchange rate');
    return (await findRate(kit.db, body.currency, body.date)) ?? body;
  }),

  onSignedIn(deleteRateRoute, async ({ kit, person, query }) => {
    await mayChange(kit, person);
    const deleted = await deleteRate(kit.db, kit.clock.now(), query);
    if (deleted) kit.log.info({ by: person.userId, ...query }, 'took an exchange rate away');
    return { deleted };
  }),

  onSignedIn(importRatesRoute, async ({ kit, person, body }) => {
    await mayChange(kit, person);
    const { rates, problems } = await readRates(body.csv, body.base);
    if (rates.length > 0) await putRates(kit.db, kit.clock.now(), rates);
    kit.log.info({ by: person.userId, rates: rates.length, base: body.base }, 'imported exchange rates');
    return { imported: rates.length, problems: problems.slice(0, MOST_PROBLEMS) };
  }),
];
