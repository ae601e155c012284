import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPerson, openSession } from '../access/session.ts';
import { newId } from '../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { applyLayout, layOutNewTables } from './apply-layout.ts';
import { describePlan } from './describe-plan.ts';
import { describeStatus } from './describe-status.ts';
import { hasCitus, isSettled, readLayout } from './layout.ts';

let database: TestDatabase;
let isCluster: boolean;
beforeAll(async () => {
  database = await createTestDatabase();
  isCluster = await hasCitus(database.pool);
});
afterAll(() => database.drop());

test('every table of the schema is in the plan, with what becomes of it', async () => {
  const layout = await readLayout(database.pool);
  const kinds = new Map(layout.map(({ name, planned }) => [name, planned]));
  expect([kinds.get('events'), kinds.get('projects')]).toEqual(['distributed', 'reference']);
  expect(layout.filter(({ now }) => now !== 'local')).toHaveLength(
    isCluster ? layout.filter(({ planned }) => planned !== 'local').length : 0,
  );
  const plan = (await describePlan(database.pool, { shards: 32, now: new Date() })).join('\n');
  expect(plan).toMatch(/Distributed by project, in shards on the nodes: \d+ tables/);
  for (const { name } of layout) expect(plan).toContain(`  ${name} `);
});

test('laying out again changes nothing, and one PostgreSQL says what it lacks', async () => {
  const options = { shards: 4, nodes: [], coordinator: '127.0.0.1:5432', now: new Date() };
  const applied = applyLayout(database.pool, options, () => {});
  if (isCluster) expect(await applied).toBe(0);
  else await expect(applied).rejects.toThrow('This PostgreSQL has no Citus');
});

test('a table that an earlier version had on every node comes back to the coordinator, with its rows', async ({
  skip,
}) => {
  if (!isCluster) skip();
  const now = new Date();
  const user = { id: newId(now), email: 'late@example.com', created_at: now, updated_at: now };
  await database.db.insertInto('users').values(user).execute();
  await sql`set citus.enable_local_reference_table_foreign_keys = off; select create_reference_table('sessions')`.execute(
    database.db,
  );
  const session = { userId: user.id, method: 'local', client: { ip: '', userAgent: null } } as const;
  const token = await openSession(database.db, now, session);
  const options = { shards: 4, nodes: [], coordinator: '127.0.0.1:5432', now: new Date() };
  expect(await applyLayout(database.pool, options, () => {})).toBe(1);
  expect((await readLayout(database.pool)).find(({ name }) => name === 'sessions')?.now).toBe('local');
  expect(await findPerson(database.db, now, token)).toMatchObject({ userId: user.id });
  const later = await openSession(database.db, now, session);
  expect(await findPerson(database.db, now, later)).toMatchObject({ userId: user.id });
});

test('a table that an upgrade brings is laid out with the migrations, where others are', async () => {
  const client = await database.pool.connect();
  if (isCluster) await client.query(`select undistribute_table('signature_days')`);
  expect(await layOutNewTables(client, () => {}).finally(() => client.release())).toBe(isCluster ? 1 : 0);
  const layout = await readLayout(database.pool);
  expect(layout.filter((table) => isCluster && !isSettled(table))).toEqual([]);
});

test('people who sign in at the same moment do not wait for each other on the nodes', async () => {
  const now = new Date();
  const users = Array.from({ length: 12 }, (_, n) => ({
    id: newId(now),
    email: `at-once-${n}@example.com`,
    created_at: now,
    updated_at: now,
  }));
  const client = { ip: '', userAgent: null };
  const signIn = async (user: (typeof users)[number]) => {
    await database.db.insertInto('users').values(user).execute();
    return await openSession(database.db, now, { userId: user.id, method: 'local', client });
  };
  const tokens = await Promise.all(users.map(signIn));
  const people = await Promise.all(tokens.map((token) => findPerson(database.db, now, token)));
  expect(people.map((person) => person?.userId)).toEqual(users.map(({ id }) => id));
});

test('the status names the nodes, or that there is one', async () => {
  const status = await describeStatus(database.pool);
  if (isCluster) expect(status.length).toBeGreaterThan(2);
  else expect(status).toEqual(['One PostgreSQL, not a cluster.']);
});
