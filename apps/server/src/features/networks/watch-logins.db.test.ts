import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '../../jobs/queue.ts';
import { DAY_MS, later } from '../../platform/clock.ts';
import { buildProject } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let own: Awaited<ReturnType<typeof buildProject>>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  own = await buildProject(server);
});

async function plantLogin(days: number | null, kind = 'META'): Promise<string> {
  const [loginId, now] = [randomUUID(), server.clock.now()];
  await server.db
    .insertInto('network_logins')
    .values({
      project_id: own.projectId,
      login_id: loginId,
      kind,
      external_id: loginId,
      name: 'Asha',
      sealed_tokens: '',
      scopes: [],
      state: 'active',
      connected_at: now,
      expires_at: days === null ? null : later(now, days * DAY_MS),
    })
    .execute();
  return loginId;
}
const login = (loginId: string) =>
  server.db
    .selectFrom('network_logins')
    .select(['state', 'reason'])
    .where('login_id', '=', loginId)
    .executeTakeFirst();

/** Gives the subjects of the mails that were sent. */
async function watch(): Promise<string[]> {
  await enqueue(server.db, 'watch-logins', {});
  return (await server.runJobs()).map(({ text }) => text.subject);
}

test('a permission is warned about a week before its end, once, and asks when it has ended', async () => {
  const id = await plantLogin(8);
  const forever = await plantLogin(null, 'GOOGLE');
  expect(await watch()).toEqual([]);
  server.clock.advance(DAY_MS);
  expect(await watch()).toEqual([expect.stringMatching(/the login Asha at Meta ends on \d{4}-\d\d-\d\d$/)]);
  expect(await watch()).toEqual([]);
  expect(await login(id)).toMatchObject({ state: 'active' });
  server.clock.advance(8 * DAY_MS);
  expect(await watch()).toEqual([expect.stringContaining('the login Asha at Meta needs attention')]);
  expect(await login(id)).toMatchObject({
    state: 'attention',
    reason: expect.stringMatching(/^The permission ended on .*Connect again\.$/),
  });
  expect(await watch()).toEqual([]);
  expect(await login(forever)).toMatchObject({ state: 'active' });
});

test('a project that was deleted is not written to', async () => {
  const id = await plantLogin(1);
  await server.db
    .updateTable('projects')
    .set({ deleted_at: server.clock.now() })
    .where('project_id', '=', own.projectId)
    .execute();
  expect(await watch()).toEqual([]);
  expect(await login(id)).toMatchObject({ state: 'active' });
});
