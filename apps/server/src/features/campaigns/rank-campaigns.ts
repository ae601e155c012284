import { formulaOf, readsOf } from '@trailmark/core/metrics/formulas';
import type { BaseKey } from '@trailmark/core/metrics/sums';
import { baseKeysOf } from '@trailmark/core/metrics/values';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { runRepeated } from '../../db/run-prepared.ts';
import { type CampaignSelection, matching } from '../../report/campaign-selection.ts';
import { daysBetween } from '../../report/days.ts';
import { formulaSql } from '../../report/formula-sql.ts';
import type { ReportQuery } from '../../report/query.ts';
import { earnedStatement, retentionStatement } from '../../report/read-cohorts.ts';
import { dayStatement, factorsFor, type SumsStatement } from '../../report/read-days.ts';
import { isSpend } from '../../report/report-sums.ts';
import { byName, type Condition, type Order } from './table-order.ts';

type Sql = RawBuilder<unknown>;

/** Which campaigns of the table are on a page. */
export interface Ranking extends Order {
  having: readonly Condition[];
  offset: number;
  limit: number;
}

/** The page, and every campaign of the table where conditions leave some out. */
export interface Ranked {
  ids: string[];
  count: number;
  matched: string[] | null;
}

/** Single events, owned media and distinct installs are not sums of the rows that campaigns are ranked by. */
const OTHER_ROWS = /^(attributed:)?(event|first):|^(owned_installs|payers|wau|mau)$/;

const metricsOf = ({ sort, having }: Pick<Ranking, 'sort' | 'having'>) => [
  ...(sort === 'name' || sort === 'created_at' ? [] : [sort]),
  ...having.map(({ metric }) => metric),
];

/** Whether the database can sort and filter campaigns by these metrics. */
export function isRankable(ranking: Pick<Ranking, 'sort' | 'having'>): boolean {
  return metricsOf(ranking).every((metric) => {
    const formula = formulaOf(metric);
    return formula !== null && !readsOf(formula).some((key) => OTHER_ROWS.test(key));
  });
}

/** Joins the sums of a query to campaigns `c`. */
async function joinSums(tx: Tx, query: ReportQuery) {
  const statements = [
    dayStatement(query, await factorsFor(tx, query)),
    retentionStatement(query),
    await earnedStatement(tx, query),
  ].filter((one): one is SumsStatement => one !== null && one.sums.length > 0);
  const columns = new Map<BaseKey, Sql>(
    statements.flatMap(({ sums }, n) => sums.map(({ key }, at) => [key, sql.ref(`s${n}.c${at}`)])),
  );
  const joins = statements.map(({ statement }, n) => {
    const alias = sql.ref(`s${n}`);
    return sql`left join (${statement}) ${alias} on ${sql.ref(`s${n}.campaign_id`)} = c.id`;
  });
  return {
    joins: sql.join(joins, sql` `),
    sumOf: (key: BaseKey): Sql => {
      const column = columns.get(key);
      // Spend that was not read is not known: it has no country or platform.
      return column ? sql`coalesce(${column}, 0)` : isSpend(key) ? sql`null::numeric` : sql`0`;
    },
  };
}

const OPERATORS: Record<Condition['operator'], Sql> = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

/** The campaigns that match and fulfil the conditions, with the value that they are sorted by. */
async function rankedRows(
  tx: Tx,
  query: ReportQuery,
  { selection, ranking }: { selection: CampaignSelection; ranking: Ranking },
) {
  const { joins, sumOf } = await joinSums(tx, { ...query, reads: baseKeysOf(metricsOf(ranking)) });
  const days = daysBetween(query.range.from, query.range.to) + 1;
  const metricSql = (metric: string) => {
    const formula = formulaOf(metric);
    return formula ? formulaSql(formula, { sumOf, days }) : sql`null`;
  };
  const conditions = ranking.having.map(
    ({ metric, operator, number }) => sql`${metricSql(metric)} ${OPERATORS[operator]} ${number}::numeric`,
  );
  const { sort } = ranking;
  const value = sort === 'name' ? sql`c.name` : sort === 'created_at' ? sql`null` : metricSql(sort);
  return sql`
    select c.id, ${value} as value from campaigns c ${joins}
    where ${sql.join([matching(selection), ...conditions], sql` and `)}`;
}

/** Finds the campaigns of a page without reading the metrics of all others. */
export async function rankCampaigns(
  tx: Tx,
  query: ReportQuery,
  { selection, ranking }: { selection: CampaignSelection; ranking: Ranking },
): Promise<Ranked> {
  const { offset, limit, having, sort, order } = ranking;
  const rows = await rankedRows(tx, query, { selection, ranking });
  if (sort === 'name') {
    const named = await runRepeated(tx, sql<{ id: string; value: string }>`${rows}`);
    const ids = named.sort(byName(order)).map(({ id }) => id);
    return {
      ids: ids.slice(offset, offset + limit),
      count: ids.length,
      matched: having.length > 0 ? ids : null,
    };
  }
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  // Without a number last, whichever way; among equals the newest first.
  const newest = sort === 'created_at' ? direction : sql`desc`;
  const statement = sql<Ranked>`
    with ranked as materialized (${rows})
    select (select count(*) from ranked) as count,
      ${having.length > 0 ? sql`array(select id from ranked)` : sql`null`} as matched,
      array(
        select id from ranked order by value ${direction} nulls last, id ${newest}
        limit ${limit}::int offset ${offset}::int) as ids`;
  const [ranked] = await runRepeated(tx, statement);
  return ranked ?? { ids: [], count: 0, matched: null };
}
