import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../db/connection.ts';
import { createLog } from '../platform/log.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import type { Group } from './group.ts';
import { createGroupJobs } from './group-jobs.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.runJobs();
});
afterEach(() => server.pool.query('delete from graphile_worker._private_jobs'));
afterAll(() => server.stop());

/** Seconds until each waiting job runs. */
async function waits(): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`
    select round(extract(epoch from run_at - now()))::int as seconds from graphile_worker.jobs
    where task_identifier = 'issue-coupons'`.execute(server.db);
  return rows.map(({ seconds }) => seconds);
}

const payload = { project_id: randomUUID() };

/** Adds a job in a transaction, which ends as `end` says. */
async function addIn(isCluster: boolean, end: () => void): Promise<Group> {
  const group = { afterCommit: [] as Group['afterCommit'] } as Group;
  const addJob = createGroupJobs({ db: server.db, env: { isCluster }, log: createLog('silent') });
  await server.db
    .transaction()
    .execute(async (tx: Tx) => {
      await addJob(tx, group, 'issue-coupons', payload);
      end();
    })
    .catch(() => {});
  return group;
}
const fail = () => {
  throw new Error('not committed');
};

test('is part of the transaction where there is one database', async () => {
  await addIn(false, fail);
  expect(await waits()).toEqual([]);
  await addIn(false, () => {});
  expect(await waits()).toEqual([0]);
});

test('is there before the commit on a node of a cluster, and called forward after it', async () => {
  const group = await addIn(true, () => {});
  expect(await waits()).toEqual([60]);
  for (const work of group.afterCommit) await work();
  expect(await waits()).toEqual([0]);
});
