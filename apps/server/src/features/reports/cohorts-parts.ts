import { ACTIVE_24H } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { runRepeated } from '../../db/run-prepared.ts';
import { onLocalDays } from '../../report/local-days.ts';
import { matches, type ReportQuery } from '../../report/query.ts';
import { cohortRows, loadCohortFactors } from '../../report/read-cohorts.ts';
import { dayRows, isAttributed, isConverted, loadDayFactors } from '../../report/read-days.ts';
import {
  addNotes,
  isNoteworthy,
  type MoneyNotes,
  NO_FACTORS,
  NO_NOTES,
  notesOf,
} from '../../rollups/factors.ts';
import { ageIn, keyIn, type Rows } from './cohorts-keys.ts';

export interface CohortQuery extends ReportQuery {
  rows: Rows;
  metric: 'retention' | 'revenue' | 'ltv' | 'roas';
  mode: 'classic' | 'rolling' | 'cumulative';
  days: number;
}

/** As a statement finds it. */
export interface PartRow {
  key: string;
  age: number;
  day: number;
  installs: number;
  count: number;
  amount: string;
}

/** Whether there is anything to say about the money of a row; mostly there is not. */
interface Noteworthy {
  is_noteworthy: boolean;
}

const hasNotes = (rows: readonly Noteworthy[]) => rows.some(({ is_noteworthy }) => is_noteworthy);

const INSTALLS = ['installs', 'reinstalls'];
const isInstall = sql`r.metric in ('installs', 'reinstalls')`;
const upTo = (days: number) => Array.from({ length: days + 1 }, (_, day) => day);

/** Some rows by key only, or all of them together. */
export type Only = { keys: string[] } | 'all' | 'together';

function keyed({ rows, range }: CohortQuery, only: Only) {
  const key = keyIn(rows, range);
  if (only === 'together') return { key: sql<string>`''`, isMeant: sql<boolean>`true` };
  if (only === 'all') return { key, isMeant: sql<boolean>`true` };
  // As they are indexed, not as text.
  const isCampaign = rows.group === 'campaign';
  const isMeant = isCampaign
    ? sql<boolean>`r.campaign_id = any(${only.keys}::uuid[])`
    : sql<boolean>`${key} = any(${only.keys}::text[])`;
  return { key, isMeant };
}

/** Who was active on day n, from the rollups. */
async function readActive(tx: Tx, query: CohortQuery, only: Only): Promise<PartRow[]> {
  const { context, days } = query;
  const { key, isMeant } = keyed(query, only);
  const active = context.dayKind === '24h' ? ACTIVE_24H : 'active';
  const statement = sql<PartRow>`
    select ${key} as key, ${ageIn(query)} as age, r.day_number as day,
      coalesce(sum(r.count) filter (where ${isInstall}), 0)::bigint as installs,
      coalesce(sum(r.count) filter (where not ${isInstall}), 0)::bigint as count, '0' as amount
    from (${cohortRows(query, NO_FACTORS, { metrics: INSTALLS, days: [0] })}
      union all ${cohortRows(query, NO_FACTORS, { metrics: [active], days: upTo(days) })}) r
    where ${isMeant}
    group by 1, 2, 3`;
  return await runRepeated(tx, statement);
}

/** Installs of the range, under whom they are credited to now. */
function installsOf(query: CohortQuery) {
  const { filter, context, range } = query;
  const { local, isInRange } = onLocalDays(sql.ref('i.installed_at'), context, range);
  return sql`
    select i.install_id, ${local} as day, i.campaign_id, i.network, i.country, i.platform
    from installs i
    where i.project_id = ${filter.projectId} and ${isInRange} and ${matches(query, 'i')}`;
}

/** The days after the install on which each was active, from the table that has each such day once. */
function activeOn({ filter, context, range }: CohortQuery): {
  rows: RawBuilder<unknown>;
  on: RawBuilder<unknown>;
} {
  const { projectId } = filter;
  if (context.dayKind === '24h') {
    const rows = sql`(select install_id, block from person_blocks where project_id = ${projectId})`;
    return { rows, on: sql`a.block` };
  }
  const rows = sql`(
    select install_id, local_date from person_days
    where project_id = ${projectId} and local_date >= ${range.from}::date)`;
  return { rows, on: sql`greatest(a.local_date - i.day, 0)` };
}

/** On which day each install was active for the last time, or for the first time after it was installed. */
async function readReturns(tx: Tx, query: CohortQuery, only: Only): Promise<PartRow[]> {
  const { days, mode } = query;
  const { key, isMeant } = keyed(query, only);
  const { rows: active, on } = activeOn(query);
  const day = mode === 'rolling' ? sql`max(${on})` : sql`min(${on}) filter (where ${on} > 0)`;
  const { rows } = await sql<PartRow>`
    with i as (${installsOf(query)}),
    r as (
      select i.day, i.campaign_id, i.network, i.country, i.platform, ${day} as reached
      from i left join ${active} a on a.install_id = i.install_id
      group by i.install_id, i.day, i.campaign_id, i.network, i.country, i.platform)
    select ${key} as key, ${ageIn(query)} as age, least(coalesce(r.reached, 0), ${days}::int + 1) as day,
      count(*) as installs, count(r.reached) as count, '0' as amount
    from r
    where ${isMeant}
    group by 1, 2, 3`.execute(tx);
  return rows;
}

