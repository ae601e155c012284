import type { Node, RangeVar, SelectStmt, UpdateStmt, WithClause } from '@pgsql/types';

/** A table of a level, by the name that the level gives it. */
export interface LevelTable {
  alias: string;
  table: string;
}

/** One select, update or delete: what restricts its tables has to be said at this level. */
export interface QueryLevel {
  tables: LevelTable[];
  /** All that has to be true of a row: the terms of `where` and of the conditions of joins. */
  terms: Node[];
  /** The names on both sides of each `join … using (project_id)`. */
  sharedProject: [left: string[], right: string[]][];
}

type Tree = { readonly [key: string]: unknown };

const LEVELS = ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt'];

/** The terms of a condition that have to be true together. */
function termsOf(condition: Node | undefined): Node[] {
  if (!condition) return [];
  if (!('BoolExpr' in condition) || condition.BoolExpr.boolop !== 'AND_EXPR') return [condition];
  return (condition.BoolExpr.args ?? []).flatMap(termsOf);
}

/** Adds what a from clause names; gives the names that it adds. */
function addSource(level: QueryLevel, ctes: ReadonlySet<string>, source: Node): string[] {
  if ('RangeVar' in source) return addTable(level, ctes, source.RangeVar);
  if ('JoinExpr' in source) {
    const { larg, rarg, quals, usingClause } = source.JoinExpr;
    const left = larg ? addSource(level, ctes, larg) : [];
    const right = rarg ? addSource(level, ctes, rarg) : [];
    level.terms.push(...termsOf(quals));
    const using = (usingClause ?? []).map((name) => ('String' in name ? name.String.sval : ''));
    if (using.includes('project_id')) level.sharedProject.push([left, right]);
    return [...left, ...right];
  }
  return [];
}

function addTable(level: QueryLevel, ctes: ReadonlySet<string>, { alias, relname = '' }: RangeVar): string[] {
  if (ctes.has(relname)) return [];
  const name = alias?.aliasname ?? relname;
  level.tables.push({ alias: name, table: relname });
  return [name];
}

function levelOf(kind: string, statement: SelectStmt & UpdateStmt, ctes: ReadonlySet<string>): QueryLevel {
  const level: QueryLevel = { tables: [], terms: [], sharedProject: [] };
  const { relation, fromClause = [], whereClause } = statement;
  const { usingClause = [] } = statement as { usingClause?: Node[] };
  if (relation && kind !== 'InsertStmt') addTable(level, ctes, relation);
  for (const source of [...fromClause, ...usingClause]) addSource(level, ctes, source);
  level.terms.push(...termsOf(whereClause));
  return level;
}

/** All levels of a statement, those of its common table expressions and subqueries included. */
export function levelsOf(
  tree: unknown,
  outer: ReadonlySet<string> = new Set(),
  found: QueryLevel[] = [],
): QueryLevel[] {
  if (Array.isArray(tree)) {
    for (const part of tree) levelsOf(part, outer, found);
  } else if (typeof tree === 'object' && tree !== null) {
    for (const [kind, part] of Object.entries(tree as Tree)) {
      // The two sides of a union are statements without the name of their kind.
      const isLevel = LEVELS.includes(kind) || kind === 'larg' || kind === 'rarg';
      if (!isLevel || !isStatement(kind, part)) levelsOf(part, outer, found);
      else {
        const ctes = new Set([...outer, ...namesOf(part.withClause)]);
        found.push(levelOf(kind, part, ctes));
        levelsOf(part, ctes, found);
      }
    }
  }
  return found;
}

function isStatement(kind: string, part: unknown): part is SelectStmt & UpdateStmt {
  if (typeof part !== 'object' || part === null) return false;
  return kind.endsWith('Stmt') || 'op' in part;
}

function namesOf(clause: WithClause | undefined): string[] {
  return (clause?.ctes ?? []).map((cte) =>
    'CommonTableExpr' in cte ? (cte.CommonTableExpr.ctename ?? '') : '',
  );
}
