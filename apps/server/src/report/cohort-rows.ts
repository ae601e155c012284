import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { conversion, type Factors, loadFactors } from '../rollups/factors.ts';
import { COHORT_GRAINS, DIMENSIONS, type DimensionColumn, grainsFor } from '../rollups/grains.ts';
import { unfoldedDeltas } from '../rollups/unfolded.ts';
import type { Range } from './context.ts';
import { addDays } from './days.ts';
import { isBetween, type Part, partsOf } from './parts.ts';
import { matches, neededColumns, type ReportQuery, withinCampaigns } from './query.ts';

interface CohortColumns {
  metrics: readonly string[];
  /** Days after the install. */
  days: readonly number[];
  /** Days of the install need not be separate, except before and after each of these; later ones are left out. */
  cuts?: readonly string[] | undefined;
  /** Columns that are needed beside those of the query. */
  needs?: readonly DimensionColumn[] | undefined;
}

function grainsOf(query: ReportQuery, needs: readonly DimensionColumn[] = []) {
  if (!query.context.isCubeReady) return { day: null, week: null };
  return grainsFor(COHORT_GRAINS, [...neededColumns(query), ...needs]);
}

/** Up to the day before the last cut. */
function rangeFor({ range }: ReportQuery, cuts: CohortColumns['cuts']): Range {
  const last = cuts?.toSorted().at(-1);
  const to = last ? addDays(last, -1) : range.to;
  return { from: range.from, to: to < range.to ? to : range.to };
}

const dimensions = sql.join(DIMENSIONS.map((column) => sql.ref(`r.${column}`)));
const ofProject = ({ filter, withinLinks }: ReportQuery, metrics: readonly string[]) => sql`
  r.project_id = ${filter.projectId} and r.metric = any(${metrics}::text[])
  and ${matches({ filter, withinLinks }, 'r')}`;
const unfoldedDay = sql`coalesce(r.day_number, greatest(r.local_date - r.cohort_date, 0))`;

/**
 * Installs of the range and what they did, as it is at this moment, folded and not yet folded. Money is in the currency
 * of the project, and `currency` is empty; money without a rate is in its own.
 */
export function cohortRows(query: ReportQuery, factors: Factors, columns: CohortColumns) {
  const { metrics, days, cuts, needs } = columns;
  const range = rangeFor(query, cuts);
  const cubeRows = ({ grain, isIn, sign }: Part) => sql`
      select r.period as day, r.day_number, ${dimensions}, r.metric, r.currency, ${sign}r.count as count,
        ${sign}r.amount as amount, ${sign}r.old_rates as old_rates
      from rollup_cohort_cube r
      where ${ofProject(query, metrics)} and r.grain = ${grain?.name} and r.day_number = any(${days}::int[]) and ${isIn}`;
  const finestRows = (
    table: RawBuilder<unknown>,
    dayNumber: RawBuilder<unknown>,
    isIn: RawBuilder<unknown>,
  ) => {
    const money = conversion(factors, sql`r.cohort_date + ${dayNumber}`);
    return sql`
      select r.cohort_date as day, ${dayNumber} as day_number, ${dimensions}, r.metric, ${money.currency} as currency,
        r.count, ${money.amount} as amount, ${money.oldRates} as old_rates
      from ${table} r ${money.join}
      where ${ofProject(query, metrics)} and ${dayNumber} = any(${days}::int[]) and ${isIn}`;
  };
  const parts = partsOf(grainsOf(query, needs), 'cohort_date', { range, cuts, context: query.context });
  const folded = parts.map((part) =>
    part.grain ? cubeRows(part) : finestRows(sql.table('rollup_cohorts'), sql.ref('r.day_number'), part.isIn),
  );
  const deltas = unfoldedDeltas(query.filter.projectId);
  const unfolded = finestRows(deltas, unfoldedDay, isBetween(null, 'cohort_date', range));
  return withinCampaigns(query, sql.join([...folded, unfolded], sql` union all `));
}

/** The factors of foreign money that is not converted yet. */
export async function loadCohortFactors(
  tx: Tx,
  query: ReportQuery,
  needs?: readonly DimensionColumn[],
): Promise<Factors> {
  const { filter, context, range } = query;
  const rows = (table: RawBuilder<unknown>, dayNumber: RawBuilder<unknown>) => sql`
    select r.currency, r.cohort_date + ${dayNumber} as day from ${table} r
    where r.project_id = ${filter.projectId} and r.metric in ('payments', 'refunds')
      and r.currency <> ${context.currency} and ${isBetween(null, 'cohort_date', range)} and ${matches(query, 'r')}`;
  const money = [
    rows(unfoldedDeltas(filter.projectId), unfoldedDay),
    ...(grainsOf(query, needs).day === null
      ? [rows(sql.table('rollup_cohorts'), sql.ref('r.day_number'))]
      : []),
  ];
  return await loadFactors(tx, context.currency, sql.join(money, sql` union all `));
}
