import type { Db, NodeOf } from './connection.ts';

const nodes = new WeakMap<Db, NodeOf<'db'>>();

/** From now on what is about one project goes to its node, where it takes the way of `projectDb`. */
export function knowNodes(db: Db, connection: NodeOf<'db'>): void {
  nodes.set(db, connection);
}

/**
 * The database for statements about one project alone: on a cluster the tables of its shard, where every statement of
 * PostgreSQL can be run, and costs what it costs without a cluster. What also changes tables that every node has, or those
 * of the coordinator, is not for it.
 */
export async function projectDb(db: Db, projectId: string): Promise<Db> {
  const connection = nodes.get(db);
  return connection ? (await connection.of(projectId)).db : db;
}
