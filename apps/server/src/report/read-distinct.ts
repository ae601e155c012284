import { sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { planForValues, runRepeated } from '../db/run-prepared.ts';
import type { Range } from './context.ts';
import { addDays, daysOf } from './days.ts';
import { type Dimension, type Grouped, groupingBy, withLinkNames } from './dimensions.ts';
import { onLocalDays } from './local-days.ts';
import { matches, type ReportQuery } from './query.ts';
import { addSums, type SumsByDimension, sumsAt } from './report-sums.ts';

/** How many days of activity each counts. */
const WINDOWS: Record<string, number> = { wau: 7, mau: 30 };

/** Distinct installs do not add up, so that all together are counted with the parts. */
const withTotal = (by: readonly Dimension[]): Dimension[] => [
  ...by.filter((dimension) => dimension !== 'none'),
  'none',
];

/** Counted from the payments themselves. */
async function readPayers(tx: Tx, query: ReportQuery, accumulator: SumsByDimension): Promise<void> {
  const { filter, context, range } = query;
  const { local, isInRange } = onLocalDays(sql.ref('e.occurred_at'), context, range);
  const rows = sql`
    select ${local} as day, e.campaign_id, e.link_id, e.network, e.country, e.platform, e.install_id
    from events e
    where e.project_id = ${filter.projectId} and e.kind = 'payment' and ${isInRange} and ${matches(query, 'e')}`;
  const by = withTotal(query.by);
  const grouping = groupingBy(by);
  const statement = sql<Grouped>`
    select ${grouping.select}, count(distinct r.install_id) as c0
    from ${withLinkNames(rows, by, filter)} r
    group by ${grouping.groupBy}`;
  const counted = await runRepeated(tx, statement);
  addSums(accumulator, grouping, counted, [{ key: 'payers', kind: 'distinct' }], query);
}

/** Days of activity: those that are over, and of a last one that counts in part who did anything by then. */
function personDays({ filter, context }: ReportQuery, { from, to, until }: Range) {
  const last = until === undefined ? to : addDays(to, -1);
  const days = sql`
    select a.local_date, a.install_id from person_days a
    where a.project_id = ${filter.projectId} and a.local_date between ${from}::date and ${last}::date`;
  if (until === undefined) return days;
  const { isInRange } = onLocalDays(sql.ref('e.occurred_at'), context, { from: to, to, until });
  return sql`${days}
    union all
    select ${to}::date, e.install_id from events e
    where e.project_id = ${filter.projectId} and e.kind <> 'refund' and ${isInRange}
    group by e.install_id`;
}

/** Days of activity with whom each install is credited to now. */
function activeDays(query: ReportQuery, range: Range) {
  return sql`
    select a.local_date as day, i.campaign_id, i.link_id, i.network, i.country, i.platform, a.install_id
    from (${personDays(query, range)}) a
    join installs i on i.project_id = ${query.filter.projectId} and i.install_id = a.install_id
    where ${matches(query, 'i')}`;
}

/**
 * Of every day, who was active on it or on one of the days before it. An install counts from a day of activity
 * until the window has gone by or its next such day takes over.
 */
async function readTrailing(
  tx: Tx,
  query: ReportQuery,
  { key, accumulator }: { key: string; accumulator: SumsByDimension },
) {
  const { range } = query;
  const window = WINDOWS[key] ?? 1;
  const first = addDays(range.from, 1 - window);
  const { rows } = await sql<{ day: string; change: number }>`
    with active as (${activeDays(query, { ...range, from: first })}),
    spans as (
      select day, least(day + ${window}::int, lead(day) over (partition by install_id order by day)) as until
      from active)
    select day, sum(change)::bigint as change
    from (select day, 1 as change from spans union all select until, -1 from spans) steps
    group by day`.execute(tx);
  const changes = new Map(rows.map(({ day, change }) => [day, change]));
  let active = 0;
  for (const day of daysOf({ from: first, to: range.to })) {
    active += changes.get(day) ?? 0;
    if (day >= range.from) sumsAt(accumulator, 'date', day).distinct[key] = active;
  }
}

/** Who was active in the days up to the end of the range. */
async function readActive(
  tx: Tx,
  query: ReportQuery,
  { key, accumulator }: { key: string; accumulator: SumsByDimension },
) {
  const { filter, range } = query;
  const by = withTotal(query.by).filter((dimension) => dimension !== 'date');
  const grouping = groupingBy(by);
  const from = addDays(range.to, 1 - (WINDOWS[key] ?? 1));
  const rows = activeDays(query, { ...range, from });
  const { rows: counted } = await sql<Grouped>`
    select ${grouping.select}, count(distinct r.install_id) as c0
    from ${withLinkNames(rows, by, filter)} r
    group by ${grouping.groupBy}`.execute(tx);
  addSums(accumulator, grouping, counted, [{ key, kind: 'distinct' }], query);
  if (query.by.includes('date')) await readTrailing(tx, query, { key, accumulator });
}

/** Numbers of distinct installs, from the rows themselves. */
export async function readDistinct(tx: Tx, query: ReportQuery, accumulator: SumsByDimension): Promise<void> {
  const windows = Object.keys(WINDOWS).filter((key) => query.reads.has(key));
  const hasPayers = query.reads.has('payers');
  const isOfMany = query.filter.campaigns?.length !== 1;
  if (windows.length > 0 || (hasPayers && isOfMany)) await planForValues(tx);
  if (hasPayers) await readPayers(tx, query, accumulator);
  for (const key of windows) await readActive(tx, query, { key, accumulator });
}
