import { expect, test } from 'vitest';
import { type Columns, namesOf, tableOf, valuesOf } from './columns.ts';

interface Row {
  id: string;
  text: string | null;
  data: Record<string, string> | null;
  told?: boolean;
}
const COLUMNS: Columns<Row> = [
  ['id', 'uuid'],
  ['text', 'text'],
  ['data', 'jsonb'],
  ['told', 'boolean'],
];

test('each column is an array of its type', () => {
  expect(namesOf(COLUMNS)).toBe('id, text, data, told');
  expect(tableOf(COLUMNS)).toBe(
    'unnest($1::uuid[], $2::text[], $3::jsonb[], $4::boolean[]) as r(id, text, data, told)',
  );
});

test('nothing is NULL, and what reads like it, or like the end of a value, is a value', () => {
  const rows: Row[] = [
    { id: '1', text: null, data: null },
    { id: '2', text: 'NULL', data: { a: 'b"c\\' }, told: true },
    { id: '3', text: '', data: null, told: false },
    { id: '4', text: '",{}\\', data: null },
  ];
  expect(valuesOf(COLUMNS, rows)).toEqual([
    '{"1","2","3","4"}',
    '{NULL,"NULL","","\\",{}\\\\"}',
    '{NULL,"{\\"a\\":\\"b\\\\\\"c\\\\\\\\\\"}",NULL,NULL}',
    '{NULL,"true","false",NULL}',
  ]);
});
