import { sendCallbackForm } from '@trailmark/contract/feedback';
import { sendMagicLink } from '@trailmark/contract/sign-in';
import { logout, verifyUser } from '@trailmark/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueue } from '../../jobs/queue.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { createBrowser } from '../../testing/browser.ts';
import { buildPerson, buildProject } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function sweep(): Promise<void> {
  await enqueue(server.db, 'remove-expired', {});
  await server.runJobs();
}

async function counts() {
  const count = async (table: 'sessions' | 'magic_links' | 'rate_limits') =>
    (await server.db.selectFrom(table).selectAll().execute()).length;
  return {
    sessions: await count('sessions'),
    links: await count('magic_links'),
    limits: await count('rate_limits'),
  };
}

test('what has run out is kept for a week and removed then; what is in use stays', async () => {
  const leaver = await buildPerson(server);
  const stayer = await buildPerson(server);
  const browser = createBrowser(server);
  await browser.call(sendMagicLink, { body: { email: leaver.email } });
  await browser.call(sendCallbackForm, { body: { name: 'A', email: 'a@example.com' } });
  await leaver.call(logout, {});
  const before = await counts();
  expect(before).toMatchObject({ sessions: 2, links: 1 });

  server.clock.advance(7 * DAY_MS - MINUTE_MS);
  await sweep();
  expect(await counts()).toMatchObject({ sessions: 2, links: 1 });

  server.clock.advance(2 * DAY_MS);
  await sweep();
  expect(await counts()).toEqual({ sessions: 1, links: 0, limits: 0 });
  expect((await stayer.call(verifyUser, {})).id).toBe(stayer.userId);
});

test('who has stopped watching is forgotten at once, and who watches is not', async () => {
  const { projectId } = await buildProject(server);
  const now = server.clock.now();
  const watch = (watcher: string, ms: number) => ({
    project_id: projectId,
    watcher,
    watched_until: new Date(now.getTime() + ms),
  });
  const [gone, here] = [crypto.randomUUID(), crypto.randomUUID()];
  await server.db
    .insertInto('live_watches')
    .values([watch(gone, -1), watch(here, MINUTE_MS)])
    .execute();
  await sweep();
  const left = await server.db.selectFrom('live_watches').select('watcher').execute();
  expect(left).toEqual([{ watcher: here }]);
});
