import { CompiledQuery } from 'kysely';
import { type Clock, DAY_MS } from '../platform/clock.ts';
import type { Db } from './connection.ts';

export const PARTITIONED = ['clicks', 'impressions', 'events'] as const;
export type PartitionedTable = (typeof PARTITIONED)[number];

/** Months that ended longer ago get one partition each instead of one a day. */
export const DAILY_DAYS = 60;
let dailyDays = DAILY_DAYS;

/** On a cluster each partition is a table for every shard, so that a day is not worth one. */
export function partitionByMonth(): void {
  dailyDays = Number.NEGATIVE_INFINITY;
}

/** Another process may create a partition of the same days at the same moment. */
const TRIES = 5;

/** The UTC day of an instant, as partitions are cut. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Anything that can run a statement: a pool, or a query builder. */
export interface Queries {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Plain statements over the connections of the query builder. */
export function queriesOf(db: Db): Queries {
  return {
    query: (text, values = []) => db.executeQuery(CompiledQuery.raw(text, values)),
  };
}

/** What a partition holds, in milliseconds: from its first instant to before the next partition's. */
export interface Bounds {
  from: number;
  to: number;
}

const isWithin = ({ from, to }: Bounds, day: number) => from <= day && day < to;

/** The partitions of a table with their bounds, as the catalogue has them. */
const LIST = `
  select c.relname as name, b.bounds[1]::timestamptz as from_at, b.bounds[2]::timestamptz as to_at
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  cross join lateral regexp_match(pg_get_expr(c.relpartbound, c.oid),
    'FROM \\(''([^'']+)''\\) TO \\(''([^'']+)''\\)') as b (bounds)
  where i.inhparent = $1::regclass
  order by from_at`;

export async function listPartitions(
  pool: Queries,
  table: PartitionedTable,
): Promise<(Bounds & { name: string })[]> {
  const { rows } = await pool.query(LIST, [table]);
  return (rows as { name: string; from_at: Date; to_at: Date }[]).map(({ name, from_at, to_at }) => ({
    name,
    from: from_at.getTime(),
    to: to_at.getTime(),
  }));
}

/** The month of an instant, in UTC as days are. */
export function monthOf(instant: number): Bounds {
  const date = new Date(instant);
  return {
    from: Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1),
    to: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1),
  };
}

/**
 * The bounds of a new partition for a day. Old history may be days far apart, and a table for each would be too many:
 * there a partition takes as much of its month as no other partition has.
 */
function boundsFor(day: number, now: Date, others: Bounds[]): Bounds {
  const month = monthOf(day);
  if (month.to > now.getTime() - dailyDays * DAY_MS) return { from: day, to: day + DAY_MS };
  return {
    from: Math.max(month.from, ...others.filter(({ to }) => to <= day).map(({ to }) => to)),
    to: Math.min(month.to, ...others.filter(({ from }) => from > day).map(({ from }) => from)),
  };
}

export function nameOf(table: PartitionedTable, { from, to }: Bounds): string {
  const first = dayOf(new Date(from)).replaceAll('-', '');
  const last = dayOf(new Date(to - DAY_MS)).replaceAll('-', '');
  return first === last ? `${table}_${first}` : `${table}_${first}_to_${last}`;
}

/** It exists, its days do, or another process is creating it: 42P17 says that two partitions would overlap. */
const TAKEN = new Set(['42P07', '23505', '42710', '42P17']);

/**
 * Created as a table and then attached, in one transaction: writers to other days do not wait. False: somebody else
 * has a partition of some of these days.
 */
async function createPartition(pool: Queries, table: PartitionedTable, bounds: Bounds): Promise<boolean> {
  const name = nameOf(table, bounds);
  const [from, to] = [new Date(bounds.from).toISOString(), new Date(bounds.to).toISOString()];
  try {
    // As a block: a cluster takes one statement at a time.
    await pool.query(`do $$ begin
      create table ${name} (like ${table} including all);
      alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}');
    end $$`);
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    if (!code || !TAKEN.has(code)) throw error;
    return false;
  }
}

interface MissingDays {
  table: PartitionedTable;
  days: string[];
  now: Date;
}

async function createMissing(pool: Queries, { table, days, now }: MissingDays): Promise<void> {
  let existing: Bounds[] = await listPartitions(pool, table);
  for (const day of days.map((text) => Date.parse(text))) {
    for (let tries = 1; !existing.some((bounds) => isWithin(bounds, day)); tries += 1) {
      const bounds = boundsFor(day, now, existing);
      const isCreated = await createPartition(pool, table, bounds);
      if (!isCreated && tries === TRIES) throw new Error(`${nameOf(table, bounds)} cannot be created.`);
      existing = isCreated ? [...existing, bounds] : await listPartitions(pool, table);
    }
  }
}

/** A row has no partition to go to. Partitions are made outside of transactions, so the work is done again. */
export class MissingPartitions extends Error {
  constructor(
    readonly table: PartitionedTable,
    readonly days: string[],
  ) {
    super(`There is no partition of ${table} for ${days.join(', ')}.`);
  }
}

/** Makes partitions before rows need them; remembers which days have one. */
export interface Partitions {
  ensure(table: PartitionedTable, days: Iterable<string>): Promise<void>;
  /** Forgets the known partitions, since another process may have dropped some. */
  forget(): void;
  /** Throws MissingPartitions unless all of these are known to be there. */
  expect(table: PartitionedTable, days: Iterable<string>): void;
}

export function createPartitions(pool: Queries, clock: Clock): Partitions {
  const known = new Set<string>();
  const missingOf = (table: PartitionedTable, days: Iterable<string>) =>
    [...new Set(days)].filter((day) => !known.has(`${table} ${day}`));
  return {
    async ensure(table, days) {
      const missing = missingOf(table, days);
      if (missing.length === 0) return;
      await createMissing(pool, { table, days: missing, now: clock.now() });
      for (const day of missing) known.add(`${table} ${day}`);
    },
    forget: () => known.clear(),
    expect(table, days) {
      const missing = missingOf(table, days);
      if (missing.length > 0) throw new MissingPartitions(table, missing);
    },
  };
}

/** Removes partitions that hold nothing from the first day to keep on; returns the names that are gone. */
export async function dropPartitionsBefore(pool: Queries, table: PartitionedTable, firstDay: string) {
  const partitions = await listPartitions(pool, table);
  const names = partitions.filter(({ to }) => to <= Date.parse(firstDay)).map(({ name }) => name);
  for (const name of names) await pool.query(`drop table if exists ${name}`);
  return names;
}
