import type { Node } from '@pgsql/types';
import type { QueryLevel } from './query-levels.ts';

interface Column {
  table?: string;
  name?: string;
}

export const withoutCast = (node: Node | undefined): Node | undefined =>
  node && 'TypeCast' in node ? withoutCast(node.TypeCast.arg) : node;

export function columnOf(node: Node | undefined): Column | null {
  const bare = withoutCast(node);
  if (!bare || !('ColumnRef' in bare)) return null;
  const names = (bare.ColumnRef.fields ?? []).map((field) =>
    'String' in field ? field.String.sval : undefined,
  );
  return { name: names.at(-1), table: names.at(-2) };
}

/** The number of a parameter. */
export function parameterOf(node: Node | undefined): number | null {
  const bare = withoutCast(node);
  return bare && 'ParamRef' in bare ? (bare.ParamRef.number ?? null) : null;
}

/** The two sides of `a = b`. */
function equalityOf(term: Node): [Node | undefined, Node | undefined] | null {
  if (!('A_Expr' in term) || term.A_Expr.kind !== 'AEXPR_OP') return null;
  const [operator] = term.A_Expr.name ?? [];
  if (!operator || !('String' in operator) || operator.String.sval !== '=') return null;
  return [term.A_Expr.lexpr, term.A_Expr.rexpr];
}

/** What a table has its project from: another table of the level, or a parameter. */
interface Restriction {
  of: string;
  by: string | number;
}

function* fromJoins({ sharedProject }: QueryLevel): Generator<Restriction> {
  for (const { left, right, joinType } of sharedProject) {
    // What was joined before has one column of the project.
    const [one] = left;
    if (one === undefined) continue;
    for (const other of right) {
      if (joinType !== 'JOIN_RIGHT' && joinType !== 'JOIN_FULL') yield { of: other, by: one };
      if (joinType !== 'JOIN_LEFT' && joinType !== 'JOIN_FULL') yield { of: one, by: other };
    }
  }
}

function* restrictionsOf(level: QueryLevel, distributed: ReadonlySet<string>): Generator<Restriction> {
  const names = new Set(level.tables.map(({ alias }) => alias));
  const tenants = level.tables.filter(({ table }) => distributed.has(table)).map(({ alias }) => alias);
  // Without the name of a table it is a column of the only one that has it, or the one that a join has made of two.
  const only = tenants.length === 1 ? tenants[0] : level.sharedProject.flatMap(({ left }) => left)[0];
  const tableOf = (node: Node | undefined): string | null => {
    const column = columnOf(node);
    if (column?.name !== 'project_id') return null;
    if (column.table === undefined) return only ?? null;
    return names.has(column.table) ? column.table : null;
  };
  yield* fromJoins(level);
  for (const { condition, restricts } of level.terms) {
    const sides = equalityOf(condition);
    if (!sides) continue;
    for (const [one, other] of [sides, sides.toReversed()]) {
      const of = tableOf(one);
      const by = parameterOf(other) ?? tableOf(other);
      if (of !== null && by !== null && (restricts?.includes(of) ?? true)) yield { of, by };
    }
  }
}

/** The parameters that restrict each name of a level to one project. */
export function projectsOf(level: QueryLevel, distributed: ReadonlySet<string>) {
  const restrictions = [...restrictionsOf(level, distributed)];
  return (alias: string): Set<number> => {
    const seen = new Set<string | number>([alias]);
    for (const name of seen) {
      for (const { of, by } of restrictions) if (of === name) seen.add(by);
    }
    return new Set([...seen].filter((one) => typeof one === 'number'));
  };
}
