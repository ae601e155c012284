import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { AMOUNT_OF, AMOUNTS } from '../rollups/cube.ts';
import { conversion, type Factors, loadFactors } from '../rollups/factors.ts';
import { DIMENSIONS, GRAINS, grainsFor } from '../rollups/grains.ts';
import { unfoldedDeltas } from '../rollups/unfolded.ts';
import { addDays, mondayOf } from './days.ts';
import { isBetween, type Part, partsOf } from './parts.ts';
import { matches, neededColumns, type ReportQuery, withinCampaigns } from './query.ts';

const metricOf = (column: string): string => (AMOUNT_OF as Record<string, string>)[column] ?? column;
const isAmount = (column: string) => AMOUNTS.some((amount) => amount === column);

interface DayColumns {
  /** Counters and amounts. */
  columns: readonly string[];
  /** Of single events; without it, of all together. */
  eventNames?: readonly string[] | 'all' | undefined;
  /** Days need not be separate, except before and after each of these: whole weeks may be read. */
  cuts?: readonly string[] | undefined;
}

/** The grains that a query is answered from. */
export function dayGrains(query: ReportQuery) {
  return query.context.isCubeReady ? grainsFor(GRAINS, neededColumns(query)) : { day: null, week: null };
}

const ofProject = ({ filter, withinLinks }: ReportQuery) =>
  sql`r.project_id = ${filter.projectId} and ${matches({ filter, withinLinks }, 'r')}`;

function isNamed(eventNames: DayColumns['eventNames']) {
  return eventNames === 'all' ? sql`r.event_name <> ''` : sql`r.event_name = any(${eventNames}::text[])`;
}

const dimensions = sql.join(DIMENSIONS.map((column) => sql.ref(`r.${column}`)));

/** Rows of the cube: a column for each counter, and money is converted. */
function cubeRows(query: ReportQuery, { columns, eventNames }: DayColumns, { grain, isIn, sign }: Part) {
  const numbers = columns.map((column) => sql`${sign}${sql.ref(`r.${column}`)} as ${sql.ref(column)}`);
  // Of the money that is read.
  const oldRates = [
    ...(columns.includes('paid') ? [sql`r.old_rates`] : []),
    ...(columns.includes('spend') ? [sql`r.old_spend_rates`] : []),
  ];
  const sumOfOldRates = oldRates.length > 0 ? sql`${sign}(${sql.join(oldRates, sql` + `)})` : sql`0`;
  return sql`
    select r.period as day, ${dimensions}, r.event_name, r.currency, ${sql.join(numbers)},
      ${sumOfOldRates} as old_rates
    from rollup_cube r
    where ${ofProject(query)} and r.grain = ${grain?.name}
      and ${eventNames ? isNamed(eventNames) : sql`r.event_name = ''`} and ${isIn}`;
}

/** Rows of one counter each: of the daily rollups, and what waits to be folded. */
function counterRows(
  query: ReportQuery,
  { columns, eventNames }: DayColumns,
  { table, isIn, sign, factors }: Omit<Part, 'grain'> & { table: RawBuilder<unknown>; factors: Factors },
) {
  const money = conversion(factors, sql`r.local_date`);
  const metrics = [...new Set(columns.map(metricOf))];
  const numbers = columns.map((column) => {
    const own = isAmount(column) ? sql`(${money.amount})` : sql`r.count`;
    const isMeant = sql`r.metric = ${sql.lit(metricOf(column))}`;
    return sql`case when ${isMeant} then ${sign}${own} else 0 end as ${sql.ref(column)}`;
  });
  return sql`
    select r.local_date as day, ${dimensions}, r.event_name, ${money.currency} as currency, ${sql.join(numbers)},
      ${sign}(${money.oldRates}) as old_rates
    from ${table} r ${money.join}
    where ${ofProject(query)} and r.metric = any(${metrics}::text[])
      and ${eventNames ? isNamed(eventNames) : sql`true`} and ${isIn}`;
}

/**
 * Counters by day as they are at this moment, folded and not yet folded. Money is in the currency of the project, and
 * `currency` is empty; money without a rate is in its own.
 */
export function dayRows(query: ReportQuery, factors: Factors, columns: DayColumns) {
  const { context, range } = query;
  const { day, week } = dayGrains(query);
  const hasWeeks = !columns.eventNames || week?.hasEventNames;
  const parts = partsOf({ day, week: hasWeeks ? week : null }, 'local_date', {
    range,
    cuts: columns.cuts,
    context,
  });
  const folded = parts.map((part) =>
    part.grain
      ? cubeRows(query, columns, part)
      : counterRows(query, columns, { table: sql.table('rollup_days'), factors, ...part }),
  );
  const isIn = isBetween(null, 'local_date', range);
  const table = unfoldedDeltas(query.filter.projectId);
  const unfolded = counterRows(query, columns, { table, isIn, sign: sql``, factors });
  return withinCampaigns(query, sql.join([...folded, unfolded], sql` union all `));
}

/** The factors of foreign money that is not converted yet. */
export async function loadDayFactors(tx: Tx, query: ReportQuery): Promise<Factors> {
  const { filter, context } = query;
  // Days of the first and last week that are outside of the range may be subtracted.
  const range = { from: mondayOf(query.range.from), to: addDays(mondayOf(query.range.to), 6) };
  const unfolded = unfoldedDeltas(filter.projectId);
  const tables = dayGrains(query).day === null ? [sql.table('rollup_days'), unfolded] : [unfolded];
  const money = tables.map(
    (table) => sql`
      select r.currency, r.local_date as day from ${table} r
      where r.project_id = ${filter.projectId} and r.metric in ('payments', 'refunds', 'spend')
        and r.currency <> ${context.currency} and ${isBetween(null, 'local_date', range)} and ${matches(query, 'r')}`,
  );
  return await loadFactors(tx, context.currency, sql.join(money, sql` union all `));
}
