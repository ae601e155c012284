import type { Connection, Db, ProjectConnection } from './connection.ts';

type Nodes = Pick<Connection, 'of' | 'parts'>;

const nodes = new WeakMap<Db, Nodes>();

/** From now on what is about one project goes to its node, where it takes the way of `projectDb`. */
export function knowNodes(db: Db, connection: Nodes): void {
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

/** The database for some of the projects, and the server that has them. */
export type Part = Pick<ProjectConnection, 'db' | 'server'>;

/** The parts that the data of all projects is in: one for each shard of a cluster, or the whole. */
export async function partsOf(db: Db): Promise<Part[]> {
  return (await nodes.get(db)?.parts()) ?? [{ db, server: db }];
}

/** The part that each of some projects is in. */
export async function partOfEach<Row extends { project_id: string }>(
  db: Db,
  rows: Row[],
): Promise<(Part & { row: Row })[]> {
  const connection = nodes.get(db);
  const parts: (Part & { row: Row })[] = [];
  for (const row of rows) {
    const { db: own, server } = (await connection?.of(row.project_id)) ?? { db, server: db };
    parts.push({ row, db: own, server });
  }
  return parts;
}

/**
 * Refuses at once what is about a project whose node is known to answer nothing. Through the coordinator it would wait, on a
 * connection that all other projects need.
 */
export async function refuseWhileFrozen(db: Db, projectId: string): Promise<void> {
  if (!(await nodes.get(db)?.of(projectId))?.isFrozen()) return;
  throw Object.assign(new Error('The node of the project does not answer.'), { code: 'ETIMEDOUT' });
}
