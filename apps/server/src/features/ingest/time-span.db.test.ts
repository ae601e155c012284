import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, later, SECOND_MS } from '../../platform/clock.ts';
import { findDifferences } from '../../rollups/recount.ts';
import { buildCampaign, buildProject } from '../../testing/build.ts';
import { buildDevice, projectToken } from '../../testing/device.ts';
import { buildServerKey, type TestServerKey } from '../../testing/server-key.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const NOW = new Date('2026-03-10T10:00:00Z');
const PAST_DAYS = 1095;

let server: TestServer;
let projectId: string;
let token: string;
let displayId: string;
let key: TestServerKey;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(NOW);
  const project = await buildProject(server);
  projectId = project.projectId;
  token = await projectToken(project.owner, projectId);
  key = await buildServerKey(server, project.owner, projectId);
  ({ display_id: displayId } = await buildCampaign(project.owner, projectId));
});

const tables = async (parent: string) => {
  const { rows } = await sql`select 1 from pg_inherits where inhparent = ${parent}::regclass`.execute(
    server.db,
  );
  return rows.length;
};
const times = async () => {
  const rows = await server.db
    .selectFrom('events')
    .select('occurred_at')
    .where('project_id', '=', projectId)
    .where('kind', '<>', 'open')
    .execute();
  return rows.map(({ occurred_at }) => (occurred_at as unknown as Date).toISOString());
};

const PAST = later(NOW, -PAST_DAYS * DAY_MS);
const AHEAD = later(NOW, DAY_MS);

describe('a server names a time', () => {
  test.each(['capture-event', 'capture-payment', 'remove-payment'])('out of reach: %s', async (call) => {
    const body = { user_id: 'u', event_name: 'renewed', amount: 5, payment_id: 'p' };
    for (const [at, what] of [
      [later(PAST, -SECOND_MS), 'is more than 1095 days ago'],
      [later(AHEAD, SECOND_MS), 'is in the future'],
    ] as const) {
      const answer = await key.post(`/v1/${call}`, { ...body, occurred_at: at.toISOString() });
      expect(answer.status).toBe(400);
      expect(answer.json.error.fields).toEqual({
        occurred_at: `${what}: times from ${PAST.toISOString()} to ${AHEAD.toISOString()} are accepted`,
      });
    }
    expect(await times()).toEqual([]);
  });

  test('at the very edges', async () => {
    for (const at of [PAST, AHEAD]) {
      const event = { user_id: 'u', event_name: 'renewed', occurred_at: at.toISOString() };
      expect((await key.post('/v1/capture-event', event)).status).toBe(200);
    }
    // A clock that is ahead makes nothing happen in the future.
    expect((await times()).sort()).toEqual([PAST.toISOString(), NOW.toISOString()]);
  });
});

test('an import is refused beyond what the operator allows, and says what is allowed', async () => {
  const answer = await key.post('/project/import', {
    events: [{ user_id: 'u', event_name: 'old', occurred_at: later(PAST, -SECOND_MS).toISOString() }],
  });
  expect(answer.status).toBe(400);
  expect(answer.json.error.fields).toEqual({
    'events.0.occurred_at': `is more than 1095 days ago: times from ${PAST.toISOString()} to ${NOW.toISOString()} are accepted`,
  });
});

test('an import of a thousand days far apart makes a table a month', async () => {
  const days = Array.from({ length: 1000 }, (_, n) => later(NOW, -(n + 90) * DAY_MS).toISOString());
  const clicks = days.map((clicked_at) => ({ display_id: displayId, clicked_at }));
  const impressions = days.map((viewed_at) => ({ display_id: displayId, viewed_at }));
  const events = days.map((occurred_at) => ({ user_id: 'u', event_name: 'visit', occurred_at }));
  const before = { clicks: await tables('clicks'), impressions: await tables('impressions') };
  expect((await key.post('/project/import', { clicks, impressions, events })).status).toBe(200);
  expect((await tables('clicks')) - before.clicks).toBeLessThanOrEqual(36);
  expect((await tables('impressions')) - before.impressions).toBeLessThanOrEqual(36);
  expect(await tables('events')).toBeLessThanOrEqual(36 + 10);
  expect(await times()).toHaveLength(1000);
  expect(await findDifferences(server.db, projectId, '2000-01-01')).toEqual([]);
});

test('a device cannot name a time outside of its own life', async () => {
  const phone = buildDevice(server, token);
  await phone.init();
  const before = await tables('events');
  server.clock.advance(DAY_MS);
  for (const [n, since] of [-1e15, 1e15, -1, 1e300, 0].entries()) {
    await phone.event('tap', { event_id: `e${n}`, time_since_app_install: since });
  }
  const inLife = [NOW.toISOString(), later(NOW, DAY_MS).toISOString()];
  for (const at of await times()) expect(inLife).toContain(at);
  expect(await tables('events')).toBeLessThanOrEqual(before + 1);
});
