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

const sentByProduct = (dir: string) =>
  readRecorded(dir).flatMap(({ text, isOfTest }) => (isOfTest ? [] : [text]));

const renamed = (tables: readonly string[]) => new Map(tables.map((name) => [name, `${name}_102008`]));
const SHARD = { own: renamed(TABLES.distributed), everywhere: renamed(TABLES.reference) };
const nameOf = (table: string) => SHARD.own.get(table) ?? SHARD.everywhere.get(table) ?? table;

/** Whether a statement is the same on the shards of a project, but for the names of the tables. */
async function isSameOnShard(text: string, parsed: ReturnType<typeof parse>): Promise<boolean> {
  const { text: onShard } = renameTables(text, SHARD);
  // What every node has is changed on all of them.
  if (onShard === text) return true;
  const expected = tablesOf(await parsed).map(([table, name]) => [nameOf(table), name]);
  const found = tablesOf(await parse(onShard));
  return JSON.stringify(found) === JSON.stringify(expected);
}

async function distributedTables(): Promise<Set<string>> {
  const { rows } = await database.pool.query<{ viewname: string }>(
    `select viewname from pg_views where schemaname = 'public'`,
  );
  return new Set<string>([...TABLES.distributed, ...rows.map(({ viewname }) => viewname)]);
}

test.runIf(DIR)(
  'a cluster can route every statement of the product to the node of its project, where nothing changes but names of tables',
  { timeout: 300_000 },
  async () => {
    const distributed = await distributedTables();
    const texts = sentByProduct(DIR ?? '');
    expect(texts.length).toBeGreaterThan(FEWEST);
    const unrouted: string[] = [];
    const wrong: string[] = [];
    for (const text of texts) {
      // Once for both: to parse takes the most.
      const parsed = parse(text);
      const tables = await findUnrouted(text, distributed, parsed);
      if (tables.length > 0)
        unrouted.push(`${tables.join(', ')}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`);
      if (!(await isSameOnShard(text, parsed))) wrong.push(text);
    }
    expect({ unrouted, wrong }).toEqual({ unrouted: [], wrong: [] });
  },
);
