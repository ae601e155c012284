import { ACTIVE_24H } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { runRepeated } from '../../db/run-prepared.ts';
import { cohortRows, loadCohortFactors } from '../../report/cohort-rows.ts';
import { dayRows, loadDayFactors } from '../../report/day-rows.ts';
import { onLocalDays } from '../../report/local-days.ts';
import { matches, type ReportQuery } from '../../report/query.ts';
import { isAttributed, isConverted } from '../../report/read-days.ts';
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
  // As they stand in the index, not as text.
  const isCampaign = rows.group === 'campaign';
  const isMeant = isCampaign
    ? sql<boolean>`r.campaign_id = any(${only.keys}::uuid[])`
    : sql<boolean>`${key} = any(${only.keys}::text[])`;
  return { key, isMeant };
}

/** Who was active on day n, from the rollups. */
async function readActive(tx: Tx, question: CohortQuery, only: Only): Promise<PartRow[]> {
  const { context, days } = question;
  const { key, isMeant } = keyed(question, only);
  const active = context.dayKind === '24h' ? ACTIVE_24H : 'active';
  const statement = sql<PartRow>`
    select ${key} as key, ${ageIn(question)} as age, r.day_number as day,
      coalesce(sum(r.count) filter (where ${isInstall}), 0)::bigint as installs,
      coalesce(sum(r.count) filter (where not ${isInstall}), 0)::bigint as count, '0' as amount
    from (${cohortRows(question, NO_FACTORS, { metrics: INSTALLS, days: [0] })}
      union all ${cohortRows(question, NO_FACTORS, { metrics: [active], days: upTo(days) })}) r
    where ${isMeant}
    group by 1, 2, 3`;
  return await runRepeated(tx, statement);
}

/** Installs of the range, under whom they are credited to now. */
function installsOf(question: CohortQuery) {
  const { asked, context, range } = question;
  const { local, isInRange } = onLocalDays(sql.ref('i.installed_at'), context, range);
  return sql`
    select i.install_id, ${local} as day, i.campaign_id, i.network, i.country, i.platform
    from installs i
    where i.project_id = ${asked.projectId} and ${isInRange} and ${matches(question, 'i')}`;
}

/** The days after the install on which each was active, told by the table that has each such day once. */
function activeOn({ asked, context, range }: CohortQuery): {
  rows: RawBuilder<unknown>;
  on: RawBuilder<unknown>;
} {
  const { projectId } = asked;
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
async function readReturns(tx: Tx, question: CohortQuery, only: Only): Promise<PartRow[]> {
  const { days, mode } = question;
  const { key, isMeant } = keyed(question, only);
  const { rows: active, on } = activeOn(question);
  const day = mode === 'rolling' ? sql`max(${on})` : sql`min(${on}) filter (where ${on} > 0)`;
  const { rows } = await sql<PartRow>`
    with i as (${installsOf(question)}),
    r as (
      select i.day, i.campaign_id, i.network, i.country, i.platform, ${day} as reached
      from i left join ${active} a on a.install_id = i.install_id
      group by i.install_id, i.day, i.campaign_id, i.network, i.country, i.platform)
    select ${key} as key, ${ageIn(question)} as age, least(coalesce(r.reached, 0), ${days}::int + 1) as day,
      count(*) as installs, count(r.reached) as count, '0' as amount
    from r
    where ${isMeant}
    group by 1, 2, 3`.execute(tx);
  return rows;
}

/** What installs paid on day n, at the rate of the day that it was after their own. */
async function readEarned(tx: Tx, question: CohortQuery, only: Only) {
  const { days, metric } = question;
  const { key, isMeant } = keyed(question, only);
  const age = ageIn(question);
  const isLived = sql`(${isInstall} or r.day_number <= ${age})`;
  // What is organic cost nothing: return on spend is of attributed revenue, as on every other screen.
  const needs = metric === 'roas' ? (['network'] as const) : [];
  const isCounted = metric === 'roas' ? isAttributed : sql`true`;
  const factors = await loadCohortFactors(tx, question, needs);
  const paid = { metrics: ['payments', 'refunds'], days: upTo(days), needs };
  const payments = sql`select r.* from (${cohortRows(question, factors, paid)}) r where ${isCounted}`;
  const net = sql`(case when r.metric = 'refunds' then -r.amount else r.amount end)`;
  const installs = cohortRows(question, NO_FACTORS, { metrics: INSTALLS, days: [0], needs });
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

async function readSpent(tx: Tx, question: CohortQuery, only: Only) {
  const { key, isMeant } = keyed(question, only);
  const spent = dayRows(question, await loadDayFactors(tx, question), { columns: ['spend'] });
  const statement = sql<SpendPart & Noteworthy & { is_spent: boolean }>`
    select ${key} as key, ${ageIn(question)} as age,
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
  question: CohortQuery,
  { only, knowsSpend }: { only: Only; knowsSpend: boolean },
): Promise<Parts> {
  const { metric, mode } = question;
  const spent = knowsSpend ? await readSpent(tx, question, only) : { rows: [], notes: NO_NOTES };
  if (metric === 'retention') {
    const parts = await (mode === 'classic' ? readActive : readReturns)(tx, question, only);
    return { parts, spend: spent.rows, notes: spent.notes };
  }
  const earned = await readEarned(tx, question, only);
  return { parts: earned.rows, spend: spent.rows, notes: addNotes(earned.notes, spent.notes) };
}

/** How many installs each row has, the largest first. */
export async function readSizes(tx: Tx, question: CohortQuery): Promise<{ key: string; installs: number }[]> {
  const { metric, mode, rows: wanted, range } = question;
  const isCounted = metric === 'retention' && mode !== 'classic';
  const source = isCounted
    ? sql`(select i.*, 1 as count from (${installsOf(question)}) i)`
    : sql`(${cohortRows(question, NO_FACTORS, { metrics: INSTALLS, days: [0] })})`;
  const statement = sql<{ key: string; installs: number }>`
    select ${keyIn(wanted, range)} as key, sum(r.count)::bigint as installs
    from ${source} r
    group by 1
    order by 2 desc, 1`;
  return await runRepeated(tx, statement);
}
