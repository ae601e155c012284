import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findDifferences } from '../../rollups/recount.ts';
import { buildProject } from '../../testing/build.ts';
import { buildServerKey, type TestServerKey } from '../../testing/server-key.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const NOW = '2026-03-10T10:00:00.000Z';
const PAID = '2026-02-01T10:00:00.000Z';

let server: TestServer;
let projectId: string;
let key: TestServerKey;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date(NOW));
  const { owner, projectId: made } = await buildProject(server);
  projectId = made;
  key = await buildServerKey(server, owner, projectId);
  await key.post('/project/import', {
    installs: [{ install_instance_id: 'i', installed_at: '2026-01-31T10:00:00Z', user_id: 'u' }],
    payments: [{ user_id: 'u', payment_id: 'p', amount: '99.90', occurred_at: PAID }],
  });
});

const giveBack = (occurred_at?: string) => key.post('/v1/remove-payment', { payment_id: 'p', occurred_at });

const refunds = () =>
  server.db
    .selectFrom('events')
    .select(['occurred_at', 'amount'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'refund')
    .execute();

test.each([
  ['at the time that the server names', '2026-02-04T10:00:00.000Z', '2026-02-04T10:00:00.000Z'],
  ['not before it was paid', '2026-01-01T10:00:00.000Z', PAID],
  ['not in the future', '2026-03-11T10:00:00.000Z', NOW],
  ['now, where no time is named', undefined, NOW],
])('a refund is booked %s', async (_, sent, booked) => {
  expect((await giveBack(sent)).status).toBe(200);
  expect((await refunds()).map(({ occurred_at }) => occurred_at.toISOString())).toEqual([booked]);
  expect(await findDifferences(server.db, projectId, '2000-01-01')).toEqual([]);
});

test('a refund that is sent twice is booked once, at its first time', async () => {
  await giveBack('2026-02-04T10:00:00Z');
  await giveBack('2026-02-05T10:00:00Z');
  expect(await refunds()).toHaveLength(1);
});

test('a time that is none is refused', async () => {
  const answer = await giveBack('yesterday');
  expect([answer.status, answer.json.error.fields]).toMatchObject([400, { occurred_at: expect.any(String) }]);
});
