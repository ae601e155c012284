import pg from 'pg';
import { expect, test } from 'vitest';
import { readInstant } from './read-instant.ts';

const read = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date | number;

test.each([
  '2026-11-18 20:00:00+00',
  '2026-11-18 20:00:00.1+00',
  '2026-11-18 20:00:00.12+00',
  '2026-11-18 23:59:59.999+00',
  '2026-02-28 20:00:00.123456+00',
  '2024-02-29 00:00:00.000001+00',
  '1969-12-31 23:59:59.999999+00',
  '2026-11-18 20:00:00.123+05:30',
  '2026-11-18 20:00:00-08',
  '0099-01-01 00:00:00+00',
  '0044-03-15 00:00:00+00 BC',
  '12026-11-18 20:00:00+00',
  'infinity',
  '-infinity',
])('%s is the same instant as the library reads', (text) => {
  expect(readInstant(text)).toEqual(read(text));
});
