import type { Node } from '@pgsql/types';
import { parse } from 'libpg-query';
import { ALL_PROJECTS } from '../../db/all-projects.ts';
import { columnOf, parameterOf, projectsOf } from './project-of-level.ts';
import { levelsOf, type StatementPart, statementsIn } from './query-levels.ts';

const targetOf = (node: Node | undefined) => (node && 'ResTarget' in node ? node.ResTarget : undefined);

/** Sources whose rows can be of any project. */
function recordSets(sources: readonly Node[]): string[] {
  return sources.flatMap((source): string[] => {
    if ('JoinExpr' in source) {
      const { larg, rarg } = source.JoinExpr;
      return recordSets([larg, rarg].filter((side) => side !== undefined));
    }
    if ('RangeFunction' in source) return [source.RangeFunction.alias?.aliasname ?? ''];
    return [];
  });
}

/** The table that an `insert … select` fills with projects of a record set, of which no parameter says which they are. */
function* unroutedInserts({ kind, statement }: StatementPart): Generator<string> {
  const { relation, cols = [], selectStmt } = statement;
  if (kind !== 'InsertStmt' || !selectStmt || !('SelectStmt' in selectStmt)) return;
  const { targetList = [], fromClause = [] } = selectStmt.SelectStmt;
  const at = cols.findIndex((column) => targetOf(column)?.name === 'project_id');
  const value = targetOf(targetList[Math.max(at, 0)])?.val;
  if (targetList.length === 0 || parameterOf(value) !== null) return;
  const sets = recordSets(fromClause);
  const column = columnOf(value);
  const isOfSet =
    column?.table === undefined ? fromClause.length === sets.length : sets.includes(column.table);
  if (sets.length > 0 && isOfSet) yield relation?.relname ?? '';
}

/** Tables of a statement, each with the parameters that restrict it to one project. */
interface Restricted {
  table: string;
  projects: Set<number>;
}

/** Tables beside those that most others share their project with. */
function ofOtherProjects(all: Restricted[]): string[] {
  const numbers = [...new Set(all.flatMap(({ projects }) => [...projects]))];
  const outside = numbers.map((number) => all.filter(({ projects }) => !projects.has(number)));
  const [fewest = []] = outside.sort((one, other) => one.length - other.length);
  return fewest.map(({ table }) => table);
}

function unroutedIn(
  statement: unknown,
  distributed: ReadonlySet<string>,
  sameAs: readonly number[],
): string[] {
  const restricted: Restricted[] = [];
  const unrouted: string[] = [];
  for (const level of levelsOf(statement)) {
    const projects = projectsOf(level, distributed);
    for (const { alias, table } of level.tables) {
      if (!distributed.has(table)) continue;
      const own = new Set([...projects(alias)].map((number) => sameAs[number - 1] ?? number));
      if (own.size === 0) unrouted.push(table);
      else restricted.push({ table, projects: own });
    }
  }
  for (const part of statementsIn(statement)) {
    for (const table of unroutedInserts(part)) if (distributed.has(table)) unrouted.push(table);
  }
  return [...unrouted, ...ofOtherProjects(restricted)];
}

/**
 * The distributed tables of a statement that no parameter restricts to one project, the same one for all. A cluster routes a
 * statement to the node of its project if each of them is compared by `project_id = $n` at its own level of the query, or joined
 * there by `project_id` to a table that is; a column of an outer row, of a record set or of a common table expression is no help,
 * nor is the condition of a left join to its left side. `sameAs` says which parameters had one value (recorded-statements.ts).
 */
export async function findUnrouted(
  text: string,
  distributed: ReadonlySet<string>,
  sameAs: readonly number[] = [],
): Promise<string[]> {
  if (text.includes(ALL_PROJECTS)) return [];
  const { stmts } = await parse(text);
  const unrouted = (stmts ?? []).flatMap(({ stmt }) => unroutedIn([stmt], distributed, sameAs));
  return [...new Set(unrouted)];
}
