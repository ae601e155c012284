import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { MOST_REPEATED } from './bounded-client.ts';
import { type Connection, connect } from './connection.ts';
import { runRepeated } from './run-prepared.ts';

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  // What is prepared belongs to a connection.
  connection = connect(database.url, { onIdleError: () => {}, max: 1 });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const query = (name: string) => sql<{ name: string }>`select ${sql.lit(name)} as name`;

async function use(name: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    expect(await runRepeated(connection.db, query(name))).toEqual([{ name }]);
  }
}

/** Of the texts above, those that the connection has prepared. */
async function preparedNames(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where name like 'r\\_%'`.execute(connection.db);
  return rows.map(({ statement }) => statement.split("'")[1] ?? '');
}

test('what follows a query is prepared at its third use, and what was used longest ago makes room', async () => {
  await use('twice', 2);
  expect(await preparedNames()).toEqual([]);
  for (let n = 0; n < MOST_REPEATED; n += 1) await use(`text ${n}`, 3);
  expect(await preparedNames()).toHaveLength(MOST_REPEATED);
  await use('text 0', 1);
  await use('one more', 3);
  const kept = await preparedNames();
  expect(kept).toHaveLength(MOST_REPEATED);
  expect(kept).toEqual(expect.arrayContaining(['text 0', 'text 2', 'one more']));
  expect(kept).not.toContain('text 1');
  await use('text 1', 1);
  expect(await preparedNames()).toContain('text 1');
});

test('a transaction that has failed makes no room, and leaves all that is prepared as it was', async () => {
  for (let n = 0; n < MOST_REPEATED; n += 1) await use(`text ${n}`, 3);
  await use('in vain', 2);
  const failed = connection.db.transaction().execute(async (tx) => {
    await sql`select 1 / 0`.execute(tx).catch(() => {});
    await runRepeated(tx, query('in vain'));
  });
  await expect(failed).rejects.toMatchObject({ code: '25P02' });
  expect(await preparedNames()).toHaveLength(MOST_REPEATED);
  for (let n = 0; n < MOST_REPEATED; n += 1) await use(`text ${n}`, 1);
  await use('in vain', 1);
  expect(await preparedNames()).toHaveLength(MOST_REPEATED);
});
