import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { expect, test } from 'vitest';
import { bulk } from './bulk.ts';

interface Row {
  id: string;
  text: string | null;
  data: Record<string, string> | null;
  at?: Date;
  is_known?: boolean;
}
const ROWS = bulk<Row>({ id: 'uuid', text: 'text', data: 'jsonb', at: 'timestamptz', is_known: 'boolean' });

test('each column is an array of its type', () => {
  expect(ROWS.names).toBe('id, text, data, at, is_known');
  expect(ROWS.table(3)).toBe(
    "unnest($3::uuid[], $4::text[], string_to_array($5::text, E'\\x1f', '')::jsonb[], $6::timestamptz[], $7::boolean[]) as r (id, text, data, at, is_known)",
  );
});

test('nothing is NULL, and what reads like it, or like the end of a value, is a value', () => {
  const rows: Row[] = [
    { id: '1', text: null, data: null, at: new Date('2026-03-10T10:00:00Z') },
    { id: '2', text: 'NULL', data: { a: 'b"c\\' }, is_known: true },
    { id: '3', text: '', data: null, is_known: false },
    { id: '4', text: '",{}\\', data: null },
  ];
  expect(ROWS.values(rows)).toEqual([
    '{"1","2","3","4"}',
    '{NULL,"NULL","","\\",{}\\\\"}',
    '\x1f{"a":"b\\"c\\\\"}\x1f\x1f',
    '{2026-03-10T10:00:00.000Z,NULL,NULL,NULL}',
    '{NULL,true,false,NULL}',
  ]);
});

test('JSON that stays a text is as it was written', () => {
  const table = bulk<{ raw: string }>({ raw: 'json as text' });
  expect(table.table()).toBe("unnest(string_to_array($1::text, E'\\x1f', '')) as r (raw)");
  const [written, other] = ['{\n  "a": "\\u001f"\r\n}', '{}'];
  expect(table.values([{ raw: written }, { raw: other }])).toEqual([`${written}\x1f${other}`]);
});

test('a statement of kysely takes the arrays as its values', () => {
  const db = new Kysely<object>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const table = bulk<Pick<Row, 'id' | 'text'>>({ id: 'uuid', text: 'text' });
  const { sql: text, parameters } =
    sql`select ${7}::int from ${table.rows([{ id: '1', text: 'a' }])}`.compile(db);
  expect(text).toBe('select $1::int from unnest($2::uuid[], $3::text[]) as r (id, text)');
  expect(parameters).toEqual([7, '{"1"}', '{"a"}']);
});
