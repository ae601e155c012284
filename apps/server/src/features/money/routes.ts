import { Day, StorableId } from '@trailmark/contract/fields';
import {
  deleteRate as deleteRateRoute,
  importRates as importRatesRoute,
  listRates as listRatesRoute,
  putRate as putRateRoute,
  StoredCurrencyCode,
} from '@trailmark/contract/rates';
import {
  deleteSpend as deleteSpendRoute,
  importSpend as importSpendRoute,
  listSpend as listSpendRoute,
  type SpendRow,
  type SpendSource,
} from '@trailmark/contract/spend';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { z } from 'zod';
import { actorOf, type Person } from '../../access/caller.ts';
import { campaignScope } from '../../access/campaign-scope.ts';
import { requireOperator } from '../../access/operator.ts';
import { type HandledRoute, onProject, onSignedIn } from '../../http/handled.ts';
import { badField } from '../../platform/app-error.ts';
import { createCursor } from '../../platform/cursor.ts';
import type { Kit } from '../../platform/kit.ts';
import { contextOf } from '../../report/context.ts';
import { filterOf } from '../../report/filter-of.ts';
import { deleteSpend } from './delete-spend.ts';
import { importSpend } from './import-spend.ts';
import { deleteRate, findRate, listRates, putRates } from './rate-store.ts';
import { readRates } from './read-rates.ts';
import { listSpendRows, type SpendDay, type SpendKey } from './spend-store.ts';

const spendCursor = createCursor(z.tuple([Day, z.guid(), z.guid(), StorableId, StoredCurrencyCode]));

function readCursor(cursor: string | undefined): SpendKey | undefined {
  const parts = spendCursor.read(cursor);
  if (parts === null) return undefined;
  const [date, campaignId, linkId, source, currency] = parts;
  return { date, campaignId, linkId, source, currency };
}

const cursorAt = (row: SpendDay) =>
  spendCursor.write([row.local_date, row.campaign_id, row.link_id, row.source, row.currency]);

function present(row: SpendDay): SpendRow {
  const hasLink = row.link_id !== NO_ID;
  return {
    date: row.local_date,
    campaign_id: row.campaign_id,
    campaign_name: row.campaign_name ?? '',
    link_id: hasLink ? row.link_id : null,
    link_name: hasLink ? row.link_name : null,
    money: { amount: row.amount, currency: row.currency },
    source: row.source as SpendSource,
    counted: row.counted,
    spend_source: row.spend_source === 'file' ? 'file' : 'network',
  };
}

/** Enough to see what is wrong with a file. */
const MOST_PROBLEMS = 200;

const rateCursor = createCursor(z.tuple([Day, StoredCurrencyCode]));

async function mayChange(kit: Kit, person: Person): Promise<void> {
  await requireOperator(kit, person, 'Changing exchange rates');
}

export const routes: HandledRoute[] = [
  onProject(listSpendRoute, async ({ kit, membership, query }) => {
    const filter = filterOf(membership, query);
    const after = readCursor(query.cursor);
    const { range } = await contextOf(kit.db, kit.clock.now(), filter);
    const rows = await listSpendRows(kit.db, { ...filter, range, after, limit: query.limit + 1 });
    const items = rows.slice(0, query.limit);
    const last = items.at(-1);
    const hasMore = last && rows.length > query.limit;
    return { items: items.map(present), next_cursor: hasMore ? cursorAt(last) : null };
  }),

  onProject(importSpendRoute, ({ kit, person, membership, client, body }) => {
    const { projectId } = membership;
    const acting = { projectId, scope: campaignScope(membership), actor: actorOf(person, client) };
    return importSpend(kit, acting, { csv: body.csv, dryRun: body.dry_run });
  }),

  onProject(deleteSpendRoute, ({ kit, person, membership, client, query }) => {
    const { projectId } = membership;
    const acting = { projectId, scope: campaignScope(membership), actor: actorOf(person, client) };
    return deleteSpend(kit, acting, { from: query.from, to: query.to, campaignId: query.campaign_id });
  }),

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
