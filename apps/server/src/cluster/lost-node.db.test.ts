import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCampaign } from '@trailmark/contract/campaigns';
import { getProjectToken } from '@trailmark/contract/keys';
import { createProject } from '@trailmark/contract/projects';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connectNodes, nodeUrl } from '../db/connect-nodes.ts';
import { connect } from '../db/connection.ts';
import { findDueAlerts } from '../features/alerts/find-due-alerts.ts';
import { applyRetention } from '../features/retention/apply-retention.ts';
import { removeExpired } from '../features/retention/remove-expired.ts';
import { systemClock } from '../platform/clock.ts';
import type { Kit } from '../platform/kit.ts';
import { createLog } from '../platform/log.ts';
import { foldDeltas } from '../rollups/fold.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createFirstProject } from '../testing/first-project.ts';
import { type Program, STARTERS, type Starter, startProgram } from '../testing/program.ts';
import { expectStoredOnce, type FaultClient, startFaultClient } from '../testing/start-fault-client.ts';
import { until } from '../testing/until.ts';
import { describeStatus } from './describe-status.ts';

/** Stops a node of the cluster for a while: `npm run test:cluster` runs it after all others, by itself. */
const isCluster = process.env.TEST_POSTGRES === 'cluster' && process.env.LOSE_NODE === 'true';
const LOST_SECONDS = 40;

const dir = mkdtempSync(join(tmpdir(), 'trailmark-lost-node-'));
let database: TestDatabase;
let program: Program | undefined;
const clients: FaultClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const client of clients) client.process.kill('SIGKILL');
  program?.process.kill('SIGKILL');
  await program?.ended;
  await database.drop();
  rmSync(dir, { recursive: true, force: true });
});

const NODE = `
  select n.nodename || ':' || n.nodeport as node from pg_dist_placement p join pg_dist_node n using (groupid)
  where p.shardid = get_shard_id_for_distribution_column('events', $1::uuid)`;

async function nodeOf(projectId: string): Promise<string> {
  const { rows } = await database.pool.query<{ node: string }>(NODE, [projectId]);
  return rows[0]?.node ?? '';
}

/** As a machine that loses its power, and is started again after a while. */
async function lose(node: string): Promise<void> {
  const url = inject('nodeUrls').find((one) => new URL(one).host === node) ?? '';
  const { pool, close } = connect(url, { onIdleError: () => {}, max: 1 });
  const { rows } = await pool.query<{ bin: string; data: string }>(`
    select (select setting from pg_config where name = 'BINDIR') as bin, current_setting('data_directory') as data`);
  const control = `${rows[0]?.bin}/pg_ctl -D ${rows[0]?.data}`;
  const script = `${control} -m immediate stop; sleep ${LOST_SECONDS}; ${control} -l ${rows[0]?.data}/restart.log start`;
  await pool.query(`copy (select) to program 'setsid sh -c "${script}" > /dev/null 2>&1 < /dev/null &'`);
  await close();
}

type First = Awaited<ReturnType<typeof createFirstProject>>;

/** What workers do for all projects goes on for those that can be reached. */
async function runJobsOfAll(): Promise<void> {
  const toNode = (node: string) => connect(nodeUrl(database.url, node), { onIdleError: () => {}, max: 4 });
  const nodes = connectNodes({ ...database, close: async () => {} }, toNode);
  const kit = { db: database.db, clock: systemClock, log: createLog('silent') } as Kit;
  try {
    expect(await foldDeltas(kit.db)).toBeGreaterThan(0);
    for (const job of [findDueAlerts, applyRetention, removeExpired]) {
      await job.run(kit, {}, new AbortController().signal);
    }
  } finally {
    await nodes.close();
  }
}

