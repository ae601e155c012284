import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../db/connection.ts';
import { buildProject } from '../../testing/build.ts';
import { projectToken } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createProjectCache } from './project-cache.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** The database, and how many statements it was sent. */
function countStatements(db: Db) {
  let sent = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      sent += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { connection: { db: counting, of: () => ({ db: counting }) }, sent: () => sent };
}

test('made-up tokens make nobody forget a project, and cost few statements', async () => {
  const { owner, projectId } = await buildProject(server);
  const token = await projectToken(owner, projectId);
  const { connection, sent } = countStatements(server.db);
  const cache = createProjectCache(connection, server.clock);
  expect((await cache.byToken(token))?.projectId).toBe(projectId);
  const before = sent();
  const flood = Array.from({ length: 12_000 }, (_, n) => cache.byToken(`tm_made_up_${n}`));
  expect(new Set(await Promise.all(flood))).toEqual(new Set([null]));
  const statements = sent() - before;
  expect(statements).toBeLessThanOrEqual(12_000 / 500 + 1);
  expect((await cache.byToken(token))?.projectId).toBe(projectId);
  expect(await cache.byToken('tm_made_up_11999')).toBeNull();
  expect(sent() - before).toBe(statements);
});

test('a project that was forgotten is read again, and so is what was unknown', async () => {
  const { owner, projectId } = await buildProject(server);
  const token = await projectToken(owner, projectId);
  const { connection, sent } = countStatements(server.db);
  const cache = createProjectCache(connection, server.clock);
  await Promise.all([cache.byToken(token), cache.byToken('tm_nobody')]);
  cache.forget(projectId);
  const before = sent();
  expect((await cache.byToken(token))?.projectId).toBe(projectId);
  expect(await cache.byToken('tm_nobody')).toBeNull();
  // Whose tokens they are, each, and the project.
  expect(sent() - before).toBe(3);
});
