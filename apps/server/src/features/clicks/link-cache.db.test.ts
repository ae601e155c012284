import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectConnection } from '../../db/connection.ts';
import { plantLink } from '../../testing/plant-link.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';
import { openLinkCache } from './link-cache.ts';

const dir = mkdtempSync(join(tmpdir(), 'trailmark-links-'));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

const refuse = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
const LOST = { pool: { query: refuse, connect: refuse }, server: {} } as unknown as ProjectConnection;

test('while the node of a project is lost, links of all others arrive, and its own when it is back', async () => {
  const struck = await plantLink(server, {});
  const healthy = await plantLink(server, {});
  let isLost = true;
  const connection = {
    pool: server.pool,
    of: (projectId: string) =>
      isLost && projectId === struck.projectId ? LOST : server.connection.of(projectId),
  };
  const { log } = server.kit;
  const cache = openLinkCache({ connection, log, file: join(dir, 'links.json'), budgetMs: 1000 });
  await cache.opened;
  expect(cache.find(healthy.slug)).toMatchObject({ linkId: healthy.linkId });
  expect(cache.find(struck.slug)).toBe(undefined);

  // A single project, while others of the whole are still tried.
  const { slug } = await plantLink(server, { projectId: healthy.projectId });
  cache.onChange({ kind: 'links', projectId: healthy.projectId });
  await until(async () => cache.find(slug) !== undefined);
  expect(cache.find(struck.slug)).toBe(undefined);

  isLost = false;
  await until(async () => cache.find(struck.slug) !== undefined);
  await cache.stop();
});
