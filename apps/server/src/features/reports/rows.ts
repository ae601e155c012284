import type { RawRow } from '@trailmark/contract/rows';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { decimalOf, textOf } from '@trailmark/core/metrics/decimal';
import { type RawBuilder, sql } from 'kysely';
import { visibleUserId } from '../../access/visible-people-statement.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { badField } from '../../platform/app-error.ts';
import {
  type Context,
  contextOf,
  presentContext,
  type Range,
  type ReportFilter,
} from '../../report/context.ts';
import { addDays } from '../../report/days.ts';
import { knowsSpend, matches } from '../../report/query.ts';
import { readRaw, readRawOrNull } from '../../report/read-raw.ts';
import { conversion, loadFactors, NO_NOTES, notesOf } from '../../rollups/factors.ts';
import { cursorOf, type PageEnd, pageEndOf } from './rows-cursor.ts';
import { isOfLinks, type OfLinks } from './rows-links.ts';
import { type Source, sourceOf } from './rows-sources.ts';

const MONEY_PLACES = 6;

interface RowsFilter extends ReportFilter {
  metric: string;
  cursor?: string | undefined;
  limit: number;
  within?: RawBuilder<unknown> | undefined;
  withinLinks?: RawBuilder<unknown> | undefined;
  links: OfLinks;
}

interface Row {
  id: string;
  at: Date;
  at_us: string;
  tie: string;
  local_date: string;
  kind: string;
  campaign_id: string;
  campaign_name: string | null;
  link_name: string | null;
  network: string;
  country: string;
  platform: string;
  install_id: string | null;
  user_id: string | null;
  amount: string | null;
  currency: string;
  more: RawRow['more'];
}

/** Spend has no country and no platform: filtered by one, there is none. */
function rowsIn(source: Source, filter: RowsFilter, { context, range }: { context: Context; range: Range }) {
  const { within, withinLinks } = filter;
  return sql`
    select r.* from (${source.select(filter.projectId, context, range)}) r
    where ${matches({ filter, within, withinLinks }, 'r')} and ${isOfLinks(filter.projectId, filter.links)}`;
}

/** What of a row about an install a guest may know: the device may belong to another campaign by now. */
function guarded(filter: RowsFilter) {
  const [userId, more] = [sql.ref('p.user_id'), sql.ref('p.more')];
  if (filter.scope.all || sourceOf(filter.metric)?.kind !== 'installs') return { userId, more };
  const isCurrent = sql`exists (
    select from installs i where i.project_id = ${filter.projectId} and i.install_id = p.install_id
      and i.campaign_id = any(${filter.scope.campaigns}::uuid[]))`;
  return {
    userId: visibleUserId(filter, { id: sql.ref('p.install_id'), userId }),
    more: sql`case when ${isCurrent} then p.more else p.more - '{os_version,app_version}'::text[] end`,
  };
}

async function readPage(
  tx: Tx,
  filter: RowsFilter,
  { rows, before }: { rows: RawBuilder<unknown>; before: PageEnd | null },
) {
  const isBefore = before
    ? sql`(r.at, md5(r.id)) < (timestamptz 'epoch' + ${before.atUs}::bigint * interval '1 microsecond', ${before.tie})`
    : sql`true`;
  const { userId, more } = guarded(filter);
  const page = await sql<Row>`
    select p.id, p.at, (extract(epoch from p.at) * 1000000)::bigint::text as at_us, md5(p.id) as tie, p.local_date,
      p.kind, p.campaign_id, c.name as campaign_name, l.name as link_name, p.network, p.country, p.platform,
      p.install_id, ${userId} as user_id, trim_scale(p.amount)::text as amount, p.currency, ${more} as more
    from (
      select r.* from (${rows}) r where ${isBefore} order by r.at desc, md5(r.id) desc limit ${filter.limit + 1}) p
    left join campaigns c on c.project_id = ${filter.projectId} and c.id = p.campaign_id
    left join links l on l.project_id = ${filter.projectId} and l.id = p.link_id
    order by p.at desc, md5(p.id) desc`.execute(tx);
  return page.rows;
}

