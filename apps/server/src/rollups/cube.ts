import { COHORT_COUNTERS, DAY_COUNTERS } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import { conversion, type Factors, factorsOf, type NamedFactors } from './factors.ts';
import { COHORT_GRAINS, DIMENSIONS, dimensionsOf, GRAINS, type Grain, periodOf } from './grains.ts';

type Sql = RawBuilder<unknown>;

const refs = (columns: readonly string[]) => columns.map((column) => sql.ref(column));
const names = (columns: readonly string[]) => sql.join(refs(columns));
export const DIMENSION_COLUMNS = names(DIMENSIONS);

/** The sums of money, and the counter whose amounts each adds up. */
export const AMOUNT_OF = { paid: 'payments', refunded: 'refunds', spend: 'spend' } as const;
export const AMOUNTS = Object.keys(AMOUNT_OF) as (keyof typeof AMOUNT_OF)[];

/** The finest rollups: exact, and per currency. */
export interface FinestRollup {
  table: 'rollup_days' | 'rollup_cohorts';
  /** All but the currency. */
  columns: readonly string[];
  key: Sql;
  date: 'local_date' | 'cohort_date';
  /** The day whose rate is that of the money of a row `r`. */
  rateDay: Sql;
}

/** Sums of the finest rollups by the grains of a list, in one table. */
export interface Cube {
  table: 'rollup_cube' | 'rollup_cohort_cube';
  of: FinestRollup;
  grains: readonly Grain[];
  key: Sql;
  numbers: readonly string[];
  /** Rows of the finest rollup, with their money converted, as rows of a grain. */
  rowsOf(grain: Grain, converted: Sql): Sql;
}

function finest(given: Omit<FinestRollup, 'key'>): FinestRollup {
  return { ...given, key: names([...given.columns, 'currency']) };
}

const DAYS = finest({
  table: 'rollup_days',
  columns: ['project_id', 'local_date', 'metric', ...DIMENSIONS, 'event_name'],
  date: 'local_date',
  rateDay: sql`r.local_date`,
});
const COHORTS = finest({
  table: 'rollup_cohorts',
  columns: ['project_id', 'cohort_date', 'day_number', 'metric', ...DIMENSIONS],
  date: 'cohort_date',
  rateDay: sql`r.cohort_date + r.day_number`,
});

/**
 * The sum of counts, which is exact up to 2^53: sum(bigint) adds up as numeric, and to turn that back takes most of the time
 * of folding, where a row has twenty sums.
 */
export const sumOf = (column: Sql, condition?: Sql): Sql =>
  sql`coalesce(sum(${column}::float8)${condition ? sql` filter (where ${condition})` : sql``}, 0)::bigint`;

const countsOf = DAY_COUNTERS.map(
  (counter) => sql`${sumOf(sql`count`, sql`metric = ${sql.lit(counter)}`)} as ${sql.ref(counter)}`,
);
const amountsOf = AMOUNTS.map(
  (column) =>
    sql`coalesce(sum(amount) filter (where metric = ${sql.lit(AMOUNT_OF[column])}), 0) as ${sql.ref(column)}`,
);

/** A column for each counter. Events have rows by their name, and all events together are in the rows without one. */
function dayGrainRows(grain: Grain, converted: Sql): Sql {
  const period = sql`${periodOf(grain, sql`local_date`)} as period`;
  const rest = names([...grain.dimensions, 'currency', 'metric', 'count', 'amount', 'old_rates']);
  return sql`
    select project_id, ${sql.lit(grain.name)} as grain, event_name, period, ${dimensionsOf(grain)}, currency,
      ${sql.join([...countsOf, ...amountsOf])},
      ${sumOf(sql`old_rates`, sql`metric <> 'spend'`)} as old_rates,
      ${sumOf(sql`old_rates`, sql`metric = 'spend'`)} as old_spend_rates
    from (
      select project_id, event_name, ${period}, ${rest} from ${converted}
      where ${grain.hasEventNames ? sql`true` : sql`event_name = ''`}
      union all
      select project_id, '', ${period}, ${rest} from ${converted}
      where metric = 'events' and event_name <> '') n
    group by ${names(['project_id', 'event_name', 'period', ...grain.dimensions, 'currency'])}`;
}

