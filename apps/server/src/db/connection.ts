import { Kysely, PostgresDialect, type PostgresPoolClient, type Transaction } from 'kysely';
import pg from 'pg';
import { BoundedClient } from './bounded-client.ts';
import type { Heartbeat } from './heartbeat.ts';
import { isAway } from './is-away.ts';
import type { Queries } from './queries.ts';
import { readInstant } from './read-instant.ts';
import type { DB } from './schema.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

// int8: counts stay far below 2^53. date: a calendar day must not become an instant.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readInstant);

export interface QueryClient extends Queries {
  release(error?: Error | boolean): void;
}

/** Takes statements about one project. */
export interface ProjectConnection {
  db: Db;
  pool: Queries & { connect(): Promise<QueryClient> };
  /** The same for all projects whose data one server has. */
  server: object;
  /** Whether that server is known to answer nothing. */
  isFrozen(): boolean;
}

export interface Connection extends ProjectConnection {
  pool: pg.Pool;
  /** To the node of a cluster that has a project; this very one where there is no cluster. */
  of(projectId: string): ProjectConnection | Promise<ProjectConnection>;
  /** To all parts of the data: the shards of a cluster, or this very one. */
  parts(): Promise<ProjectConnection[]>;
  close(): Promise<void>;
}

/** The part of a connection by which statements about one project are sent. */
export interface NodeOf<Part extends 'db' | 'pool'> {
  of(projectId: string): Pick<ProjectConnection, Part> | Promise<Pick<ProjectConnection, Part>>;
}

/** For a new connection, or for a free one of the pool. */
export const CONNECT_TIMEOUT_MS = 4000;

interface Options {
  /** Called when an idle connection breaks. */
  onIdleError(error: Error): void;
  max?: number;
  /** Closes the connections of a database that is frozen. */
  heartbeat?: Heartbeat;
  /** For statements of which none takes long; without it they take the time they need. */
  queryTimeoutMs?: number;
  connectTimeoutMs?: number;
}

/**
 * A query without an answer leaves its connection unusable: what comes next on it fails at once instead of waiting
 * behind it, and the pool gets rid of it. By itself kysely would give it back to the pool as it is.
 */
export function closedWhenAway(client: pg.PoolClient): PostgresPoolClient {
  let failure: Error | undefined;
  const query = async (text: string, values: unknown[]) => {
    if (failure) throw failure;
    try {
      return await client.query(text, values);
    } catch (error) {
      if (isAway(error)) failure = error as Error;
      throw error;
    }
  };
  // The other way to call it, with a cursor, is for a dialect that was given one.
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(failure),
  };
}

/** Opens a pool. */
export function connect(
  url: string,
  { onIdleError, max = 16, heartbeat, queryTimeoutMs, connectTimeoutMs = CONNECT_TIMEOUT_MS }: Options,
): Connection {
  const pool = new pg.Pool({
    Client: BoundedClient,
    connectionString: url,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'trailmark',
    ...(heartbeat ? { stream: heartbeat.openSocket } : {}),
    ...(queryTimeoutMs ? { query_timeout: queryTimeoutMs } : {}),
  });
  pool.on('error', onIdleError);
  // Without a listener of its own, a client that breaks between two queries would end the process.
  pool.on('connect', (client) => client.on('error', onIdleError));
  const dialect = new PostgresDialect({
    pool: { connect: async () => closedWhenAway(await pool.connect()), end: () => pool.end() },
  });
  const db = new Kysely<DB>({ dialect });
  let closing: Promise<void> | undefined;
  const connection: Connection = {
    db,
    pool,
    server: pool,
    isFrozen: () => heartbeat?.isFrozen() ?? false,
    of: () => connection,
    parts: async () => [connection],
    close: () => {
      // Not through kysely: it leaves a pool open from which it never took a connection.
      closing ??= pool.end();
      return closing;
    },
  };
  return connection;
}
