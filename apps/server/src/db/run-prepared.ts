import { createHash } from 'node:crypto';
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { createLru } from '../platform/lru.ts';
import { REPEATED } from './bounded-client.ts';
import type { Db, Tx } from './connection.ts';

/** Runs a statement with its values; gives the rows. */
export type PreparedStatement<Row> = (db: Db | Tx, values: readonly unknown[]) => Promise<Row[]>;

interface Named {
  name: string;
  text: string;
}

const named = (text: string, prefix: string): Named => ({
  name: `${prefix}${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`,
  text,
});

async function runNamed<Row>(db: Db | Tx, statement: Named, values: readonly unknown[]): Promise<Row[]> {
  // kysely hands the text on as it is; the driver below takes a named statement in its place.
  // https://node-postgres.com/features/queries#prepared-statements
  const text = statement as unknown as string;
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

/**
 * A statement that each connection keeps parsed and planned, which is a good part of the database's work on a
 * small group. Only for texts that never change, and whose plan is right at any size: rows are put in, or each
 * is found by an index.
 */
export function prepare<Row>(text: string): PreparedStatement<Row> {
  const statement = named(text, 'p_');
  return async (db, values) => await runNamed<Row>(db, statement, values);
}

/**
 * For a transaction of prepared statements: each has its lasting plan at once. Otherwise PostgreSQL plans the first five
 * times on every connection for the values alone, and a statement over a month of partitions takes it 10 ms.
 */
export const keepPlans = () => `set local plan_cache_mode = ${planning}`;

let planning = 'force_generic_plan';

/** The same on tables of a shard, of which the cluster knows nothing. */
export const keepPlansOnShard = (text: string) =>
  text.replace(keepPlans(), 'set local plan_cache_mode = force_generic_plan');

/** Whether statements are planned by a cluster, also by one that this process was not started for. */
export const isPlannedByCluster = () => planning === 'auto';

/** A cluster chooses the node by the values, so that it cannot plan without them. */
export function planForCluster(): void {
  planning = 'auto';
}

/**
 * Whether a statement failed because its tables were moved to a cluster since this process was started. From now on plans
 * are made so that it can be run again.
 */
export function isMovedToCluster(error: unknown): boolean {
  const isMoved = (error as Error).message?.startsWith('could not create distributed plan') ?? false;
  if (isMoved) planForCluster();
  return isMoved;
}

/**
 * Ends that for the rest of the transaction: for a statement that opens the partitions of its own values alone, or reads
 * many raw rows, where a plan for any values can be far from the best.
 */
export async function planForValues(tx: Tx): Promise<void> {
  await sql`set local plan_cache_mode = auto`.execute(tx);
}

const known = new Map<string, PreparedStatement<unknown>>();

/** The same for a statement that is built for each call, always as one of a few texts. */
export async function runPrepared<Row>(db: Db | Tx, statement: RawBuilder<Row>): Promise<Row[]> {
  const { sql, parameters } = statement.compile(db);
  const prepared = known.get(sql) ?? prepare(sql);
  known.set(sql, prepared);
  return (await prepared(db, parameters)) as Row[];
}

/** From this use on a text is prepared: most of those that somebody makes up are sent once or twice. */
const PREPARED_FROM = 3;
const uses = createLru<number>(500);

/** For a statement whose text follows what is asked for: a connection keeps those that are used most recently. */
export async function runRepeated<Row>(db: Db | Tx, statement: RawBuilder<Row>): Promise<Row[]> {
  const compiled = statement.compile(db);
  const used = (uses.get(compiled.sql) ?? 0) + 1;
  uses.set(compiled.sql, used);
  if (used < PREPARED_FROM) return (await db.executeQuery<Row>(compiled)).rows;
  return await runNamed<Row>(db, named(compiled.sql, REPEATED), compiled.parameters);
}
