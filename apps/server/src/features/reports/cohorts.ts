import type { CohortRow } from '@trailmark/contract/cohorts';
import { type Cohort, cohortCells, cohortSize, spendOf } from '@trailmark/core/metrics/cohorts';
import { decimalOf } from '@trailmark/core/metrics/decimal';
import type { Db, Tx } from '../../db/connection.ts';
import { contextOf, presentContext, type ReportFilter } from '../../report/context.ts';
import { knowsSpend } from '../../report/query.ts';
import { inSnapshot } from '../../report/snapshot.ts';
import { ageOf, dimensionOf, labelsOf, type Rows, spansOf } from './cohorts-keys.ts';
import { type CohortQuery, type Only, type Parts, readParts, readSizes } from './cohorts-parts.ts';

/** Rows of groups: as many as can be looked at together. */
const MOST_GROUPS = 50;
/** Rows of days, weeks or months; the newest of them. */
const MOST_SPANS = 400;

export interface CohortFilter extends ReportFilter {
  rows: Rows;
  metric: CohortQuery['metric'];
  mode: CohortQuery['mode'];
  days: number;
}

interface Found {
  rows: (Cohort & { key: string; label: string })[];
  total: Cohort;
  leftOut: number;
  notes: Parts['notes'];
}

/** Rows of answers by the key that they are under. */
function byKey<Row extends { key: string }>(rows: Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const known = found.get(row.key);
    if (known) known.push(row);
    else found.set(row.key, [row]);
  }
  return found;
}

const numbers = <Row extends { amount: string }>(row: Row) => ({ ...row, amount: decimalOf(row.amount) });

/** Makes cohorts of the rows that were read. */
function cohortsOf({ parts, spend }: Parts, isSpendKnown: boolean) {
  const [ofParts, ofSpend] = [byKey(parts), byKey(spend)];
  const cohort = (rows: Parts['parts'], spent: Parts['spend'], oldest: number): Cohort => ({
    parts: rows.map(numbers),
    spend: isSpendKnown ? spent.map(numbers) : null,
    oldest,
  });
  return {
    keys: new Set([...ofParts.keys(), ...ofSpend.keys()]),
    at: (key: string, oldest: number) => cohort(ofParts.get(key) ?? [], ofSpend.get(key) ?? [], oldest),
    all: (oldest: number) => cohort(parts, spend, oldest),
  };
}

async function readSpans(tx: Tx, query: CohortQuery): Promise<Found> {
  const { range, rows } = query;
  const isSpendKnown = knowsSpend(query, dimensionOf(rows));
  const read = await readParts(tx, query, { only: 'all', knowsSpend: isSpendKnown });
  const found = cohortsOf(read, isSpendKnown);
  const spans = spansOf(rows, range);
  const shown = spans.slice(-MOST_SPANS);
  return {
    rows: shown.map(({ key, label }) => ({ key, label, ...found.at(key, ageOf(query, key)) })),
    total: found.all(ageOf(query, range.from)),
    leftOut: spans.length - shown.length,
    notes: read.notes,
  };
}

async function readGroups(tx: Tx, query: CohortQuery): Promise<Found> {
  const { filter, range, rows } = query;
  const isSpendKnown = knowsSpend(query, dimensionOf(rows));
  const read = (only: Only) => readParts(tx, query, { only, knowsSpend: isSpendKnown });
  const oldest = ageOf(query, range.from);
  const sizes = await readSizes(tx, query);
  const isCut = sizes.length > MOST_GROUPS;
  const largest = sizes.slice(0, MOST_GROUPS).map(({ key }) => key);
  const parts = await read(isCut ? { keys: largest } : 'all');
  const together = isCut ? await read('together') : parts;
  const found = cohortsOf(parts, isSpendKnown);
  // Those without installs have what others' installs did later, or spend.
  const rest = [...found.keys].filter((key) => !largest.includes(key)).sort();
  const keys = isCut ? largest : [...largest, ...rest].slice(0, MOST_GROUPS);
  const labels = await labelsOf(tx, filter.projectId, rows, keys);
  return {
    rows: keys.map((key) => ({ key, label: labels.get(key) ?? key, ...found.at(key, oldest) })),
    total: cohortsOf(together, isSpendKnown).all(oldest),
    leftOut: isCut ? sizes.length - keys.length : largest.length + rest.length - keys.length,
    notes: together.notes,
  };
}

/** Installs of the range, followed day by day. */
export async function readCohorts(db: Db, now: Date, filter: CohortFilter) {
  const { metric, mode, days, rows } = filter;
  return await inSnapshot(db, filter.projectId, async (tx) => {
    const context = await contextOf(tx, now, filter);
    const query: CohortQuery = {
      filter,
      context,
      range: context.range,
      rows,
      metric,
      mode,
      days,
      by: [dimensionOf(rows)],
      reads: new Set(),
    };
    const found = await (rows.group === 'none' ? readSpans : readGroups)(tx, query);
    const present = (key: string, label: string, cohort: Cohort): CohortRow => ({
      key,
      label,
      cohort_size: cohortSize(cohort),
      spend: spendOf(cohort),
      cells: cohortCells(cohort, { metric, mode, days }),
    });
    return {
      ...presentContext(context, found.notes),
      metric,
      mode,
      total: present('total', 'Total', found.total),
      rows: found.rows.map(({ key, label, ...cohort }) => present(key, label, cohort)),
      left_out: found.leftOut,
    };
  });
}
