import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { type Connection, closedWhenAway, type ProjectConnection } from './connection.ts';
import { keepPlansOnShard } from './run-prepared.ts';
import type { DB } from './schema.ts';
import { type RenamedStatement, renameTables, type ShardTables } from './shard-names.ts';

/** A part of the data of a cluster, and the node that has it. */
export interface Shard {
  id: string;
  tables: ShardTables;
  node: Connection;
}

/** Where a shard is; with `moved`, where it is now that it is not there any more. */
export type FindShard = (moved?: Shard) => Promise<Shard>;

/** How often a statement follows a shard that moves while it is on its way. */
const TRIES = 5;
const BEGIN = /^\s*(?:begin|start transaction)[^;]*/i;
const END = /^\s*(?:commit|rollback)\b/i;
const UNDEFINED_TABLE = '42P01';

/**
 * What changes a shard has to wait while the last of it is moved, and to see afterwards whether it went: the same lock that
 * Citus takes for statements of its own. The look is a statement by itself, since each sees what was committed before it.
 */
const hold = (id: string) => `
  select lock_shard_metadata(5, array[${id}]);
  select exists (select from pg_dist_placement p join pg_dist_local_group g on g.groupid = p.groupid
    where p.shardid = ${id}) as is_here`;

/** What kysely hands on as the text may be a query with a name. */
const asQuery = (query: string | pg.QueryConfig, values?: unknown[]): pg.QueryConfig =>
  typeof query === 'string' ? { text: query, values } : { ...query, values: query.values ?? values };

const renamed = new WeakMap<ShardTables, Map<string, RenamedStatement>>();

/** Those with a name come again and again; of others there is any number. */
function rename({ tables }: Shard, { name, text }: pg.QueryConfig): RenamedStatement {
  const known = renamed.get(tables) ?? new Map<string, RenamedStatement>();
  renamed.set(tables, known);
  const statement = known.get(text) ?? renameTables(text, tables);
  if (name) known.set(text, statement);
  return statement;
}

/** A client of the node that has the shard; of another when it has moved before anything was done. */
class ShardClient {
  readonly #find: FindShard;
  #shard: Shard;
  #client: pg.PoolClient;
  #isInTransaction = false;

  private constructor(find: FindShard, shard: Shard, client: pg.PoolClient) {
    this.#find = find;
    this.#shard = shard;
    this.#client = client;
  }

  static async open(find: FindShard): Promise<ShardClient> {
    const shard = await find();
    return new ShardClient(find, shard, await shard.node.pool.connect());
  }

  release(error?: Error | boolean): void {
    this.#client.release(error);
  }

  async query(given: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const query = asQuery(given, values);
    if (BEGIN.test(query.text)) return await this.#begin(query.text);
    if (END.test(query.text)) this.#isInTransaction = false;
    if (this.#isInTransaction) return await this.#send(query);
    return rename(this.#shard, query).writes ? await this.#write(query) : await this.#read(query);
  }

  async #send(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const { text } = rename(this.#shard, query);
    const name = query.name && `${query.name}_${this.#shard.id}`;
    return await this.#client.query({ ...query, ...(name ? { name } : {}), text });
  }

  /** Nothing was done before it, so that a transaction can still be begun on another node. */
  async #begin(text: string): Promise<pg.QueryResult> {
    for (let left = TRIES; left > 0; left -= 1) {
      const held = keepPlansOnShard(text).replace(BEGIN, (begin) => `${begin};${hold(this.#shard.id)}`);
      const results = (await this.#client.query(held)) as unknown as pg.QueryResult[];
      if (results[2]?.rows[0].is_here) {
        this.#isInTransaction = true;
        return results[0] as pg.QueryResult;
      }
      await this.#client.query('rollback');
      await this.#follow();
    }
    throw Object.assign(new Error(`Shard ${this.#shard.id} moves again and again.`), { code: '57P03' });
  }

  /** By itself it is a transaction, which may have to wait. */
  async #write(query: pg.QueryConfig): Promise<pg.QueryResult> {
    await this.#begin('begin');
    try {
      const result = await this.#send(query);
      await this.query('commit');
      return result;
    } catch (error) {
      // A connection that is gone has taken everything back by itself.
      await this.query('rollback').catch(() => {});
      throw error;
    }
  }

  async #read(query: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await this.#send(query);
    } catch (error) {
      if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
      await this.#follow();
      return await this.#send(query);
    }
  }

  async #follow(): Promise<void> {
    this.#shard = await this.#find(this.#shard);
    this.#client.release();
    this.#client = await this.#shard.node.pool.connect();
  }
}

/**
 * A connection for the projects of one shard: statements go to the tables of the shard itself. Under the names that all
 * shards share, Citus plans each of them first, which costs more than what most of them do.
 */
export function connectShard(find: FindShard, server: object): ProjectConnection {
  // Its query can be called in fewer ways than that of the driver, and nobody calls it in another.
  const connect = async () => (await ShardClient.open(find)) as unknown as pg.PoolClient;
  const dialect = new PostgresDialect({
    pool: { connect: async () => closedWhenAway(await connect()), end: async () => {} },
  });
  const query = async <Row extends pg.QueryResultRow>(one: pg.QueryConfig): Promise<pg.QueryResult<Row>> => {
    const client = await connect();
    let failure: Error | undefined;
    try {
      return await client.query<Row>(one);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  };
  return { db: new Kysely<DB>({ dialect }), pool: { connect, query }, server };
}
