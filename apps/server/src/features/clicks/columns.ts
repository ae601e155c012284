/** The columns of a table that rows are put into, each with its type, in the order of the statement's parameters. */
export type Columns<Row> = readonly (readonly [name: keyof Row & string, type: string])[];

export const namesOf = <Row>(columns: Columns<Row>) => columns.map(([name]) => name).join(', ');

/** The rows as a table: an array for each column costs PostgreSQL a good deal less to read than JSON. */
export const tableOf = <Row>(columns: Columns<Row>) =>
  `unnest(${columns.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ')}) as r(${namesOf(columns)})`;

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.includes('"') || text.includes('\\') ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}

/** The values of that statement, each of them an array as text. */
export function valuesOf<Row>(columns: Columns<Row>, rows: readonly Row[]): string[] {
  return columns.map(([name]) => {
    let list = '';
    for (const row of rows) list += `${list && ','}${element(row[name])}`;
    return `{${list}}`;
  });
}
