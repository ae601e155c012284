import { type RawBuilder, sql } from 'kysely';

type ColumnType =
  | 'uuid'
  | 'text'
  | 'inet'
  | 'json'
  | 'jsonb'
  | 'boolean'
  | 'smallint'
  | 'int'
  | 'bigint'
  | 'numeric'
  | 'date'
  | 'timestamptz';

/** The columns of rows that a statement takes as a set, each with its type. */
export type Columns<Row> = { readonly [Name in keyof Row & string]-?: ColumnType };

/** Rows as the parameters of a statement: an array for each column costs PostgreSQL a good deal less to read than JSON. */
export interface Bulk<Row> {
  /** The names of the columns, as a list. */
  names: string;
  /** How many columns there are. */
  count: number;
  /** The rows as a table `r`, for a text whose parameters begin with this number. */
  table(first?: number): string;
  /** The values of those parameters. */
  values(rows: readonly Row[]): string[];
  /** The same table with its values, for a statement that kysely puts together. */
  rows(rows: readonly Row[]): RawBuilder<unknown>;
}

const SPECIAL = /["\\]/;

function textOf(value: unknown): string {
  if (typeof value !== 'object') return String(value);
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  const text = typeof value === 'string' ? value : textOf(value);
  return SPECIAL.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}

export function bulk<Row>(columns: Columns<Row>): Bulk<Row> {
  const entries = Object.entries(columns) as [keyof Row & string, ColumnType][];
  const names = entries.map(([name]) => name).join(', ');
  const values = (rows: readonly Row[]) =>
    entries.map(([name]) => {
      let list = '';
      for (const row of rows) list += `${list && ','}${element(row[name])}`;
      return `{${list}}`;
    });
  return {
    names,
    count: entries.length,
    values,
    table: (first = 1) =>
      `unnest(${entries.map(([, type], at) => `$${first + at}::${type}[]`).join(', ')}) as r (${names})`,
    rows(rows) {
      const arrays = values(rows).map((value, at) => sql`${value}::${sql.raw(entries[at]?.[1] ?? '')}[]`);
      return sql`unnest(${sql.join(arrays)}) as r (${sql.raw(names)})`;
    },
  };
}
