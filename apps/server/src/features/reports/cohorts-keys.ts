import type { CohortRow } from '@trailmark/contract/cohorts';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { Context, Range } from '../../report/context.ts';
import { addDays, daysBetween, daysOf, mondayOf } from '../../report/days.ts';
import type { Dimension } from '../../report/dimensions.ts';

export type CohortGroup = 'none' | 'campaign' | 'network' | 'country' | 'platform';
export type CohortSpan = 'day' | 'week' | 'month';

/** What the rows of a cohort table are. */
export interface Rows {
  group: CohortGroup;
  span: CohortSpan;
}

/** The dimension that its rows are grouped by; days are in all rollups. */
export const dimensionOf = ({ group }: Rows): Dimension => group;

/** The key of its row, for an alias `r` with the day of the install in `day`. */
export function keyIn({ group, span }: Rows, { from }: Range): RawBuilder<string> {
  if (group === 'campaign') return sql<string>`r.campaign_id::text`;
  if (group !== 'none') return sql<string>`${sql.ref(`r.${group}`)}`;
  if (span === 'day') return sql<string>`r.day::text`;
  return sql<string>`greatest(date_trunc(${sql.lit(span)}, r.day::timestamp)::date, ${from}::date)::text`;
}

/** When days after the install are over, and how money counts. */
interface Counted {
  context: Context;
  metric: 'retention' | 'revenue' | 'ltv' | 'roas';
}

/** Money counts by the calendar always; the n-th 24 hours of an install can end on the day after. */
const endedAfter = ({ context, metric }: Counted) =>
  context.dayKind === '24h' && metric === 'retention' ? 2 : 1;

/** Days that installs of a day have lived to their end, the day of the install counted as 0. */
export function ageOf(counted: Counted, day: string): number {
  return daysBetween(day, counted.context.today) - endedAfter(counted);
}

/** The same in SQL, as far as it matters. */
export function ageIn(counted: Counted & { days: number }) {
  const { context, days } = counted;
  return sql<number>`greatest(least(${context.today}::date - r.day - ${endedAfter(counted)}::int, ${days}::int), -1)`;
}

function weekOf(day: string): { first: string; label: string } {
  const first = mondayOf(day);
  // A week belongs to the year that its Thursday is in.
  const thursday = addDays(first, 3);
  const year = thursday.slice(0, 4);
  const number = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1;
  return { first, label: `${year}-W${String(number).padStart(2, '0')}` };
}

interface Row {
  key: string;
  label: string;
}

/** The days, weeks or months of a range, each by its first day in it. */
export function spansOf({ span }: Rows, range: Range): Row[] {
  const rows = new Map<string, Row>();
  for (const day of daysOf(range)) {
    const label = span === 'day' ? day : span === 'week' ? weekOf(day).label : day.slice(0, 7);
    if (!rows.has(label)) rows.set(label, { key: day, label });
  }
  return [...rows.values()];
}

/** The labels of rows of a group; `keys` are of campaigns that the caller may see. */
export async function labelsOf(tx: Tx, projectId: string, { group }: Rows, keys: string[]) {
  if (group !== 'campaign' || keys.length === 0) return new Map<string, CohortRow['label']>();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from campaigns where project_id = ${projectId} and id = any(${keys}::uuid[])`.execute(tx);
  return new Map([...rows.map(({ id, name }): [string, string] => [id, name]), [NO_ID, 'No campaign']]);
}
