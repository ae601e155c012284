import type { InsertStmt, MergeStmt, Node, RangeVar, SelectStmt, UpdateStmt, WithClause } from '@pgsql/types';

/** A table of a level, by the name that the level gives it. */
export interface LevelTable {
  alias: string;
  table: string;
}

/** What has to be true of a row; in the condition of an outer join, only of the rows of some tables. */
export interface LevelTerm {
  condition: Node;
  /** The tables that it restricts: all for null. */
  restricts: readonly string[] | null;
}

/** A `join … using (project_id)`: which side restricts the other. */
export interface SharedProject {
  left: string[];
  right: string[];
  joinType: string | undefined;
}

/** One select, update, delete or merge: what restricts its tables has to be said at this level. */
export interface QueryLevel {
  tables: LevelTable[];
  /** The terms of `where` and of the conditions of joins. */
  terms: LevelTerm[];
  sharedProject: SharedProject[];
}

type Tree = { readonly [key: string]: unknown };
type Statement = SelectStmt & UpdateStmt & MergeStmt & InsertStmt;

const LEVELS = ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt', 'MergeStmt'];

/** The terms of a condition that have to be true together. */
function termsOf(condition: Node | undefined): Node[] {
  if (!condition) return [];
  if (!('BoolExpr' in condition) || condition.BoolExpr.boolop !== 'AND_EXPR') return [condition];
  return (condition.BoolExpr.args ?? []).flatMap(termsOf);
}

/** Rows of the other side come from an outer join whatever its condition says. */
function restrictedBy(joinType: string | undefined, left: string[], right: string[]): string[] | null {
  if (joinType === 'JOIN_LEFT') return right;
  if (joinType === 'JOIN_RIGHT') return left;
  return joinType === 'JOIN_FULL' ? [] : null;
}

/** Adds what a from clause names; gives the names that it adds. */
function addSource(level: QueryLevel, ctes: ReadonlySet<string>, source: Node): string[] {
  if ('RangeVar' in source) return addTable(level, ctes, source.RangeVar);
  if ('JoinExpr' in source) {
    const { larg, rarg, quals, usingClause, jointype } = source.JoinExpr;
    const left = larg ? addSource(level, ctes, larg) : [];
    const right = rarg ? addSource(level, ctes, rarg) : [];
    const restricts = restrictedBy(jointype, left, right);
    level.terms.push(...termsOf(quals).map((condition) => ({ condition, restricts })));
    const using = (usingClause ?? []).map((name) => ('String' in name ? name.String.sval : ''));
    if (using.includes('project_id')) level.sharedProject.push({ left, right, joinType: jointype });
    return [...left, ...right];
  }
  return [];
}

function addTable(
  level: QueryLevel,
  ctes: ReadonlySet<string>,
  { alias, relname = '', schemaname }: RangeVar,
): string[] {
  if (ctes.has(relname) || (schemaname && schemaname !== 'public')) return [];
  const name = alias?.aliasname ?? relname;
  level.tables.push({ alias: name, table: relname });
  return [name];
}

function levelOf(kind: string, statement: Statement, ctes: ReadonlySet<string>): QueryLevel {
  const level: QueryLevel = { tables: [], terms: [], sharedProject: [] };
  const { relation, fromClause = [], whereClause, sourceRelation, joinCondition } = statement;
  const { usingClause = [] } = statement as { usingClause?: Node[] };
  if (relation && kind !== 'InsertStmt') addTable(level, ctes, relation);
  const sources = sourceRelation ? [sourceRelation] : [];
  for (const source of [...fromClause, ...usingClause, ...sources]) addSource(level, ctes, source);
  const conditions = [...termsOf(whereClause), ...termsOf(joinCondition)];
  level.terms.push(...conditions.map((condition) => ({ condition, restricts: null })));
  return level;
}

/** All levels of a statement, those of its common table expressions and subqueries included. */
export function* levelsOf(tree: unknown, outer: ReadonlySet<string> = new Set()): Generator<QueryLevel> {
  for (const { kind, statement, ctes } of statementsIn(tree, outer)) yield levelOf(kind, statement, ctes);
}

/** A statement or a part of one that reads or writes tables, with the common table expressions that it knows. */
export interface StatementPart {
  kind: string;
  statement: Statement;
  ctes: ReadonlySet<string>;
}

export function* statementsIn(
  tree: unknown,
  outer: ReadonlySet<string> = new Set(),
): Generator<StatementPart> {
  if (Array.isArray(tree)) {
    for (const part of tree) yield* statementsIn(part, outer);
  } else if (typeof tree === 'object' && tree !== null) {
    for (const [kind, part] of Object.entries(tree as Tree)) {
      // The two sides of a union are statements without the name of their kind.
      const isLevel = LEVELS.includes(kind) || kind === 'larg' || kind === 'rarg';
      if (!isLevel || !isStatement(kind, part)) yield* statementsIn(part, outer);
      else {
        const ctes = new Set([...outer, ...namesOf(part.withClause)]);
        yield { kind, statement: part, ctes };
        yield* statementsIn(part, ctes);
      }
    }
  }
}

function isStatement(kind: string, part: unknown): part is Statement {
  if (typeof part !== 'object' || part === null) return false;
  return kind.endsWith('Stmt') || 'op' in part;
}

function namesOf(clause: WithClause | undefined): string[] {
  return (clause?.ctes ?? []).map((cte) =>
    'CommonTableExpr' in cte ? (cte.CommonTableExpr.ctename ?? '') : '',
  );
}