/** The newest days first, and more and more of them: most pages are full after one or two. */
async function readNewest(
  tx: Tx,
  filter: RowsFilter,
  { source, context }: { source: Source; context: Context },
) {
  const before = pageEndOf(filter.cursor);
  const { from } = context.range;
  const found: Row[] = [];
  let to = before && before.day < context.range.to ? before.day : context.range.to;
  for (let days = 1; to >= from && found.length <= filter.limit; days *= 2) {
    const first = addDays(to, 1 - days);
    const range = { from: first < from ? from : first, to };
    found.push(...(await readPage(tx, filter, { rows: rowsIn(source, filter, { context, range }), before })));
    to = addDays(range.from, -1);
    if (range.from === from) break;
  }
  return found.slice(0, filter.limit + 1);
}

function present(row: Row): RawRow {
  const { at, campaign_id, country, platform, amount, currency, network } = row;
  return {
    id: row.id,
    at: at.toISOString(),
    local_date: row.local_date,
    kind: row.kind,
    campaign_id: campaign_id === NO_ID ? null : campaign_id,
    campaign_name: row.campaign_name,
    link_name: row.link_name,
    network,
    country: country || null,
    platform: platform || null,
    install_id: row.install_id,
    user_id: row.user_id,
    money: amount === null ? null : { amount, currency },
    more: row.more,
  };
}

/** The metric, from nothing but these rows. */
async function countRows(
  tx: Tx,
  filter: RowsFilter,
  { source, context }: { source: Source; context: Context },
) {
  if (source.kind === 'spend' && !knowsSpend({ filter }, 'none')) return { count: null, notes: NO_NOTES };
  const rows = rowsIn(source, filter, { context, range: context.range });
  if (source.count !== 'money') {
    const number = source.count === 'rows' ? sql`count(*)` : sql`count(distinct r.install_id)`;
    const counted = await sql<{ count: number }>`select ${number} as count from (${rows}) r`.execute(tx);
    return { count: counted.rows[0]?.count ?? 0, notes: NO_NOTES };
  }
  const isNet = filter.metric === 'revenue' || filter.metric === 'attributed_revenue';
  const amount = isNet ? sql`(case when r.kind = 'refund' then -r.amount else r.amount end)` : sql`r.amount`;
  const amounts = sql`
    select r.currency, r.local_date as day, ${amount} as amount, 1 as count from (${rows}) r where r.currency <> ''`;
  const factors = await loadFactors(tx, context.currency, amounts);
  const { join, ...converted } = conversion(factors, sql.ref('r.day'));
  const money = sql`
    select ${converted.currency} as currency, ${converted.amount} as amount, ${converted.oldRates} as old_rates
    from (${amounts}) r ${join}`;
  const { rows: sums } = await sql<{ sum: string }>`
    select coalesce(sum(r.amount) filter (where r.currency = ''), 0)::text as sum from (${money}) r`.execute(
    tx,
  );
  const count = textOf(decimalOf(sums[0]?.sum ?? '0'), MONEY_PLACES);
  return { count, notes: await notesOf(tx, money) };
}

/** The rows behind a metric, newest first, and the metric counted from them. */
export async function readRows(db: Db, now: Date, filter: RowsFilter) {
  const source = sourceOf(filter.metric);
  if (!source) throw badField('metric', 'is a ratio; ask for the rows of its parts');
  const { context, rows } = await readRaw(db, filter.projectId, async (tx) => {
    const known = await contextOf(tx, now, filter);
    return { context: known, rows: await readNewest(tx, filter, { source, context: known }) };
  });
  // Who goes on to the next page knows it from the first.
  const counted =
    filter.cursor === undefined
      ? await readRawOrNull(db, filter.projectId, (tx) => countRows(tx, filter, { source, context }))
      : null;
  const shown = rows.slice(0, filter.limit);
  const last = shown.at(-1);
  return {
    ...presentContext(context, counted?.notes ?? NO_NOTES),
    kind: source.kind,
    count: counted?.count ?? null,
    items: shown.map(present),
    next_cursor: last && rows.length > filter.limit ? cursorOf(last) : null,
  };
}
