import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, later } from '../../platform/clock.ts';
import { buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import { buildProject } from '../../testing/build.ts';
import { projectToken } from '../../testing/device.ts';
import { unsoundBooks } from '../../testing/sound-books.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function send(call: string, body: object): Promise<number> {
  const response = await fetch(`${server.url}/api/client/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

async function newToken() {
  const { owner, projectId } = await buildProject(server);
  return { projectId, token: await projectToken(owner, projectId) };
}

test('what one project waits for in the database, no other waits for', async () => {
  const [slow, quiet] = [await newToken(), await newToken()];
  const event = { install_instance_id: 'phone1', event_name: 'tap' };
  expect(await send('capture-event', { ...event, token: slow.token })).toBe(200);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isLocked = () => {};
  const locked = new Promise<void>((resolve) => {
    isLocked = resolve;
  });
  const holding = server.db.transaction().execute(async (tx) => {
    await sql`select 1 from installs where project_id = ${slow.projectId} for update`.execute(tx);
    isLocked();
    await held;
  });
  await locked;
  let isAnswered = false;
  // Sent together, so that they are written together.
  const stuck = send('capture-event', { ...event, token: slow.token }).finally(() => {
    isAnswered = true;
  });
  const others = Array.from({ length: 20 }, () => send('capture-event', { ...event, token: quiet.token }));
  expect(new Set(await Promise.all(others))).toEqual(new Set([200]));
  expect(await send('capture-event', { ...event, token: quiet.token })).toBe(200);
  expect(isAnswered).toBe(false);
  release();
  await holding;
  expect(await stuck).toBe(200);
  const rows = await server.db.selectFrom('events').select('project_id').execute();
  const count = (projectId: string) => rows.filter(({ project_id }) => project_id === projectId).length;
  expect([count(slow.projectId), count(quiet.projectId)]).toEqual([2, 21]);
});

test('an install is credited for all that came before it, however much that is', async () => {
  const NOW = new Date('2026-03-10T10:00:00Z');
  server.clock.set(later(NOW, -HOUR_MS));
  const fixture = await buildAttributionFixture(server);
  const campaign = await fixture.campaign({});
  const phone = fixture.device();
  const click = await phone.clickToken(campaign.slug);
  server.clock.set(NOW);
  const BATCHES = 11;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const items = Array.from({ length: 500 }, (_, n) => ({
      call: 'capture-event',
      body: { install_instance_id: phone.installId, event_name: `e${n % 3}`, event_id: `${batch}-${n}` },
    }));
    expect((await phone.call('batch', { items })).status).toBe(200);
  }
  await phone.init({ install_ref: `tm_click=${click}` });
  const rows = await server.db
    .selectFrom('events')
    .select(['campaign_id'])
    .where('project_id', '=', fixture.projectId)
    .where('kind', '=', 'event')
    .execute();
  expect(rows).toHaveLength(BATCHES * 500);
  expect(new Set(rows.map(({ campaign_id }) => campaign_id))).toEqual(new Set([campaign.id]));
  expect(await unsoundBooks(server, fixture.projectId)).toEqual([]);
});
