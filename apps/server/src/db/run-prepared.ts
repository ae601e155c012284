import { createHash } from 'node:crypto';
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './connection.ts';

/** Runs a statement with its values; gives the rows. */
export type PreparedStatement<Row> = (db: Db | Tx, values: readonly unknown[]) => Promise<Row[]>;

/**
 * A statement that each connection keeps parsed and planned, which is a good part of the database's work on a
 * small group. Only for texts that never change, and whose plan is right at any size: rows are put in, or each
 * is found by an index.
 */
export function prepare<Row>(text: string): PreparedStatement<Row> {
  const name = `p_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  // kysely hands the text on as it is; the driver below takes a named statement in its place.
  // https://node-postgres.com/features/queries#prepared-statements
  const named = { name, text } as unknown as string;
  return async (db, values) => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(named, [...values]));
    return rows;
  };
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

/** A plan takes memory of every connection that has it, and texts that follow a query are of any number. */
const MOST_REPEATED = 60;
const repeated = new Map<string, PreparedStatement<unknown>>();

/** For a statement whose text follows what is asked for: the texts that come first are prepared, others are not. */
export async function runRepeated<Row>(db: Db | Tx, statement: RawBuilder<Row>): Promise<Row[]> {
  const compiled = statement.compile(db);
  let prepared = repeated.get(compiled.sql);
  if (!prepared && repeated.size < MOST_REPEATED) {
    prepared = prepare(compiled.sql);
    repeated.set(compiled.sql, prepared);
  }
  if (prepared) return (await prepared(db, compiled.parameters)) as Row[];
  return (await db.executeQuery<Row>(compiled)).rows;
}
