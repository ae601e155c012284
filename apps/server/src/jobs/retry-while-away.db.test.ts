import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Connection, connect } from '../db/connection.ts';
import type { Kit } from '../platform/kit.ts';
import { startCuttableProxy } from '../testing/cuttable-proxy.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { until } from '../testing/until.ts';
import { enqueue } from './queue.ts';
import { type Job, job, startRunner } from './runner.ts';

let proxy: Awaited<ReturnType<typeof startCuttableProxy>>;
let server: TestServer;
let connection: Connection;
beforeEach(async () => {
  const { hostname, port } = new URL(inject('postgresUrl'));
  proxy = await startCuttableProxy({ host: hostname, port: Number(port) });
  server = await startTestServer();
  const url = server.databaseUrl.replace(/:\d+\//, `:${proxy.port}/`);
  connection = connect(url, { onIdleError: () => {} });
});
afterEach(async () => {
  proxy.restore();
  await connection.close();
  await server.stop();
  await proxy.stop();
});

const waitingJobs = async () => {
  const { rows } = await server.pool.query<{ count: number }>(
    `select count(*)::int as count from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'remove-expired'`,
  );
  return rows[0]?.count;
};

test('a job that ends while the database is away is ended when it is back, and the next ones are done', async () => {
  let begun = 0;
  let isHeld = true;
  const held: Job = job('remove-expired', async () => {
    begun += 1;
    await until(() => !isHeld);
  });
  const kit: Kit = { ...server.kit, db: connection.db };
  const runner = await startRunner(kit, connection.pool, [held]);
  await enqueue(server.db, 'remove-expired', {});
  await until(() => begun === 1);
  proxy.cut();
  isHeld = false;
  // More than there are workers that look for the next job.
  await until(() => proxy.refused() > 10);
  proxy.restore();
  await until(async () => (await waitingJobs()) === 0);
  await enqueue(server.db, 'remove-expired', {});
  await until(async () => begun === 2 && (await waitingJobs()) === 0);
  await runner.stop();
  expect(begun).toBe(2);
});
