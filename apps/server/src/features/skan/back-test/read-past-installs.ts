import { BACK_TEST_DAYS, BACK_TEST_INSTALLS } from '@trailmark/contract/skan-back-test';
import type { PastInstall, Slot } from '@trailmark/core/skan/schema/back-test';
import { baseNameOf } from '@trailmark/core/skan/schema/count-fact';
import type { EventFrequency } from '@trailmark/core/skan/schema/says-something';
import { dayAfter } from '@trailmark/core/skan/schema/windows';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { DAY_MS, later } from '../../../platform/clock.ts';
import { factorsOf } from '../../../rollups/factors.ts';

const PAGE = 500;

/** Whose history is replayed, and what money is counted in. */
export interface History {
  projectId: string;
  currency: string;
  now: Date;
}

/** Android, and iOS where the person allows tracking; nobody who refuses analytics. The first window is over. */
const eligible = ({ projectId, now }: History) => sql`
  i.project_id = ${projectId} and i.installed_at >= ${later(now, -BACK_TEST_DAYS * DAY_MS)}
    and i.installed_at < ${later(now, -2 * DAY_MS)} and not i.has_denied_analytics
    and (i.platform = 'android' or (i.platform = 'ios' and i.tracking_authorized))`;

export async function countInstalls(db: Db, history: History): Promise<number> {
  const { rows } = await sql<{ installs: number }>`
    select count(*)::int as installs from installs i where ${eligible(history)}`.execute(db);
  return rows[0]?.installs ?? 0;
}

/** How many of the replayed installs did what in their first window. */
export async function countEvents(db: Db, history: History): Promise<EventFrequency[]> {
  const { rows } = await sql<EventFrequency>`
    with sample as materialized (
      select i.install_id, i.installed_at from installs i where ${eligible(history)}
      order by i.installed_at desc, i.install_id limit ${BACK_TEST_INSTALLS})
    select e.name, count(distinct e.install_id)::int as installs
    from sample s
    join events e on e.project_id = ${history.projectId} and e.install_id = s.install_id
      and e.occurred_at >= s.installed_at and e.occurred_at < s.installed_at + interval '48 hours'
    where e.occurred_at >= ${later(history.now, -BACK_TEST_DAYS * DAY_MS)} and e.kind in ('event', 'signup', 'payment')
    group by e.name order by 2 desc limit 50`.execute(db);
  return rows.map(({ name, installs }) => ({ name: baseNameOf(name), installs }));
}

/** How many installs each source had on each day: the crowd that Apple's tiers depend on. */
async function readCrowds(db: Db, history: History): Promise<Map<string, number>> {
  const { rows } = await sql<{ source: string; installs: number }>`
    select concat_ws(' ', i.network, i.campaign_id, (i.installed_at at time zone 'UTC')::date) as source,
      count(*)::int as installs
    from installs i where ${eligible(history)} group by 1 having count(*) > 9`.execute(db);
  return new Map(rows.map(({ source, installs }) => [source, installs]));
}

interface InstallRow {
  install_id: string;
  installed_at: Date;
  source: string;
}

async function readPage(db: Db, history: History, after: InstallRow | undefined): Promise<InstallRow[]> {
  const next = after
    ? sql`and (i.installed_at, i.install_id) < (${after.installed_at}, ${after.install_id})`
    : sql``;
  const { rows } = await sql<InstallRow>`
    select i.install_id, i.installed_at,
      concat_ws(' ', i.network, i.campaign_id, (i.installed_at at time zone 'UTC')::date) as source
    from installs i where ${eligible(history)} ${next}
    order by i.installed_at desc, i.install_id desc limit ${PAGE}`.execute(db);
  return rows;
}

interface SumRow {
  install_id: string;
  slot: Slot;
  name: string;
  count: number;
  last_day: number;
  revenue: string;
}

/** What the installs of a page did, summed by the database: a hundred events of one name are one row. */
async function readSums(db: Db, { projectId, currency }: History, page: InstallRow[]): Promise<SumRow[]> {
  const [last, first] = [page[0] as InstallRow, page.at(-1) as InstallRow];
  const { rows } = await sql<SumRow>`
    with happened as materialized (
      select e.install_id, e.name, e.amount, e.currency, (e.occurred_at at time zone 'UTC')::date as day, e.kind,
        extract(epoch from e.occurred_at - i.installed_at) / 86400 as age
      from unnest(${page.map(({ install_id }) => install_id)}::text[],
        ${page.map(({ installed_at }) => installed_at.toISOString())}::timestamptz[]) as i (install_id, installed_at)
      join events e on e.project_id = ${projectId} and e.install_id = i.install_id
        and e.occurred_at >= i.installed_at and e.occurred_at < i.installed_at + interval '35 days'
      where e.occurred_at >= ${first.installed_at} and e.occurred_at < ${later(last.installed_at, 35 * DAY_MS)}
        and e.kind in ('open', 'event', 'signup', 'payment')),
    factors as (${factorsOf(currency, sql`select currency, day from happened where kind = 'payment'`)})
    select h.install_id, h.name, count(*)::int as count, floor(max(h.age))::int as last_day,
      case when h.age < 1 then 0 when h.age < 2 then 1 when h.age < 7 then 2 else 3 end as slot,
      coalesce(sum(case when h.kind <> 'payment' then 0 when h.currency = ${currency} then h.amount
        else h.amount * f.factor end), 0)::text as revenue
    from happened h left join factors f on f.currency = h.currency and f.day = h.day
    group by h.install_id, h.name, 5`.execute(db);
  return rows;
}

function slotsOf(rows: readonly SumRow[]): PastInstall['slots'] {
  const slots: Partial<Record<Slot, { counts: Record<string, number>; lastDay: number; revenue: string }>> =
    {};
  for (const { slot, name, count, last_day, revenue } of rows) {
    const facts = slots[slot] ?? { counts: {}, lastDay: 0, revenue: '0' };
    const base = baseNameOf(name);
    // Opens are levels only where a base names them, and each install has some.
    facts.counts[base] = (facts.counts[base] ?? 0) + count;
    facts.lastDay = Math.max(facts.lastDay, last_day);
    facts.revenue = String(Number((Number(facts.revenue) + Number(revenue)).toFixed(6)));
    slots[slot] = facts;
  }
  return slots;
}

/** Installs of the past, newest first, page by page: never more than a page is held. */
export async function* readPastInstalls(db: Db, history: History): AsyncGenerator<PastInstall[]> {
  const crowds = await readCrowds(db, history);
  let after: InstallRow | undefined;
  for (let read = 0; read < BACK_TEST_INSTALLS; read += PAGE) {
    const page = await readPage(db, history, after);
    if (page.length === 0) return;
    const sums = new Map<string, SumRow[]>();
    for (const row of await readSums(db, history, page)) {
      sums.set(row.install_id, [...(sums.get(row.install_id) ?? []), row]);
    }
    yield page.map(({ install_id, installed_at, source }) => ({
      crowd: crowds.get(source) ?? 0,
      ageDays: dayAfter(installed_at, history.now),
      slots: slotsOf(sums.get(install_id) ?? []),
    }));
    after = page.at(-1);
  }
}
