import type pg from 'pg';
import {
  type Bounds,
  listPartitions,
  monthOf,
  nameOf,
  PARTITIONED,
  type PartitionedTable,
} from '../db/partitions.ts';
import { untilNoCollision } from '../db/until-no-collision.ts';

type Progress = (line: string) => void;

interface Partition extends Bounds {
  name: string;
}

/** The partitions of one past month, which become one. */
export interface MonthToMerge {
  table: PartitionedTable;
  partitions: Partition[];
}

const TIME_COLUMNS = { clicks: 'clicked_at', impressions: 'viewed_at', events: 'occurred_at' } as const;

/** Months that are over and have several partitions, none of which reaches into another month. */
export async function listMonthsToMerge(client: pg.Pool | pg.ClientBase, now: Date): Promise<MonthToMerge[]> {
  const months: MonthToMerge[] = [];
  for (const table of PARTITIONED) {
    const byMonth = new Map<number, Partition[]>();
    for (const partition of await listPartitions(client, table)) {
      const { from, to } = monthOf(partition.from);
      if (to > now.getTime() || partition.to > to) continue;
      byMonth.set(from, [...(byMonth.get(from) ?? []), partition]);
    }
    const several = [...byMonth.values()].filter((partitions) => partitions.length > 1);
    months.push(...several.map((partitions) => ({ table, partitions })));
  }
  return months;
}

/** From the first of its partitions to the end of the last; days between them that had none are part of it. */
const boundsOf = (partitions: Partition[]): Bounds => ({
  from: Math.min(...partitions.map(({ from }) => from)),
  to: Math.max(...partitions.map(({ to }) => to)),
});

/**
 * Copies the rows while nobody can write to these days; the table as a whole is locked only for the moment in which the new
 * partition takes the place of the old ones. The check saves PostgreSQL from reading all rows in that moment.
 */
async function mergeMonth(client: pg.ClientBase, { table, partitions }: MonthToMerge): Promise<void> {
  const bounds = boundsOf(partitions);
  const name = nameOf(table, bounds);
  const [from, to] = [new Date(bounds.from).toISOString(), new Date(bounds.to).toISOString()];
  const column = TIME_COLUMNS[table];
  const names = partitions.map((partition) => client.escapeIdentifier(partition.name));
  await client.query('begin');
  try {
    await client.query(`lock table ${names.join(', ')} in share mode`);
    await client.query(`create table ${name} (like ${table} including all)`);
    await client.query(`alter table ${name} add constraint ${name}_days
      check (${column} is not null and ${column} >= '${from}' and ${column} < '${to}')`);
    for (const old of names) await client.query(`insert into ${name} select * from ${old}`);
    for (const old of names) {
      await client.query(`alter table ${table} detach partition ${old}`);
      await client.query(`drop table ${old}`);
    }
    await client.query(
      `alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`,
    );
    await client.query(`alter table ${name} drop constraint ${name}_days`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Makes one partition of those of each past month: on a cluster each is a table for every shard. May be repeated. */
export async function mergeMonths(client: pg.ClientBase, now: Date, progress: Progress): Promise<number> {
  const months = await listMonthsToMerge(client, now);
  for (const month of months) {
    const { table, partitions } = month;
    progress(`${table}: ${partitions.length} partitions become ${nameOf(table, boundsOf(partitions))}`);
    // Somebody who writes to a day may hold the table and wait for the day.
    await untilNoCollision(() => mergeMonth(client, month));
  }
  return months.length;
}
