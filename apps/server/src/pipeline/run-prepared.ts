import { createHash } from 'node:crypto';
import type { QueryResult, RawBuilder } from 'kysely';
import type { Tx } from '../db/connection.ts';

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `p_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  names.set(text, name);
  return name;
}

/**
 * Runs a statement that each connection keeps parsed and planned, which is a good part of the database's work on
 * a small group. Only for the pipeline's own few texts, which never change, and whose plan is right at any size:
 * rows are put in, or each is found by an index.
 */
export async function runPrepared<Row>(tx: Tx, statement: RawBuilder<Row>): Promise<QueryResult<Row>> {
  const compiled = statement.compile(tx);
  // kysely hands the text on as it is; the driver below takes a named statement in its place.
  // https://node-postgres.com/features/queries#prepared-statements
  const named = { name: nameOf(compiled.sql), text: compiled.sql } as unknown as string;
  return await tx.executeQuery<Row>({ ...compiled, sql: named });
}
