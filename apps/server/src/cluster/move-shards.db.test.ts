import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../db/connection.ts';
import { buildProject } from '../testing/build.ts';
import { buildDevice, projectToken } from '../testing/device.ts';
import { unsoundBooks } from '../testing/sound-books.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const isCluster = process.env.TEST_POSTGRES === 'cluster';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const PLACEMENT = `
  select p.shardid, n.nodename, n.nodeport from pg_dist_placement p join pg_dist_node n using (groupid)
  where p.shardid = get_shard_id_for_distribution_column('events', $1::uuid)`;
const OTHER = 'select nodename, nodeport from pg_dist_node where shouldhaveshards and nodeport <> $1';
const MOVE = `select citus_move_shard_placement($1::bigint, $2, $3::int, $4, $5::int, 'force_logical')`;

/** The shard of a project, and all that lies beside it, to the other node. */
async function moveProject(projectId: string): Promise<void> {
  const { rows: placements } = await server.pool.query(PLACEMENT, [projectId]);
  const [{ shardid, nodename, nodeport }] = placements;
  const { rows: others } = await server.pool.query(OTHER, [nodeport]);
  const [other] = others;
  await server.pool.query(MOVE, [shardid, nodename, nodeport, other.nodename, other.nodeport]);
}

test.runIf(isCluster)('a shard moves beside a long report, and events do not wait for it', async () => {
  const { owner, projectId } = await buildProject(server);
  const phone = buildDevice(server, await projectToken(owner, projectId));
  await phone.init();
  await phone.event('before', { event_id: 'before' });
  const { db } = await server.connection.of(projectId);
  const names = async (of: Db) => {
    const events = of.selectFrom('events').select('name').where('project_id', '=', projectId);
    return (await events.where('name', 'in', ['before', 'after']).orderBy('name').execute()).map(
      ({ name }) => name,
    );
  };
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (report) => {
      expect(await names(report)).toEqual(['before']);
      await moveProject(projectId);
      expect((await phone.event('after', { event_id: 'after' })).status).toBe(200);
      expect(await names(report)).toEqual(['before']);
    });
  // What begins now begins where the shard is.
  const seen = await db.transaction().setAccessMode('read only').execute(names);
  expect(seen).toEqual(['after', 'before']);
});

test.runIf(isCluster)('shards move while events arrive, and none is refused or lost', async () => {
  const { owner, projectId } = await buildProject(server);
  const phone = buildDevice(server, await projectToken(owner, projectId));
  await phone.init();
  let isMoving = true;
  const statuses: number[] = [];
  const send = async (sender: number) => {
    for (let n = 0; isMoving; n += 1) {
      statuses.push((await phone.event('moved', { event_id: `${sender}-${n}` })).status);
    }
  };
  const moving = moveProject(projectId)
    .then(() => moveProject(projectId))
    .finally(() => {
      isMoving = false;
    });
  await Promise.all([moving, ...[1, 2, 3, 4].map(send)]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(statuses.length).toBeGreaterThan(10);
  const { rows } = await server.pool.query(
    `select count(*) as count from events where project_id = $1 and name = 'moved'`,
    [projectId],
  );
  expect(rows).toEqual([{ count: statuses.length }]);
  expect(await unsoundBooks(server, projectId)).toEqual([]);
});
