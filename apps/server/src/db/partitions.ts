import { DAY_MS } from '../platform/clock.ts';

export const PARTITIONED = ['clicks', 'impressions', 'events'] as const;
export type Partitioned = (typeof PARTITIONED)[number];

/** The UTC day of an instant, as partitions are cut. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Whoever can run a statement: a pool, or a query builder. */
export interface Queries {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

const nameOf = (table: Partitioned, day: string) => `${table}_${day.replaceAll('-', '')}`;

/** Made apart and attached in one transaction: writers to other days are not held up. */
async function createPartition(pool: Queries, table: Partitioned, day: string): Promise<void> {
  const name = nameOf(table, day);
  const end = dayOf(new Date(Date.parse(day) + DAY_MS));
  try {
    await pool.query(`
      create table ${name} (like ${table} including all);
      alter table ${table} attach partition ${name} for values from ('${day}T00:00:00Z') to ('${end}T00:00:00Z')`);
  } catch (error) {
    // It is there, or another process made it in the same moment.
    const { code } = error as { code?: string };
    if (code !== '42P07' && code !== '23505' && code !== '42710') throw error;
  }
}

/** A row has no partition to go to. Partitions are made outside of transactions, so the work is done again. */
export class MissingPartitions extends Error {
  constructor(
    readonly table: Partitioned,
    readonly days: string[],
  ) {
    super(`There is no partition of ${table} for ${days.join(', ')}.`);
  }
}

/** Makes partitions before rows need them; remembers which there are. */
export interface Partitions {
  ensure(table: Partitioned, days: Iterable<string>): Promise<void>;
  /** Some may have been dropped by another process: what is known is looked at anew. */
  forget(): void;
  /** Throws MissingPartitions unless all of these are known to be there. */
  expect(table: Partitioned, days: Iterable<string>): void;
}

export function createPartitions(pool: Queries): Partitions {
  const known = new Set<string>();
  const making = new Map<string, Promise<void>>();
  return {
    async ensure(table, days) {
      for (const day of days) {
        const name = nameOf(table, day);
        if (known.has(name)) continue;
        const made = making.get(name) ?? createPartition(pool, table, day).finally(() => making.delete(name));
        making.set(name, made);
        await made;
        known.add(name);
      }
    },
    forget: () => known.clear(),
    expect(table, days) {
      const missing = [...new Set(days)].filter((day) => !known.has(nameOf(table, day)));
      if (missing.length > 0) throw new MissingPartitions(table, missing);
    },
  };
}

/** Removes what is older than the first day to keep; returns the names that are gone. */
export async function dropPartitionsBefore(pool: Queries, table: Partitioned, firstDay: string) {
  const { rows } = await pool.query(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass and c.relname < $2`,
    [table, nameOf(table, firstDay)],
  );
  const names = rows.map((row) => (row as { name: string }).name);
  for (const name of names) await pool.query(`drop table if exists ${name}`);
  return names;
}
