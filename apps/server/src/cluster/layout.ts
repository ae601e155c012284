import type pg from 'pg';
import { TABLES } from '../db/tables.ts';

export type TableKind = 'distributed' | 'reference' | 'local';

/** A table of the schema: how it is to be laid out, and how it is now. */
export interface TableLayout {
  name: string;
  planned: TableKind;
  now: TableKind;
  partitions: number;
  bytes: number;
  /** Tables that its foreign keys name. */
  parents: string[];
}

/** Whether the database has the Citus extension. */
export async function hasCitus(client: pg.Pool | pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select from pg_extension where extname = 'citus'`);
  return rows.length > 0;
}

interface Row {
  name: string;
  partitions: number;
  bytes: number;
  parents: string[];
}

/** Sizes are of this node: what is distributed already lies on others, and has its own function. */
const TABLES_HERE = `
  select c.relname as name,
    (select count(*) from pg_inherits i where i.inhparent = c.oid)::int as partitions,
    (pg_total_relation_size(c.oid) + coalesce((select sum(pg_total_relation_size(i.inhrelid))
      from pg_inherits i where i.inhparent = c.oid), 0))::bigint as bytes,
    array(select distinct p.relname::text from pg_constraint k join pg_class p on p.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as parents
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname`;

/** Without the sizes on nodes that are lost. */
const LAID_OUT = `
  select table_name::text as name, citus_table_type as kind,
    citus_total_relation_size(table_name, fail_on_error => false)::bigint as bytes
  from citus_tables where citus_table_type in ('distributed', 'reference')`;

async function readLaidOut(client: pg.Pool | pg.ClientBase) {
  if (!(await hasCitus(client))) return new Map<string, { kind: TableKind; bytes: number }>();
  const { rows } = await client.query<{ name: string; kind: TableKind; bytes: number }>(LAID_OUT);
  return new Map(rows.map(({ name, ...rest }) => [name, rest]));
}

const PLANNED = new Map<string, TableKind>([
  ...TABLES.distributed.map((name) => [name, 'distributed'] as const),
  ...TABLES.reference.map((name) => [name, 'reference'] as const),
]);

export const planOf = (name: string): TableKind => PLANNED.get(name) ?? 'local';

/** Of a table that only the coordinator has: a key that every node would be asked about, in turn with all others. */
const isHeldByNodes = ({ planned, parents }: TableLayout): boolean =>
  planned === 'local' && parents.some((parent) => planOf(parent) === 'reference');

/** Whether a table lies as it is planned. */
export const isSettled = (table: TableLayout): boolean =>
  table.planned === table.now && !isHeldByNodes(table);

/** Every table of the schema, parents before the tables that name them. */
export async function readLayout(client: pg.Pool | pg.ClientBase): Promise<TableLayout[]> {
  const laidOut = await readLaidOut(client);
  const { rows } = await client.query<Row>(TABLES_HERE);
  const tables = rows.map((row): TableLayout => {
    const there = laidOut.get(row.name);
    return {
      ...row,
      planned: planOf(row.name),
      now: there?.kind ?? 'local',
      bytes: there?.bytes ?? row.bytes,
    };
  });
  return parentsFirst(tables);
}

/** In an order in which no table comes before one that its foreign keys name. */
export function parentsFirst<Table extends { name: string; parents: string[] }>(tables: Table[]): Table[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<Table>();
  const add = (table: Table, above: readonly string[]) => {
    if (ordered.has(table)) return;
    if (above.includes(table.name)) throw new Error(`The foreign keys of ${table.name} lead back to it.`);
    for (const parent of table.parents) {
      const found = byName.get(parent);
      if (found) add(found, [...above, table.name]);
    }
    ordered.add(table);
  };
  for (const table of tables) add(table, []);
  return [...ordered];
}
