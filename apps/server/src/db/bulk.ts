import { type RawBuilder, sql } from 'kysely';

type ColumnType =
  | 'uuid'
  | 'text'
  | 'inet'
  | 'json'
  | 'jsonb'
  | 'json as text'
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

const quoted = (text: string) => (SPECIAL.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`);

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function element(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (value === null || value === undefined) return 'NULL';
  if (typeof value !== 'object') return String(value);
  return value instanceof Date ? value.toISOString() : quoted(JSON.stringify(value));
}

function arrayText<Row>(rows: readonly Row[], name: keyof Row): string {
  let list = '';
  let [last, text]: [unknown, string] = [undefined, ''];
  for (const row of rows) {
    const value = row[name];
    // What one request brought has one time: neighbours are often the same.
    if (value !== last || text === '') {
      last = value;
      text = element(value);
    }
    list += list === '' ? text : `,${text}`;
  }
  return `{${list}}`;
}

/** What is a text is JSON already. */
function jsonText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const isJson = (type: ColumnType) => type.startsWith('json');

/** U+001F, the separator of units, which no JSON has: in an array all of its quotes would have to be escaped. */
function jsonList<Row>(rows: readonly Row[], name: keyof Row): string {
  let list = '';
  for (const [n, row] of rows.entries()) list += n === 0 ? jsonText(row[name]) : `\x1f${jsonText(row[name])}`;
  return list;
}

/** An array of the type, of a parameter that was written so; JSON without anything is NULL. */
function arrayOf(type: ColumnType, parameter: string): string {
  if (!isJson(type)) return `${parameter}::${type}[]`;
  const texts = `string_to_array(${parameter}::text, E'\\x1f', '')`;
  return type === 'json as text' ? texts : `${texts}::${type}[]`;
}

export function bulk<Row>(columns: Columns<Row>): Bulk<Row> {
  const entries = Object.entries(columns) as [keyof Row & string, ColumnType][];
  const names = entries.map(([name]) => name).join(', ');
  const values = (rows: readonly Row[]) =>
    entries.map(([name, type]) => (isJson(type) ? jsonList(rows, name) : arrayText(rows, name)));
  return {
    names,
    count: entries.length,
    values,
    table: (first = 1) =>
      `unnest(${entries.map(([, type], at) => arrayOf(type, `$${first + at}`)).join(', ')}) as r (${names})`,
    rows(rows) {
      const given = values(rows);
      const arrays = entries.map(([, type], at) => {
        const [before = '', after = ''] = arrayOf(type, '?').split('?');
        return sql`${sql.raw(before)}${given[at]}${sql.raw(after)}`;
      });
      return sql`unnest(${sql.join(arrays)}) as r (${sql.raw(names)})`;
    },
  };
}
