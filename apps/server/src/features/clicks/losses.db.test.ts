import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { startCuttableProxy } from '../../testing/cuttable-proxy.ts';
import { plantKnownLink } from '../../testing/plant-link.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';
import { visit } from '../../testing/visit.ts';

const STORES = { app_store_link: 'https://apps.apple.com/x' };

let proxy: Awaited<ReturnType<typeof startCuttableProxy>>;
let server: TestServer;
let lines: string[] = [];
beforeEach(async () => {
  lines = [];
  const { hostname, port } = new URL(inject('postgresUrl'));
  proxy = await startCuttableProxy({ host: hostname, port: Number(port) });
  server = await startTestServer({
    edgeUrl: (databaseUrl) => databaseUrl.replace(/:\d+\//, `:${proxy.port}/`),
    log: { write: (line: string) => void lines.push(line) },
  });
});
afterEach(async () => {
  proxy.restore();
  await server.stop();
  await proxy.stop();
});

test.each(['cut', 'block'] as const)(
  'without a database (%s) and without a disk, visitors are redirected',
  async (fault) => {
    const { slug, projectId } = await plantKnownLink(server, { project: STORES });
    const spool = join(server.dataDir, 'edge/spool');
    // Root is not stopped by permissions, but by a file where the directory was.
    rmSync(spool, { recursive: true });
    writeFileSync(spool, '');
    proxy[fault]();

    const during = await Promise.all(
      Array.from({ length: 10 }, (_, n) => visit(server.url, `/l/${slug}`, { ip: `192.0.2.${n}` })),
    );
    expect(during.map(({ status }) => status)).toEqual(new Array(10).fill(302));
    expect((await visit(server.url, `/i/${slug}.gif`)).status).toBe(200);
    // An affiliate's server is asked to come again.
    const reported = await visit(server.url, `/l/${slug}?s2s=1&gaid=6f1ed002-ab5e-4d3a-9b8e-0123456789ab`);
    expect([reported.status, reported.headers['retry-after']]).toEqual([503, '5']);
    await until(() => server.losses.count('click') === 11 && server.losses.count('view') === 1);
    const said = lines.filter((line) => line.includes('were lost'));
    expect(said.length).toBeGreaterThan(0);
    expect(said.join()).not.toContain('192.0.2.');

    proxy.restore();
    const clicks = () =>
      server.db.selectFrom('clicks').select('id').where('project_id', '=', projectId).execute();
    const before = (await clicks()).length;
    await until(async () => {
      await visit(server.url, `/l/${slug}`);
      return (await clicks()).length > before;
    });
  },
);

test('a reported click that was refused and stored all the same is one click with its retry', async () => {
  const { slug, projectId } = await plantKnownLink(server, { project: STORES });
  const spool = join(server.dataDir, 'edge/spool');
  rmSync(spool, { recursive: true });
  writeFileSync(spool, '');
  const reports = () =>
    server.db
      .selectFrom('clicks')
      .select('id')
      .where('project_id', '=', projectId)
      .where('outcome', '=', 'reported')
      .execute();
  const report = () => visit(server.url, `/l/${slug}?s2s=1&gaid=6f1ed002-ab5e-4d3a-9b8e-0123456789ab`);
  await server.db.transaction().execute(async (tx) => {
    await sql`lock table clicks in exclusive mode`.execute(tx);
    expect((await report()).status).toBe(503);
  });
  await until(async () => (await reports()).length === 1);
  server.clock.advance(5000);
  await until(async () => (await report()).status === 204);
  expect(await reports()).toHaveLength(1);
  // The next report is a click of its own.
  expect((await report()).status).toBe(204);
  expect(await reports()).toHaveLength(2);
});
