import type { RangeVar, WithClause } from '@pgsql/types';

type Tree = { readonly [key: string]: unknown };

/** A table, and the name that it has in the statement. */
export type NamedTable = [table: string, name: string];

/** The tables that a parsed statement names, each with the name it has there; what it defines itself is no table. */
export function tablesOf(
  tree: unknown,
  outer: ReadonlySet<string> = new Set(),
  found: NamedTable[] = [],
): NamedTable[] {
  if (Array.isArray(tree)) {
    for (const part of tree) tablesOf(part, outer, found);
  } else if (typeof tree === 'object' && tree !== null) {
    const { withClause, relname, alias } = tree as { withClause?: WithClause } & RangeVar;
    const common = (withClause?.ctes ?? []).map((cte) =>
      'CommonTableExpr' in cte ? (cte.CommonTableExpr.ctename ?? '') : '',
    );
    const known = common.length > 0 ? new Set([...outer, ...common]) : outer;
    if (relname !== undefined && !known.has(relname)) found.push([relname, alias?.aliasname ?? relname]);
    for (const part of Object.values(tree as Tree)) tablesOf(part, known, found);
  }
  return found;
}
