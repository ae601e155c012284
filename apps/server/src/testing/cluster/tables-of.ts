import type { RangeVar, WithClause } from '@pgsql/types';

type Tree = { readonly [key: string]: unknown };

/** The tables that a parsed statement names, each with the name it has there; what it defines itself is no table. */
export function* tablesOf(
  tree: unknown,
  outer: ReadonlySet<string> = new Set(),
): Generator<[string, string]> {
  if (Array.isArray(tree)) {
    for (const part of tree) yield* tablesOf(part, outer);
  } else if (typeof tree === 'object' && tree !== null) {
    const { withClause, relname, alias } = tree as { withClause?: WithClause } & RangeVar;
    const common = (withClause?.ctes ?? []).map((cte) =>
      'CommonTableExpr' in cte ? (cte.CommonTableExpr.ctename ?? '') : '',
    );
    const known = new Set([...outer, ...common]);
    if (relname !== undefined && !known.has(relname)) yield [relname, alias?.aliasname ?? relname];
    for (const part of Object.values(tree as Tree)) yield* tablesOf(part, known);
  }
}
