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

/** The database, and how many questions it was asked. */
function countQuestions(db: Db): { db: Db; asked(): number } {
  let asked = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db: counting, asked: () => asked };
}

test('made-up tokens make nobody forget a project, and cost few questions', async () => {
  const { owner, projectId } = await buildProject(server);
  const token = await projectToken(owner, projectId);
  const { db, asked } = countQuestions(server.db);
  const book = createProjectCache(db, server.clock);
  expect((await book.byToken(token))?.projectId).toBe(projectId);
  const before = asked();
  const flood = Array.from({ length: 12_000 }, (_, n) => book.byToken(`tm_made_up_${n}`));
  expect(new Set(await Promise.all(flood))).toEqual(new Set([null]));
  const questions = asked() - before;
  expect(questions).toBeLessThanOrEqual(12_000 / 500 + 1);
  expect((await book.byToken(token))?.projectId).toBe(projectId);
  expect(await book.byToken('tm_made_up_11999')).toBeNull();
  expect(asked() - before).toBe(questions);
});

test('a project that was forgotten is read again, and so is what was unknown', async () => {
  const { owner, projectId } = await buildProject(server);
  const token = await projectToken(owner, projectId);
  const { db, asked } = countQuestions(server.db);
  const book = createProjectCache(db, server.clock);
  await Promise.all([book.byToken(token), book.byToken('tm_nobody')]);
  book.forget(projectId);
  const before = asked();
  expect((await book.byToken(token))?.projectId).toBe(projectId);
  expect(await book.byToken('tm_nobody')).toBeNull();
  expect(asked() - before).toBe(2);
});