function cohortGrainRows(grain: Grain, converted: Sql): Sql {
  const own = names([...grain.dimensions, 'currency']);
  return sql`
    select project_id, ${sql.lit(grain.name)} as grain, metric, day_number, period, ${dimensionsOf(grain)}, currency,
      ${sumOf(sql`count`)} as count, sum(amount) as amount, ${sumOf(sql`old_rates`)} as old_rates
    from (
      select project_id, metric, day_number, ${periodOf(grain, sql`cohort_date`)} as period, ${own},
        count, amount, old_rates
      from ${converted}) n
    group by project_id, metric, day_number, period, ${own}`;
}

export const DAY_CUBE: Cube = {
  table: 'rollup_cube',
  of: DAYS,
  grains: GRAINS,
  key: names(['project_id', 'grain', 'event_name', 'period', ...DIMENSIONS, 'currency']),
  numbers: [...DAY_COUNTERS, ...AMOUNTS, 'old_rates', 'old_spend_rates'],
  rowsOf: dayGrainRows,
};
export const COHORT_CUBE: Cube = {
  table: 'rollup_cohort_cube',
  of: COHORTS,
  grains: COHORT_GRAINS,
  key: names(['project_id', 'grain', 'metric', 'day_number', 'period', ...DIMENSIONS, 'currency']),
  numbers: ['count', 'amount', 'old_rates'],
  rowsOf: cohortGrainRows,
};
export const CUBES = [DAY_CUBE, COHORT_CUBE];

/** Rows of a finest rollup with their money in the currency of the project. */
export function convertedRows(
  { columns, rateDay }: FinestRollup,
  rows: Sql,
  factors: Factors | NamedFactors,
) {
  const money = conversion(factors, rateDay);
  return sql`
    select ${sql.join(columns.map((column) => sql.ref(`r.${column}`)))}, ${money.currency} as currency, r.count,
      ${money.amount} as amount, ${money.oldRates} as old_rates
    from ${rows} r ${money.join}`;
}

/** The same rows as the named query `converted` of a statement. */
export function convertedWith(of: FinestRollup, rows: Sql, own: string) {
  const money = sql`select r.currency, ${of.rateDay} as day from ${rows} r where r.currency <> ''`;
  return sql`
    factors as materialized (${factorsOf(own, money)}),
    converted as materialized (${convertedRows(of, rows, { own, rows: sql`factors` })})`;
}

/** Adds to each of the columns what the new row has in it. */
function adding(table: string, columns: readonly string[]) {
  return sql.join(
    columns.map(
      (column) => sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} + excluded.${sql.ref(column)}`,
    ),
  );
}

/** Adds rows to a table. They go in as the index has them: that is quicker, and neighbours are stored side by side. */
function addRows(table: string, key: Sql, { numbers, rows }: { numbers: readonly string[]; rows: Sql }) {
  return sql`
    insert into ${sql.table(table)} (${key}, ${names(numbers)})
    select ${key}, ${names(numbers)} from ${rows} n
    order by ${key}
    on conflict (${key}) do update set ${adding(table, numbers)}`;
}

export const addToFinest = ({ table, key }: FinestRollup, rows: Sql) =>
  addRows(table, key, { numbers: ['count', 'amount'], rows });

/** Adds converted rows of the finest rollup to a cube, in all of its grains or in some. */
export function addToCube(cube: Cube, converted: Sql, grains: readonly Grain[] = cube.grains) {
  const rows = grains.map((grain) => cube.rowsOf(grain, converted));
  return addRows(cube.table, cube.key, {
    numbers: cube.numbers,
    rows: sql`(${sql.join(rows, sql` union all `)})`,
  });
}

/** Every campaign that a project has rows of. */
export const campaignsWithRows = (projectId: string) => sql`(
  select project_id, campaign_id from rollup_days where project_id = ${projectId}
  union
  select project_id, campaign_id from rollup_cohorts where project_id = ${projectId})`;

const cohortCounters = sql.join(COHORT_COUNTERS.map((counter) => sql.lit(counter)));
export const isCohortCounter = sql`metric in (${cohortCounters})`;

/** What deltas add to cohorts. A day that is not given is the calendar's. */
export function cohortDeltas(source: Sql) {
  return sql`(
    select project_id, cohort_date, coalesce(day_number, greatest(local_date - cohort_date, 0)) as day_number, metric,
      ${DIMENSION_COLUMNS}, currency, count, amount
    from ${source}
    where cohort_date is not null and ${isCohortCounter})`;
}
