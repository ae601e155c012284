import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { connect } from '../../db/connection.ts';
import { createEdge } from '../../main/edge.ts';
import { startCuttableProxy } from '../../testing/cuttable-proxy.ts';
import { plantKnownLink } from '../../testing/plant-link.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';
import { visit } from '../../testing/visit.ts';

const STORES = { app_store_link: 'https://apps.apple.com/app/id1' };

let proxy: Awaited<ReturnType<typeof startCuttableProxy>>;
let server: TestServer;
const through = (databaseUrl: string) => databaseUrl.replace(/:\d+\//, `:${proxy.port}/`);

beforeEach(async () => {
  const { hostname, port } = new URL(inject('postgresUrl'));
  proxy = await startCuttableProxy({ host: hostname, port: Number(port) });
  server = await startTestServer({ edgeUrl: through });
});
afterEach(async () => {
  proxy.restore();
  await server.stop();
  await proxy.stop();
});

const idsOf = async (projectId: string) => {
  const rows = await server.db
    .selectFrom('clicks')
    .select('id')
    .where('project_id', '=', projectId)
    .execute();
  return rows.map(({ id }) => id);
};
const countedClicks = async (projectId: string) => {
  const rows = await server.db
    .selectFrom('rollup_deltas')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute();
  const sum = (metric: string) =>
    rows.reduce((n, row) => n + (row.metric === metric ? Number(row.count) : 0), 0);
  return { clicks: sum('clicks'), unique: sum('unique_clicks'), impressions: sum('impressions') };
};
const spooled = () =>
  readdirSync(join(server.dataDir, 'edge/spool')).filter((name) => /\.(open|full)$/.test(name));

describe.each(['cut', 'block'] as const)('a database whose line is %s', (fault) => {
  test('costs no click and no redirect, and every click is there once when it is back', async () => {
    const { projectId, slug } = await plantKnownLink(server, { project: STORES });
    proxy[fault]();
    const during = await Promise.all(
      Array.from({ length: 40 }, (_, n) => visit(server.url, `/l/${slug}`, { ip: `192.0.2.${n}` })),
    );
    expect(during.map(({ status }) => status)).toEqual(new Array(40).fill(302));
    expect((await visit(server.url, `/i/${slug}.gif`)).status).toBe(200);
    expect(await idsOf(projectId)).toHaveLength(1);
    expect(spooled().length).toBeGreaterThan(0);
    proxy.restore();
    await until(async () => (await idsOf(projectId)).length === 41 && spooled().length === 0);
    await until(async () => (await countedClicks(projectId)).impressions === 1);
    expect(await countedClicks(projectId)).toEqual({ clicks: 41, unique: 41, impressions: 1 });
    // And it goes on as before.
    await until(async () => {
      await visit(server.url, `/l/${slug}`, { ip: '192.0.2.200' });
      return spooled().length === 0;
    });
  });

  test('an unknown link is not said to be missing', async () => {
    await plantKnownLink(server, { project: STORES });
    proxy[fault]();
    const answer = await visit(server.url, '/l/never-seen');
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.body.toString()).toContain('try again');
    proxy.restore();
    await until(async () => (await visit(server.url, '/l/never-seen')).status === 404);
  });
});

test('a process that starts without a database answers from the snapshot, and brings back what the last one left', async () => {
  const { projectId, slug, linkId, campaignId } = await plantKnownLink(server, { project: STORES });
  const dir = join(server.dataDir, 'edge/spool');
  proxy.cut();
  await visit(server.url, `/l/${slug}`, { ip: '192.0.2.50' });
  // Of a process that died in the middle of a line.
  const at = new Date();
  const row = {
    project_id: projectId,
    id: '01a00000-0000-7000-8000-000000000001',
    clicked_at: at.toISOString(),
    link_id: linkId,
    campaign_id: campaignId,
    network: 'META',
    platform: 'ios',
    country: '',
    device_key: 'f'.repeat(32),
    outcome: 'store',
  };
  const line = JSON.stringify({ kind: 'click', row });
  const poisonedId = row.id.replace(/1$/, '2');
  const poisoned = JSON.stringify({ kind: 'click', row: { ...row, id: poisonedId, ip: 'no address' } });
  writeFileSync(join(dir, `other-host~1~abc.full`), `${line}\n${poisoned}\n${line.slice(0, 40)}`);

  const connection = connect(through(server.databaseUrl), { onIdleError: () => {}, max: 2 });
  const options = {
    connection,
    databaseUrl: through(server.databaseUrl),
    dataDir: server.dataDir,
  };
  const edge = await createEdge(server.kit, options);
  try {
    const responses: { status: number; headers: Record<string, unknown> }[] = [];
    const ended = new Promise<void>((resolve) => {
      const response = {
        headersSent: false,
        writeHead: (status: number, headers: Record<string, unknown>) => responses.push({ status, headers }),
        end: () => resolve(),
      };
      const request = {
        url: `/l/${slug}`,
        method: 'GET',
        headers: {
          host: 'localhost',
          'user-agent':
            'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
        },
        socket: { remoteAddress: '192.0.2.60' },
      };
      expect(edge.front(request as never, response as never)).toBe(true);
    });
    await ended;
    expect(responses).toMatchObject([{ status: 302, headers: { location: STORES.app_store_link } }]);
    proxy.restore();
    await until(async () => (await idsOf(projectId)).length === 4 && spooled().length === 0);
    expect(await idsOf(projectId)).toContain(row.id);
    expect(readdirSync(join(dir, 'refused'))).toEqual([`${poisonedId}.json`]);
    expect(readFileSync(join(dir, `refused/${poisonedId}.json`), 'utf8')).toBe(`${poisoned}\n`);
  } finally {
    proxy.restore();
    await edge.stop();
    await connection.close();
  }
});

test('a click that the database refuses for its own sake harms no other, and the visitor is sent on', async () => {
  const { projectId, slug } = await plantKnownLink(server, { project: STORES });
  await server.pool.query(
    `alter table clicks add constraint no_poison check (user_agent not like '%poison%') not valid`,
  );
  const visits = Array.from({ length: 30 }, (_, n) =>
    visit(server.url, `/l/${slug}`, {
      ip: `192.0.2.${n}`,
      headers:
        n % 10 === 3
          ? {
              'user-agent':
                'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1 poison',
            }
          : {},
    }),
  );
  expect((await Promise.all(visits)).map(({ status }) => status)).toEqual(new Array(30).fill(302));
  // A slow machine may have spooled some of the good ones, too; they come back by themselves.
  await expect.poll(async () => (await idsOf(projectId)).length, { timeout: 30_000 }).toBe(1 + 27);
  await until(() => spooled().length === 0);
  expect(readdirSync(join(server.dataDir, 'edge/spool/refused'))).toHaveLength(3);
});
