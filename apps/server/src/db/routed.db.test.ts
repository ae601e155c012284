import { parse } from 'libpg-query';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUnrouted } from '../testing/cluster/find-unrouted.ts';
import { tablesOf } from '../testing/cluster/tables-of.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { readRecorded } from '../testing/recorded-statements.ts';
import { renameTables } from './shard-names.ts';
import { TABLES } from './tables.ts';

/** Where the run of all other tests left what was sent. */
const DIR = process.env.STATEMENTS;
const FEWEST = 500;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const sentByProduct = (dir: string) => readRecorded(dir).filter(({ isOfTest }) => !isOfTest);

test.runIf(DIR)('a cluster can route every statement of the product to the node of its project', async () => {
  const { rows } = await database.pool.query<{ viewname: string }>(
    `select viewname from pg_views where schemaname = 'public'`,
  );
  const distributed = new Set<string>([...TABLES.distributed, ...rows.map(({ viewname }) => viewname)]);
  const statements = sentByProduct(DIR ?? '');
  expect(statements.length).toBeGreaterThan(FEWEST);
  const unrouted: string[] = [];
  for (const { text, sameAs } of statements) {
    const tables = await findUnrouted(text, distributed, sameAs);
    if (tables.length > 0) unrouted.push(`${tables.join(', ')}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`);
  }
  expect(unrouted).toEqual([]);
});

const renamed = (tables: readonly string[]) => new Map(tables.map((name) => [name, `${name}_102008`]));

test.runIf(DIR)(
  'on the node of its project, a statement names the tables of the shard, and nothing else changes',
  async () => {
    const shard = { own: renamed(TABLES.distributed), everywhere: renamed(TABLES.reference) };
    const nameOf = (table: string) => shard.own.get(table) ?? shard.everywhere.get(table) ?? table;
    const wrong: string[] = [];
    for (const { text } of sentByProduct(DIR ?? '')) {
      const { text: onShard } = renameTables(text, shard);
      // What every node has is changed on all of them.
      if (onShard === text) continue;
      // A table that is locked cannot have a name of its own in the statement.
      const isLock = /^\s*lock\b/i.test(text);
      const expected = [...tablesOf(await parse(text))].map(([table, name]) => [
        nameOf(table),
        isLock ? nameOf(table) : name,
      ]);
      const found = [...tablesOf(await parse(onShard))];
      if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push(onShard);
    }
    expect(wrong).toEqual([]);
  },
);
