import { sendCallbackForm } from '@trailmark/contract/feedback';
import { sendMagicLink } from '@trailmark/contract/sign-in';
import { logout, verifyUser } from '@trailmark/contract/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueue } from '../../jobs/queue.ts';
import { DAY_MS, later, MINUTE_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
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

test('the history of alerts is kept for half a year, and what still fires for longer', async () => {
  const { owner, projectId: project_id } = await buildProject(server);
  const rule_id = newId(server.clock.now());
  const now = server.clock.now();
  const condition = JSON.stringify({ kind: 'connection_broken' });
  await server.db
    .insertInto('alert_rules')
    .values({
      project_id,
      rule_id,
      condition,
      created_by: owner.userId,
      name: 'Watch',
      enabled: false,
      notifies_end: true,
      version: 1,
      next_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const firing = (subject: string, closed_at: Date | null) => ({
    project_id,
    rule_id,
    condition,
    firing_id: newId(now),
    subject,
    subject_name: subject,
    measured: '{}',
    latest: '{}',
    was_muted: false,
    opened_at: now,
    closed_at,
  });
  const [over, open] = [firing('over', now), firing('open', null)];
  await server.db.insertInto('alert_firings').values([over, open]).execute();
  const mail = { project_id, mail_id: newId(now), user_id: owner.userId, email: owner.email, state: 'sent' };
  await server.db
    .insertInto('alert_mails')
    .values({ ...mail, created_at: now })
    .execute();
  const { mail_id } = mail;
  await server.db
    .insertInto('alert_mail_firings')
    .values([over, open].map(({ firing_id }) => ({ project_id, mail_id, firing_id, is_end: false })))
    .execute();
  const left = async () => [
    (await server.db.selectFrom('alert_firings').select('subject').orderBy('subject').execute()).map(
      ({ subject }) => subject,
    ),
    (await server.db.selectFrom('alert_mail_firings').select('mail_id').execute()).length,
  ];
  server.clock.advance(180 * DAY_MS);
  await sweep();
  expect(await left()).toEqual([['open', 'over'], 2]);
  server.clock.advance(MINUTE_MS);
  await sweep();
  expect(await left()).toEqual([['open'], 0]);
});

test('deltas of a project that is gone name devices, and are removed after a week', async () => {
  const setAside = async (days: number) => {
    await sql`
      insert into orphan_deltas (project_id, id, size, deltas, clicks, set_aside_at)
      values (${newId(server.clock.now())}, ${newId(server.clock.now())}, 0, '{}', '{}',
        ${later(server.clock.now(), -days * DAY_MS)})`.execute(server.db);
  };
  await setAside(6);
  await setAside(8);
  const before = later(server.clock.now(), -7 * DAY_MS);
  await sweep();
  const left = await server.db.selectFrom('orphan_deltas').select('set_aside_at').execute();
  expect(left).toHaveLength(1);
  expect(left[0]?.set_aside_at.getTime()).toBeGreaterThan(before.getTime());
});
