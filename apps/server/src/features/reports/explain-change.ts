import {
  type ChangeBy,
  EXPLAINED_BY,
  EXPLAINED_ROWS,
  type ExplainedBy,
  type ExplainedChange,
} from '@trailmark/contract/explain-change';
import {
  type ComparedPart,
  type Contribution,
  changeOfValue,
  contributionsOf,
  sumOfContributions,
} from '@trailmark/core/metrics/contributions';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { formulaOf } from '@trailmark/core/metrics/formulas';
import { baseKeysOf, metricValue } from '@trailmark/core/metrics/values';
import type { Db, Tx } from '../../db/connection.ts';
import { badField } from '../../platform/app-error.ts';
import { contextOf, presentContext, type Range, type ReportFilter } from '../../report/context.ts';
import { daysBetween } from '../../report/days.ts';
import { readSums } from '../../report/read-sums.ts';
import type { ReportSums } from '../../report/report-sums.ts';
import { inSnapshot } from '../../report/snapshot.ts';
import { rowQuery, type TableRowQuery } from '../../report/table-row.ts';
import { orNotes } from '../../rollups/factors.ts';

/** The sums of both periods, and how long they are. */
interface Compared {
  current: ReportSums;
  previous: ReportSums;
  days: { current: number; previous: number };
}

const lengthOf = ({ from, to }: Range) => daysBetween(from, to) + 1;

const sizeOf = (contribution: Contribution) => Math.abs(Number(contribution));

/** What every value of a dimension adds to the change; null where that is not known of them. */
function changeBy(metric: string, by: ExplainedBy, { current, previous, days }: Compared): ChangeBy | null {
  const formula = formulaOf(metric);
  const keys = [...new Set([...current.keys(by), ...previous.keys(by)])].sort();
  const parts: ComparedPart[] = keys.map((key) => ({
    key,
    current: current.at(by, key),
    previous: previous.at(by, key),
  }));
  const whole = { current: current.total(), previous: previous.total() };
  const contributions = formula && contributionsOf(formula, { parts, whole, days });
  if (!contributions) return null;
  const rows = parts
    .map((part, index) => ({
      key: part.key === NO_ID || part.key === '' ? null : part.key,
      name: null,
      value: metricValue(metric, part.current, days.current),
      previous: metricValue(metric, part.previous, days.previous),
      contribution: contributions[index] ?? 0,
    }))
    .filter(({ contribution }) => Number(contribution) !== 0)
    .sort((one, other) => sizeOf(other.contribution) - sizeOf(one.contribution));
  const rest = rows.slice(EXPLAINED_ROWS);
  const others = {
    count: rest.length,
    contribution: sumOfContributions(rest.map((row) => row.contribution)),
  };
  return { by, parts: rows.slice(0, EXPLAINED_ROWS), others: rest.length > 0 ? others : null };
}

/** With the names of campaigns. */
async function named(tx: Tx, projectId: string, explained: ChangeBy[]): Promise<ChangeBy[]> {
  const ids = explained
    .filter(({ by }) => by === 'campaign')
    .flatMap(({ parts }) => parts.flatMap(({ key }) => key ?? []));
  if (ids.length === 0) return explained;
  const rows = await tx
    .selectFrom('campaigns')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const nameOf = (key: string | null) => (key === null ? null : (names.get(key) ?? null));
  return explained.map((one) =>
    one.by === 'campaign'
      ? { ...one, parts: one.parts.map((part) => ({ ...part, name: nameOf(part.key) })) }
      : one,
  );
}

/** Why a metric changed against the previous period: what each value of a dimension adds to the difference. */
export async function explainChange(
  db: Db,
  now: Date,
  { filter, metric, row }: { filter: ReportFilter; metric: string; row: TableRowQuery },
): Promise<ExplainedChange> {
  return await inSnapshot(db, filter.projectId, async (tx) => {
    const context = await contextOf(tx, now, filter);
    if (!context.compared) throw badField('from', 'has no day before it');
    const reads = baseKeysOf([metric]);
    const query = { filter, context, by: EXPLAINED_BY, reads, ...rowQuery(filter, row) };
    const current = await readSums(tx, { ...query, range: context.range });
    const previous = await readSums(tx, { ...query, range: context.compared });
    const days = { current: lengthOf(context.range), previous: lengthOf(context.compared) };
    const compared = { current, previous, days };
    const value = metricValue(metric, current.total(), days.current);
    const before = metricValue(metric, previous.total(), days.previous);
    const explained = EXPLAINED_BY.map((by) => changeBy(metric, by, compared)).filter((one) => one !== null);
    return {
      ...presentContext(context, orNotes(current.notes, previous.notes)),
      metric,
      value,
      previous: before,
      change: changeOfValue(value, before),
      explained_by: await named(tx, filter.projectId, explained),
    };
  });
}
