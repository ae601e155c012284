import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Db } from '../db/connection.ts';
import type { DB } from '../db/schema.ts';

/** Texts that are kept prepared: those of the pipeline are few and never change. */
const MOST = 200;

const nameOf = (text: string) => `p_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;

/**
 * The same database, but each connection keeps the statements it has seen parsed and planned. For work that
 * says the same few things again and again; what is said once is better not kept.
 */
export function preparedDb(pool: pg.Pool): Db {
  const names = new Map<string, string>();
  const named = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST) return known;
    const name = nameOf(text);
    names.set(text, name);
    return name;
  };
  const preparing = (client: pg.PoolClient) => ({
    query: (text: string, values: unknown[]) => {
      // begin, commit and the like carry no values; there is nothing to prepare.
      const name = values.length > 0 ? named(text) : undefined;
      return client.query(name === undefined ? { text, values } : { name, text, values });
    },
    release: () => client.release(),
  });
  const prepared = {
    connect: async () => preparing(await pool.connect()) as unknown as PostgresPoolClient,
    end: async () => {},
  } satisfies PostgresPool;
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: prepared }) });
}