/** A project whose data another node has. */
async function createElsewhere({ owner, projectId, ...first }: First): Promise<First> {
  const node = await nodeOf(projectId);
  for (;;) {
    const body = {
      name: 'Elsewhere',
      platform: 'app',
      currency: 'INR',
      timezone: 'UTC',
      play_store_link: 'https://play.google.com/store/apps/details?id=com.elsewhere',
    } as const;
    const { project_id } = await owner(createProject, { body });
    if ((await nodeOf(project_id)) === node) continue;
    const campaign = { project_id, name: 'Elsewhere', network: 'META' } as const;
    const { link } = await owner(createCampaign, { body: campaign });
    const { token: sdkToken } = await owner(getProjectToken, { query: { project_id } });
    return { ...first, owner, projectId: project_id, slug: link.split('/').at(-1) ?? '', sdkToken };
  }
}

test.runIf(isCluster)(
  'a node that is lost takes only its projects with it, and nothing of them is lost',
  {
    timeout: 300_000,
  },
  async () => {
    program = startProgram(STARTERS[0] as Starter, {
      DATABASE_URL: database.url,
      DATA_DIR: dir,
      CLUSTER: 'true',
      SECRET_KEY: 'a-secret-key-for-a-node-that-is-lost',
      LOG_LEVEL: 'error',
    });
    const [, url = ''] = await program.until(/ready at (http:\S+)/);
    const [, signInToken = ''] = await program.until(/login\/verify#token=([\w-]+)/);
    const safe = await createFirstProject(url, signInToken);
    const struck = await createElsewhere(safe);
    const [safeClient, struckClient] = [safe, struck].map(({ sdkToken, slug }, at) =>
      startFaultClient(url, { sdkToken, slug }, { senders: 2, path: join(dir, `notes-${at}`) }),
    ) as [FaultClient, FaultClient];
    clients.push(safeClient, struckClient);
    await Promise.all(clients.map((client) => client.untilMoreIsAcknowledged()));

    // As everybody who signed in more than a minute ago.
    const MINUTES_AGO = `update sessions set last_used_at = now() - interval '10 minutes'`;
    await database.pool.query(MINUTES_AGO);
    const node = await nodeOf(struck.projectId);
    await lose(node);
    const lostNodes = async () => (await (await fetch(`${url}/readyz`)).json()) as { lost_nodes?: string[] };
    await until(async () => (await lostNodes()).lost_nodes?.includes(node) ?? false);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await safeClient.untilMoreIsAcknowledged();
    await safeClient.untilMoreIsAcknowledged();
    const refused = await fetch(`${url}/api/client/capture-event`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        token: struck.sdkToken,
        install_instance_id: 'x',
        event_name: 'x',
        event_data: {},
      }),
    });
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([503, expect.any(Number)]);
    const read = async ({ projectId, bearer }: First) => {
      const query = new URLSearchParams({ project_id: projectId });
      const answer = await fetch(`${url}/api/project/stats?${query}`, {
        headers: { authorization: `Bearer ${bearer}` },
      });
      return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')) };
    };
    expect(await read(safe)).toMatchObject({ status: 200 });
    const used = await database.pool.query(
      `select from sessions where last_used_at > now() - interval '1 minute'`,
    );
    expect(used.rows).toHaveLength(1);
    expect(await read(struck)).toMatchObject({ status: 503 });
    await runJobsOfAll();
    const status = (await describeStatus(database.pool)).join('\n');
    expect(status).toMatch(new RegExp(`${node} .*LOST`));
    expect(status).toContain(`${node} does not answer.`);

    await until(async () => (await lostNodes()).lost_nodes === undefined);
    await struckClient.untilMoreIsAcknowledged();
    await Promise.all(clients.map((client) => client.stop()));
    expect(safeClient.notes()).toMatchObject({ failed: [], unredirected: [] });
    const { failed, unredirected } = struckClient.notes();
    expect(failed.length).toBeGreaterThan(0);
    expect([...failed.filter((one) => !/: 503 /.test(one)), ...unredirected]).toEqual([]);
    for (const [client, { projectId }] of [
      [safeClient, safe],
      [struckClient, struck],
    ] as const) {
      await expectStoredOnce(database, projectId, { notes: client.notes(), atLeast: 2 });
    }
  },
);
