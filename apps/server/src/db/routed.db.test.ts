import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUnrouted } from '../testing/cluster/find-unrouted.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { readRecorded } from '../testing/recorded-statements.ts';
import { TABLES } from './tables.ts';

/** Where the run of all other tests left what was sent. */
const DIR = process.env.STATEMENTS;
const FEWEST = 500;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.runIf(DIR)('a cluster can route every statement of the product to the node of its project', async () => {
  const { rows } = await database.pool.query<{ viewname: string }>(
    `select viewname from pg_views where schemaname = 'public'`,
  );
  const distributed = new Set<string>([...TABLES.distributed, ...rows.map(({ viewname }) => viewname)]);
  const texts = readRecorded(DIR ?? '').flatMap(({ text, isOfTest }) => (isOfTest ? [] : [text]));
  expect(texts.length).toBeGreaterThan(FEWEST);
  const unrouted: string[] = [];
  for (const text of texts) {
    const tables = await findUnrouted(text, distributed);
    if (tables.length > 0) unrouted.push(`${tables.join(', ')}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`);
  }
  expect(unrouted).toEqual([]);
});
