import type { Node } from '@pgsql/types';
import { parse } from 'libpg-query';
import { ALL_PROJECTS } from '../../db/all-projects.ts';
import { levelsOf, type QueryLevel } from './query-levels.ts';

/** The parameter that a project is given as. */
const PARAMETER = Symbol('parameter');

interface Column {
  table?: string;
  name?: string;
}

const withoutCast = (node: Node | undefined): Node | undefined =>
  node && 'TypeCast' in node ? withoutCast(node.TypeCast.arg) : node;

function columnOf(node: Node | undefined): Column | null {
  const bare = withoutCast(node);
  if (!bare || !('ColumnRef' in bare)) return null;
  const names = (bare.ColumnRef.fields ?? []).map((field) =>
    'String' in field ? field.String.sval : undefined,
  );
  return { name: names.at(-1), table: names.at(-2) };
}

function isParameter(node: Node | undefined): boolean {
  const bare = withoutCast(node);
  return bare !== undefined && 'ParamRef' in bare;
}

/** The two sides of `a = b`. */
function equalityOf(term: Node): [Node | undefined, Node | undefined] | null {
  if (!('A_Expr' in term) || term.A_Expr.kind !== 'AEXPR_OP') return null;
  const [operator] = term.A_Expr.name ?? [];
  if (!operator || !('String' in operator) || operator.String.sval !== '=') return null;
  return [term.A_Expr.lexpr, term.A_Expr.rexpr];
}

/** Which names of a level have the same project. */
function sameProject({ tables, terms, sharedProject }: QueryLevel, distributed: ReadonlySet<string>) {
  const parents = new Map<string | symbol, string | symbol>();
  const find = (name: string | symbol): string | symbol => {
    const parent = parents.get(name);
    return parent === undefined ? name : find(parent);
  };
  const join = (one: string | symbol, other: string | symbol) => {
    if (find(one) !== find(other)) parents.set(find(one), find(other));
  };
  const names = new Set(tables.map(({ alias }) => alias));
  const tenants = tables.filter(({ table }) => distributed.has(table)).map(({ alias }) => alias);
  // Without the name of a table it is a column of the only one that has it, or the one that a join has made of two.
  const only = tenants.length === 1 ? tenants[0] : sharedProject.flatMap(([left]) => left)[0];
  const projectOf = (node: Node | undefined) => {
    if (isParameter(node)) return PARAMETER;
    const column = columnOf(node);
    if (column?.name !== 'project_id') return null;
    if (column.table === undefined) return only ?? null;
    return names.has(column.table) ? column.table : null;
  };
  for (const [left, right] of sharedProject) {
    const [one] = left;
    for (const other of [...left.slice(1), ...right]) if (one !== undefined) join(one, other);
  }
  for (const term of terms) {
    const sides = equalityOf(term);
    const [one, other] = sides ? [projectOf(sides[0]), projectOf(sides[1])] : [null, null];
    if (one !== null && other !== null) join(one, other);
  }
  return (alias: string) => find(alias) === find(PARAMETER);
}

/**
 * The distributed tables of a statement that no parameter restricts to one project. A cluster routes a statement to the
 * node of its project if each of them is compared by `project_id = $n` at its own level of the query, or joined there by
 * `project_id` to a table that is; a column of an outer row, of a record set or of a common table expression is no help.
 */
export async function findUnrouted(
  text: string,
  distributed: ReadonlySet<string>,
  parsed = parse(text),
): Promise<string[]> {
  if (text.includes(ALL_PROJECTS)) return [];
  const { stmts } = await parsed;
  const unrouted = new Set<string>();
  for (const level of levelsOf(stmts)) {
    const isRestricted = sameProject(level, distributed);
    for (const { alias, table } of level.tables) {
      if (distributed.has(table) && !isRestricted(alias)) unrouted.add(table);
    }
  }
  return [...unrouted];
}
