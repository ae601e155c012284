import { MONEY_PLACES, RATIO_PLACES } from '@trailmark/core/metrics/evaluate';
import type { Difference, Formula } from '@trailmark/core/metrics/formulas';
import type { BaseKey } from '@trailmark/core/metrics/sums';
import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

interface Operands {
  /** The sum of a key: a bigint, or a numeric for money. */
  sumOf(key: BaseKey): Sql;
  /** The length of the period. */
  days: number;
}

/** With more places than are kept: rounded twice, a quotient could be off by one in its last place. */
const divided = (of: Sql, over: Sql, places: number) =>
  sql`round((${of})::numeric(60, 30) / nullif(${over}, 0), ${sql.lit(places)})`;

/** The same value as `evaluate` gives, as an expression. Numbers that are not money are double precision there too. */
export function formulaSql(formula: Formula, { sumOf, days }: Operands): Sql {
  const difference = ({ key, less, plus }: Difference) => {
    const rest = less === undefined ? sumOf(key) : sql`(${sumOf(key)} - ${sumOf(less)})`;
    return plus === undefined ? rest : sql`(${rest} + ${sumOf(plus)})`;
  };
  switch (formula.kind) {
    case 'count':
      return sql`${difference(formula.of)}::float8`;
    case 'distinct':
      return sql`${sumOf(formula.of)}::float8`;
    case 'daily_average':
      return sql`(${sumOf(formula.of)}::float8 / nullif(${days}::int, 0))`;
    case 'share':
      return sql`(${sumOf(formula.of)}::float8 / nullif(${
        typeof formula.over === 'string' ? sumOf(formula.over) : difference(formula.over)
      }, 0))`;
    case 'money':
      return sql`round(${difference(formula.of)}, ${sql.lit(MONEY_PLACES)})`;
    case 'money_per_count':
      return divided(
        sql`${difference(formula.of)} * ${sql.lit(formula.times)}`,
        sumOf(formula.over),
        MONEY_PLACES,
      );
    case 'money_per_distinct':
      return divided(difference(formula.of), sumOf(formula.over), MONEY_PLACES);
    case 'money_ratio':
      return sql`${divided(difference(formula.of), difference(formula.over), RATIO_PLACES)}::float8`;
  }
}