/** What installs paid on day n, at the rate of the day that it was after their own. */
async function readEarned(tx: Tx, query: CohortQuery, only: Only) {
  const { days, metric } = query;
  const { key, isMeant } = keyed(query, only);
  const age = ageIn(query);
  const isLived = sql`(${isInstall} or r.day_number <= ${age})`;
  // What is organic cost nothing: return on spend is of attributed revenue, as on every other screen.
  const needs = metric === 'roas' ? (['network'] as const) : [];
  const isCounted = metric === 'roas' ? isAttributed : sql`true`;
  const factors = await loadCohortFactors(tx, query, needs);
  const paid = { metrics: ['payments', 'refunds'], days: upTo(days), needs };
  const payments = sql`select r.* from (${cohortRows(query, factors, paid)}) r where ${isCounted}`;
  const net = sql`(case when r.metric = 'refunds' then -r.amount else r.amount end)`;
  const installs = cohortRows(query, NO_FACTORS, { metrics: INSTALLS, days: [0], needs });
  const statement = sql<PartRow & Noteworthy>`
    select ${key} as key, ${age} as age, r.day_number as day,
      coalesce(sum(r.count) filter (where ${isInstall}), 0)::bigint as installs, 0 as count,
      coalesce(sum(${net}) filter (where not ${isInstall} and ${isConverted}), 0)::text as amount, ${isNoteworthy}
    from (${installs} union all ${payments}) r
    where ${isLived} and ${isMeant}
    group by 1, 2, 3`;
  const rows = await runRepeated(tx, statement);
  if (!hasNotes(rows)) return { rows, notes: NO_NOTES };
  const lived = sql`
    select r.currency, ${net} as amount, r.old_rates from (${payments}) r where r.day_number <= ${age}`;
  return { rows, notes: await notesOf(tx, lived) };
}

export interface SpendPart {
  key: string;
  age: number;
  amount: string;
}

async function readSpent(tx: Tx, query: CohortQuery, only: Only) {
  const { key, isMeant } = keyed(query, only);
  const spent = dayRows(query, await loadDayFactors(tx, query), { columns: ['spend'] });
  const statement = sql<SpendPart & Noteworthy & { is_spent: boolean }>`
    select ${key} as key, ${ageIn(query)} as age,
      coalesce(sum(r.spend) filter (where ${isConverted}), 0)::text as amount, bool_or(r.spend <> 0) as is_spent,
      ${isNoteworthy}
    from (${spent}) r
    where ${isMeant}
    group by 1, 2`;
  const found = await runRepeated(tx, statement);
  const rows = found.filter(({ is_spent }) => is_spent);
  if (!hasNotes(found)) return { rows, notes: NO_NOTES };
  return {
    rows,
    notes: await notesOf(tx, sql`select r.currency, r.spend as amount, r.old_rates from (${spent}) r`),
  };
}

export interface Parts {
  parts: PartRow[];
  spend: SpendPart[];
  notes: MoneyNotes;
}

/** What there is to say of the installs of the range, by row, age and day after the install. */
export async function readParts(
  tx: Tx,
  query: CohortQuery,
  { only, knowsSpend }: { only: Only; knowsSpend: boolean },
): Promise<Parts> {
  const { metric, mode } = query;
  const spent = knowsSpend ? await readSpent(tx, query, only) : { rows: [], notes: NO_NOTES };
  if (metric === 'retention') {
    const parts = await (mode === 'classic' ? readActive : readReturns)(tx, query, only);
    return { parts, spend: spent.rows, notes: spent.notes };
  }
  const earned = await readEarned(tx, query, only);
  return { parts: earned.rows, spend: spent.rows, notes: addNotes(earned.notes, spent.notes) };
}

/** How many installs each row has, the largest first. */
export async function readSizes(tx: Tx, query: CohortQuery): Promise<{ key: string; installs: number }[]> {
  const { metric, mode, rows: tableRows, range } = query;
  const isCounted = metric === 'retention' && mode !== 'classic';
  const source = isCounted
    ? sql`(select i.*, 1 as count from (${installsOf(query)}) i)`
    : sql`(${cohortRows(query, NO_FACTORS, { metrics: INSTALLS, days: [0] })})`;
  const statement = sql<{ key: string; installs: number }>`
    select ${keyIn(tableRows, range)} as key, sum(r.count)::bigint as installs
    from ${source} r
    group by 1
    order by 2 desc, 1`;
  return await runRepeated(tx, statement);
}
