import { sql } from 'kysely';
import { dimsOf, levelOf, narrowed, type Question } from './question.ts';

interface Wanted {
  metrics: readonly string[];
  /** Days after the install. */
  days: readonly number[];
}

/** Installs of the range and what they did, as it is at this moment: what was folded and what waits to be. */
export function cohortRows(question: Question, { metrics, days }: Wanted) {
  const { asked, range } = question;
  const level = levelOf(question);
  const dims = dimsOf(level, 'r');
  const number = sql`coalesce(r.day_number, greatest(r.local_date - r.cohort_date, 0))`;
  const isMeant = sql`
    r.project_id = ${asked.projectId} and r.metric = any(${metrics}::text[])
    and r.cohort_date between ${range.from}::date and ${range.to}::date and ${narrowed(question, 'r')}`;
  return sql`
    select r.cohort_date as day, r.day_number, r.metric, ${dims}, r.currency, r.count, r.amount
    from ${sql.table(level.cohorts)} r
    where ${isMeant} and r.day_number = any(${days}::int[])
    union all
    select r.cohort_date as day, ${number} as day_number, r.metric, ${dims}, r.currency, r.count, r.amount
    from rollup_deltas r
    where ${isMeant} and ${number} = any(${days}::int[])`;
}
