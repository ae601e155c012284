import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkoutRoot } from '../platform/package-root.ts';
import { createTestDatabase } from '../testing/database.ts';
import { TABLES } from './tables.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const distributed: readonly string[] = TABLES.distributed;
const reference: readonly string[] = TABLES.reference;
const local: readonly string[] = TABLES.local;

async function rowsOf<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(database.db)).rows;
}

interface Column {
  table: string;
  name: string;
  type: string;
  is_required: boolean;
  identity: string;
  default_text: string | null;
}

const columns = () =>
  rowsOf(sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as is_required, a.attidentity as identity, pg_get_expr(d.adbin, d.adrelid) as default_text
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`);

interface UniqueIndex {
  table: string;
  name: string;
  columns: string[];
}

const uniqueIndexes = () =>
  rowsOf(sql<UniqueIndex>`
    select t.relname as table, i.relname as name,
      (select array_agg(a.attname::text) from pg_attribute a
        where a.attrelid = t.oid and a.attnum = any (x.indkey)) as columns
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'public'::regnamespace and x.indisunique`);

interface ForeignKey {
  name: string;
  from: string;
  to: string;
  columns: string[];
  on_delete: string;
  on_update: string;
}

const foreignKeys = () =>
  rowsOf(sql<ForeignKey>`
    select k.conname as name, f.relname as "from", t.relname as "to",
      (select array_agg(a.attname::text) from pg_attribute a
        where a.attrelid = f.oid and a.attnum = any (k.conkey)) as columns,
      k.confdeltype as on_delete, k.confupdtype as on_update
    from pg_constraint k
    join pg_class f on f.oid = k.conrelid
    join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relnamespace = 'public'::regnamespace`);

describe('the tables are ready for a cluster', () => {
  test('views are queries only, of tables that are distributed', async () => {
    const views = await rowsOf(sql<{ view: string; tables: string[] }>`
      select r.ev_class::regclass::text as view,
        array_agg(distinct t.relname::text order by t.relname::text) as tables
      from pg_rewrite r join pg_depend d on d.objid = r.oid and d.classid = 'pg_rewrite'::regclass
      join pg_class v on v.oid = r.ev_class and v.relnamespace = 'public'::regnamespace
      join pg_class t on t.oid = d.refobjid and t.relkind in ('r', 'p')
      group by 1 order by 1`);
    expect(views.map(({ view }) => view)).toEqual([
      'decisions_in_force',
      'decisions_with_rules',
      'rollup_deltas',
      'uncounted_click_days',
    ]);
    for (const { tables } of views) expect(distributed).toEqual(expect.arrayContaining(tables));
  });

  test('every table is in the list of layouts, and the list has only tables that exist', async () => {
    const tables = await rowsOf(sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'f', 'm')
        and not relispartition`);
    const named = [...distributed, ...reference, ...local];
    expect(tables.map((table) => table.name).sort()).toEqual([...named].sort());
    expect(new Set(named).size).toBe(named.length);
  });

  test.each(distributed)('%s belongs to a project in every row', async (table) => {
    const column = (await columns()).find((one) => one.table === table && one.name === 'project_id');
    expect(column).toMatchObject({ type: 'uuid', is_required: true, default_text: null });
  });

  test.each(distributed)('%s has a primary key, and project_id in every unique index', async (table) => {
    const indexes = (await uniqueIndexes()).filter((one) => one.table === table);
    expect(indexes.length).toBeGreaterThan(0);
    for (const index of indexes) expect(index.columns, index.name).toContain('project_id');
    const keys = await rowsOf(sql<{ count: number }>`
      select count(*) from pg_constraint where contype = 'p' and conrelid = ${`public.${table}`}::regclass`);
    expect(keys[0]?.count).toBe(1);
  });

  test('every key that leads from one distributed table to another goes by project_id', async () => {
    for (const key of await foreignKeys()) {
      if (!distributed.includes(key.from)) continue;
      expect(key.columns, key.name).toContain('project_id');
    }
  });

  test('no other table leads to a distributed one', async () => {
    const bad = (await foreignKeys()).filter(
      (key) => !distributed.includes(key.from) && distributed.includes(key.to),
    );
    expect(bad).toEqual([]);
  });

  test('no foreign key sets anything to null or a default', async () => {
    const keys = await foreignKeys();
    expect(keys.length).toBeGreaterThan(5);
    const bad = keys.filter((key) => /[nd]/.test(key.on_delete + key.on_update));
    expect(bad).toEqual([]);
  });

  test('every foreign key is served by an index of its own table', async () => {
    const indexed = await rowsOf(sql<{ table: string; first: string }>`
      select t.relname as table, a.attname as first from pg_index x
      join pg_class t on t.oid = x.indrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
      where t.relnamespace = 'public'::regnamespace`);
    for (const key of (await foreignKeys()).filter((one) => one.on_delete === 'c')) {
      // Whom somebody invited or made a key for is looked up so rarely that a scan will do.
      if (key.columns.includes('invited_by') || key.columns.includes('created_by')) continue;
      const hasIndex = indexed.some((one) => one.table === key.from && key.columns.includes(one.first));
      expect(hasIndex, key.name).toBe(true);
    }
  });

  test('no ids are serial', async () => {
    const counted = (await columns()).filter(
      (column) => column.identity !== '' || column.default_text?.includes('nextval'),
    );
    expect(counted).toEqual([]);
    const sequences = await rowsOf(sql`
      select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`);
    expect(sequences).toEqual([]);
  });

  test('there are no triggers, rules or functions of our own', async () => {
    const triggers = await rowsOf(sql`
      select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not tgisinternal and c.relnamespace = 'public'::regnamespace`);
    const rules = await rowsOf(sql`select rulename from pg_rules where schemaname = 'public'`);
    const functions = await rowsOf(sql`
      select proname from pg_proc where pronamespace = 'public'::regnamespace`);
    expect([triggers, rules, functions]).toEqual([[], [], []]);
  });

  test('no table is unlogged, temporary or inherits from another', async () => {
    const bad = await rowsOf(sql`
      select relname from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relpersistence <> 'p'`);
    const inherited = await rowsOf(sql`
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where c.relnamespace = 'public'::regnamespace and not c.relispartition`);
    expect([bad, inherited]).toEqual([[], []]);
  });

  test('instants know their zone and money is exact', async () => {
    const bad = (await columns()).filter((column) =>
      ['timestamp without time zone', 'time without time zone', 'money', 'real', 'double precision'].includes(
        column.type,
      ),
    );
    expect(bad).toEqual([]);
  });
});

/** As `npm run generate` calls it. */
function codegen(...options: string[]) {
  return promisify(execFile)(
    process.execPath,
    [
      join(checkoutRoot, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      ...['--dialect', 'postgres', '--date-parser', 'string', '--type-mapping', '{"int8":"number"}'],
      ...['--default-schema', 'public', '--exclude-pattern', 'graphile_worker.*'],
      ...['--url', database.url, ...options],
    ],
    { cwd: checkoutRoot },
  );
}

describe('the types of the tables', () => {
  test('are those of the database', async () => {
    await codegen('--out-file', 'apps/server/src/db/schema.ts', '--verify');
  });

  test('would not pass for those of another database', async () => {
    await database.pool.query('alter table users add column forgotten text');
    const checked = codegen('--out-file', 'apps/server/src/db/schema.ts', '--verify');
    await expect(checked).rejects.toMatchObject({ code: 1 });
    await database.pool.query('alter table users drop column forgotten');
  });
});
