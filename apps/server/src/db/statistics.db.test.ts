import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, later } from '../platform/clock.ts';
import { rebuildRollups } from '../rollups/rebuild.ts';
import { buildCampaign, buildProject } from '../testing/build.ts';
import { buildServerKey } from '../testing/server-key.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // Only explicit ANALYZE runs count here.
  for (const table of ['installs', 'rollup_cube']) {
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(server.db);
  }
});
afterAll(() => server.stop());

/** Partitions about which the planner knows nothing. */
async function unknownPartitions(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('clicks'::regclass, 'events'::regclass) and c.reltuples < 0 order by 1`.execute(
    server.db,
  );
  return rows.map(({ name }) => name);
}

async function knownTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct tablename as name from pg_stats
    where (tablename = 'events' and inherited) or tablename in ('installs', 'rollup_cube')
    order by 1`.execute(server.db);
  return rows.map(({ name }) => name);
}

async function jobsWaiting(): Promise<Date[]> {
  const { rows } = await sql<{ run_at: Date }>`
    select run_at from graphile_worker.jobs where task_identifier = 'refresh-statistics'`.execute(server.db);
  return rows.map(({ run_at }) => run_at);
}

test('the planner learns what was imported, some time after the first request and once for all', async () => {
  const { owner, projectId } = await buildProject(server);
  const { display_id } = await buildCampaign(owner, projectId);
  const key = await buildServerKey(server, owner, projectId);
  const load = async (day: number) => {
    const at = later(server.clock.now(), -day * DAY_MS).toISOString();
    const who = { install_instance_id: `i${day}` };
    const answer = await key.post('/project/import', {
      clicks: [{ display_id, clicked_at: at }],
      installs: [{ ...who, installed_at: at }],
      events: [{ ...who, event_name: 'visit', occurred_at: at }],
    });
    expect(answer.status).toBe(200);
  };
  await load(40);
  const planned = await jobsWaiting();
  for (const day of [41, 300, 301, 700]) await load(day);
  expect(await jobsWaiting()).toEqual(planned);
  expect(planned).toHaveLength(1);
  expect(await unknownPartitions()).not.toEqual([]);
  expect(await knownTables()).toEqual([]);

  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(server.db);
  await server.runJobs();
  expect(await jobsWaiting()).toEqual([]);
  expect(await unknownPartitions()).toEqual([]);
  expect(await knownTables()).toEqual(['events', 'installs']);

  await rebuildRollups(server.db, projectId);
  expect(await knownTables()).toEqual(['events', 'installs', 'rollup_cube']);

  // A new partition is looked at alone: the rest is known well enough.
  await load(900);
  await rebuildRollups(server.db, projectId);
  expect(await unknownPartitions()).toEqual([]);
});
