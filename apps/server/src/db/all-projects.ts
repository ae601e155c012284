import { type RawBuilder, sql } from 'kysely';
import type { Log } from '../platform/log.ts';
import type { Db } from './connection.ts';
import { isAway } from './is-away.ts';
import { type NodeOutcomes, nodeByNode } from './node-by-node.ts';
import { type Part, partsOf } from './project-db.ts';

/**
 * Marks a statement that is meant for the rows of several projects. Only jobs and what is loaded at the start do that; all
 * else compares `project_id` with a parameter, and reaches one node (routed.db.test.ts).
 */
export const ALL_PROJECTS = '/* all projects */';

export const allProjects = sql.raw(ALL_PROJECTS);

/** The results of work for all projects, and whether those of some projects are missing. */
export interface AllProjects<Result> {
  results: Result[];
  isIncomplete: boolean;
}

/**
 * What came of some work, without what a lost node has: that waits for the next time, and no other project waits for it. Throws
 * when nothing can be reached, and what is no loss of a node.
 */
export function withoutLostNodes<Result>(
  { results, failures }: NodeOutcomes<unknown, Result>,
  log?: Log,
): AllProjects<Result> {
  const other = failures.find(({ error }) => !isAway(error));
  const [first] = failures;
  if (other) throw other.error;
  if (first && results.length === 0) throw first.error;
  if (first) log?.warn({ err: first.error }, 'projects of a node that is away are left out');
  return { results, isIncomplete: first !== undefined };
}

interface Reached {
  db: Db;
  log?: Log;
}

/** Does the same with each part of the data of all projects: with each shard of a cluster, on its own node. */
export async function inAllParts<Result>(
  { db, log }: Reached,
  work: (part: Part) => Promise<Result>,
): Promise<AllProjects<Result>> {
  return withoutLostNodes(await nodeByNode(await partsOf(db), work), log);
}

/** The rows of all projects, but for those of a node that is lost. */
export async function rowsOfAll<Row>(reached: Reached, statement: RawBuilder<Row>): Promise<Row[]> {
  const { results } = await inAllParts(reached, async (part) => (await statement.execute(part.db)).rows);
  return results.flat();
}
