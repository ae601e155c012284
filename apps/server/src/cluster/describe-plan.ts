import type pg from 'pg';
import { hasCitus, readLayout, type TableLayout } from './layout.ts';
import { listMonthsToMerge, type MonthToMerge } from './merge-months.ts';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export function sizeText(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), 0), UNITS.length - 1);
  return `${(bytes / 1024 ** power).toFixed(power > 0 && bytes / 1024 ** power < 10 ? 1 : 0)} ${UNITS[power]}`;
}

/** Beyond so many, planning a statement and starting a node become slow. */
export const MOST_RELATIONS = 5_000;

/** Tables that a node has after it: one for each shard of each table, or of each partition. */
export const relationsOf = (tables: TableLayout[], shards: number): number =>
  tables
    .filter(({ planned }) => planned === 'distributed')
    .reduce((sum, { partitions }) => sum + (1 + partitions) * shards, 0);

const lineOf = ({ name, planned, now, partitions, bytes }: TableLayout) =>
  `  ${name.padEnd(30)}${sizeText(bytes).padStart(9)}${String(partitions || '').padStart(6)}   ${planned === now ? 'done' : ''}`;

const HEADINGS = {
  distributed: 'Distributed by project, in shards on the nodes',
  reference: 'On every node',
  local: 'On the coordinator only',
} as const;

/** Partitions of a table that there are no more when those of past months are put together. */
const savedBy = (months: MonthToMerge[], { name, now }: TableLayout): number =>
  now === 'distributed'
    ? 0
    : months.reduce((sum, { table, partitions }) => sum + (table === name ? partitions.length - 1 : 0), 0);

/** What `apply` would do, and how much there is to move. */
export async function describePlan(
  pool: pg.Pool,
  { shards, now }: { shards: number; now: Date },
): Promise<string[]> {
  const months = await listMonthsToMerge(pool, now);
  const tables = (await readLayout(pool)).map((table) => ({
    ...table,
    partitions: table.partitions - savedBy(months, table),
  }));
  const lines: string[] = [];
  for (const kind of ['distributed', 'reference', 'local'] as const) {
    const own = tables.filter(({ planned }) => planned === kind).sort((a, b) => b.bytes - a.bytes);
    const bytes = own.reduce((sum, table) => sum + table.bytes, 0);
    lines.push(`${HEADINGS[kind]}: ${own.length} tables, ${sizeText(bytes)}`, ...own.map(lineOf), '');
  }
  const relations = relationsOf(tables, shards);
  if (tables.some((table) => savedBy(months, table) > 0)) {
    lines.push('Partitions of past months are put together first, month by month, while everything goes on.');
  }
  lines.push(`With ${shards} shards the nodes hold ${relations} tables together.`);
  if (relations > MOST_RELATIONS) {
    lines.push(
      `More than ${MOST_RELATIONS} slow every statement down: choose fewer with --shards. Without --force apply refuses.`,
    );
  }
  if (!(await hasCitus(pool))) lines.push('Citus is not installed in this database yet: apply does it.');
  return lines;
}
