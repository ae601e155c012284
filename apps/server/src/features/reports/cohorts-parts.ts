import { ACTIVE_24H } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { cohortRows } from '../../figures/cohort-rows.ts';
import { onLocalDays } from '../../figures/local-days.ts';
import { narrowed, type Question } from '../../figures/question.ts';
import {
  addNotes,
  converted,
  joinFactors,
  loadFactors,
  type MoneyNotes,
  NO_NOTES,
  notesOf,
} from '../../figures/rates.ts';
import { isAttributed } from '../../figures/read-days.ts';
import { spendFactors, spendRows } from '../../figures/read-spend.ts';
import { ageIn, keyIn, type Rows } from './cohorts-keys.ts';

export interface CohortQuestion extends Question {
  rows: Rows;
  figure: 'retention' | 'revenue' | 'ltv' | 'roas';
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

const INSTALLS = ['installs', 'reinstalls'];
const isInstall = sql`r.metric in ('installs', 'reinstalls')`;
const upTo = (days: number) => Array.from({ length: days + 1 }, (_, day) => day);

/** Some rows by key only, or all of them together. */
export type Only = { keys: string[] } | 'all' | 'together';

function keyed({ rows, range }: CohortQuestion, only: Only) {
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
async function readActive(tx: Tx, question: CohortQuestion, only: Only): Promise<PartRow[]> {
  const { context, days } = question;
  const { key, isMeant } = keyed(question, only);
  const active = context.dayKind === '24h' ? ACTIVE_24H : 'active';
  const { rows } = await sql<PartRow>`
    select ${key} as key, ${ageIn(question)} as age, r.day_number as day,
      coalesce(sum(r.count) filter (where ${isInstall}), 0)::bigint as installs,
      coalesce(sum(r.count) filter (where not ${isInstall}), 0)::bigint as count, '0' as amount
    from (${cohortRows(question, { metrics: INSTALLS, days: [0] })}
      union all ${cohortRows(question, { metrics: [active], days: upTo(days) })}) r
    where ${isMeant}
    group by 1, 2, 3`.execute(tx);
  return rows;
}

/** Installs of the range, under whom they are credited to now. */
function installsOf(question: CohortQuestion) {
  const { asked, context, range } = question;
  const { local, isInRange } = onLocalDays(sql.ref('i.installed_at'), context, range);
  return sql`
    select i.install_id, ${local} as day, i.campaign_id, i.network, i.country, i.platform
    from installs i
    where i.project_id = ${asked.projectId} and ${isInRange} and ${narrowed(question, 'i')}`;
}

/** The days after the install on which each was active, told by the table that has each such day once. */
function activeOn({ asked, context, range }: CohortQuestion): {
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
async function readReturns(tx: Tx, question: CohortQuestion, only: Only): Promise<PartRow[]> {
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
async function readEarned(tx: Tx, question: CohortQuestion, only: Only) {
  const { context, days, figure } = question;
  const { key, isMeant } = keyed(question, only);
  const age = ageIn(question);
  const isLived = sql`(${isInstall} or r.day_number <= ${age})`;
  // What is organic cost nothing: return on spend is of attributed revenue, as on every other screen.
  const isCounted = figure === 'roas' ? isAttributed : sql`true`;
  const payments = sql`
    select r.* from (${cohortRows(question, { metrics: ['payments', 'refunds'], days: upTo(days) })}) r
    where ${isCounted}`;
  const net = sql`(case when r.metric = 'refunds' then -r.amount else r.amount end)`;
  const money = sql`
    select r.currency, r.day + r.day_number as day, ${net} as amount from (${payments}) r
    where r.day_number <= ${age}`;
  const factors = await loadFactors(tx, context.currency, money);
  const amount = converted(factors, { amount: net, currency: sql.ref('r.currency') });
  const { rows } = await sql<PartRow>`
    select ${key} as key, ${age} as age, r.day_number as day,
      coalesce(sum(r.count) filter (where ${isInstall}), 0)::bigint as installs, 0 as count,
      coalesce(sum(${amount}) filter (where not ${isInstall}), 0)::text as amount
    from (${cohortRows(question, { metrics: INSTALLS, days: [0] })} union all ${payments}) r
    ${joinFactors(factors, { currency: sql.ref('r.currency'), day: sql`r.day + r.day_number` })}
    where ${isLived} and ${isMeant}
    group by 1, 2, 3`.execute(tx);
  return { rows, notes: await notesOf(tx, factors, money) };
}

export interface SpendPart {
  key: string;
  age: number;
  amount: string;
}

async function readSpent(tx: Tx, question: CohortQuestion, only: Only) {
  const { key, isMeant } = keyed(question, only);
  const factors = await spendFactors(tx, question);
  const amount = converted(factors, { amount: sql.ref('r.amount'), currency: sql.ref('r.currency') });
  // Added up first: so many rows need no factor each.
  const added = sql`
    select ${key} as key, r.day, r.currency, sum(r.amount) as amount
    from (${spendRows(question)}) r
    where ${isMeant}
    group by 1, r.day, r.currency`;
  const { rows } = await sql<SpendPart>`
    select r.key, ${ageIn(question)} as age, coalesce(sum(${amount}), 0)::text as amount
    from (${added}) r
    ${joinFactors(factors, { currency: sql.ref('r.currency'), day: sql.ref('r.day') })}
    group by 1, 2`.execute(tx);
  return { rows, notes: factors.notes };
}

export interface Parts {
  parts: PartRow[];
  spend: SpendPart[];
  notes: MoneyNotes;
}

/** What there is to say of the installs of the range, by row, age and day after the install. */
export async function readParts(
  tx: Tx,
  question: CohortQuestion,
  { only, knowsSpend }: { only: Only; knowsSpend: boolean },
): Promise<Parts> {
  const { figure, mode } = question;
  const spent = knowsSpend ? await readSpent(tx, question, only) : { rows: [], notes: NO_NOTES };
  if (figure === 'retention') {
    const parts = await (mode === 'classic' ? readActive : readReturns)(tx, question, only);
    return { parts, spend: spent.rows, notes: spent.notes };
  }
  const earned = await readEarned(tx, question, only);
  return { parts: earned.rows, spend: spent.rows, notes: addNotes(earned.notes, spent.notes) };
}

/** How many installs each row has, the largest first. */
export async function readSizes(
  tx: Tx,
  question: CohortQuestion,
): Promise<{ key: string; installs: number }[]> {
  const { figure, mode, rows: wanted, range } = question;
  const isCounted = figure === 'retention' && mode !== 'classic';
  const source = isCounted
    ? sql`(select i.*, 1 as count from (${installsOf(question)}) i)`
    : sql`(${cohortRows(question, { metrics: INSTALLS, days: [0] })})`;
  const { rows } = await sql<{ key: string; installs: number }>`
    select ${keyIn(wanted, range)} as key, sum(r.count)::bigint as installs
    from ${source} r
    group by 1
    order by 2 desc, 1`.execute(tx);
  return rows;
}
