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
const lock = (id: string) => `select lock_shard_metadata(5, array[${id}])`;
const look = (id: string) => `select exists (select from pg_dist_placement p
  join pg_dist_local_group g on g.groupid = p.groupid where p.shardid = ${id}) as is_here`;

/** What only reads does not wait for a move, nor a move for it: what it sees of a shard that goes stays as it was. */
const READ_ONLY = /\bread only\b/i;
/** All its statements see what the first one saw, which is the one that may have had to wait. */
const ONE_SNAPSHOT = /\brepeatable read\b|\bserializable\b/i;

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
  #client: pg.PoolClient | null;
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
    this.#client?.release(error);
    this.#client = null;
  }

  /** It has none after it could not reach the node that its shard went to. */
  get #connected(): pg.PoolClient {
    if (this.#client) return this.#client;
    throw Object.assign(new Error(`Shard ${this.#shard.id} has no connection.`), { code: '57P03' });
  }

  async query(given: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const query = asQuery(given, values);
    if (BEGIN.test(query.text)) return await this.#begin(query.text);
    if (END.test(query.text)) return await this.#end(query);
    if (this.#isInTransaction) return await this.#send(query).catch((error) => this.#comeAgain(error));
    return rename(this.#shard, query).writes ? await this.#write(query) : await this.#read(query);
  }

  async #send(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const { text } = rename(this.#shard, query);
    const name = query.name && `${query.name}_${this.#shard.id}`;
    return await this.#connected.query({ ...query, ...(name ? { name } : {}), text });
  }

  /** Nothing was done before it, so that a transaction can still be begun on another node. */
  async #begin(text: string): Promise<pg.QueryResult> {
    for (let left = TRIES; left > 0; left -= 1) {
      const results = await this.#beginHere(keepPlansOnShard(text));
      if (results) {
        this.#isInTransaction = true;
        return results;
      }
      await this.#connected.query('rollback');
      await this.#follow();
    }
    throw Object.assign(new Error(`Shard ${this.#shard.id} moves again and again.`), { code: '57P03' });
  }

  /** Null: the shard is not here any more. What fails, as after a long wait, leaves no transaction open behind it. */
  async #beginHere(text: string): Promise<pg.QueryResult | null> {
    const { id, node } = this.#shard;
    const checks = READ_ONLY.test(text) ? [look(id)] : [lock(id), look(id)];
    const begun = text.replace(BEGIN, (begin) => [begin, ...checks].join(';'));
    try {
      const results = (await this.#connected.query(begun)) as unknown as pg.QueryResult[];
      let isHere = results[checks.length]?.rows[0].is_here;
      if (isHere && checks.length > 1 && ONE_SNAPSHOT.test(text)) {
        isHere = (await node.pool.query(look(id))).rows[0].is_here;
      }
      return isHere ? (results[0] as pg.QueryResult) : null;
    } catch (error) {
      await this.#connected.query('rollback').catch(() => {});
      throw error;
    }
  }

  /** Where the outcome of a commit is unknown, the error names the node that will know it. */
  async #end(query: pg.QueryConfig): Promise<pg.QueryResult> {
    this.#isInTransaction = false;
    try {
      return await this.#connected.query(query);
    } catch (error) {
      throw Object.assign(error as Error, { node: this.#shard.node.pool });
    }
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

  /**
   * A shard that has moved away is removed some time later, and an upgrade may have brought new tables: the same work finds
   * them when it comes again.
   */
  async #comeAgain(error: Error & { code?: string }): Promise<never> {
    if (error.code !== UNDEFINED_TABLE) throw error;
    await this.#find(this.#shard);
    throw Object.assign(error, { code: '57P03' });
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
    this.release();
    this.#shard = await this.#find(this.#shard);
    this.#client = await this.#shard.node.pool.connect();
  }
}

/**
 * A connection for the projects of one shard: statements go to the tables of the shard itself. Under the names that all
 * shards share, Citus plans each of them first, which costs more than what most of them do.
 */
export function connectShard(
  find: FindShard,
  server: Pick<ProjectConnection, 'isFrozen'>,
): ProjectConnection {
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
  return {
    db: new Kysely<DB>({ dialect }),
    pool: { connect, query },
    server,
    isFrozen: () => server.isFrozen(),
  };
}
