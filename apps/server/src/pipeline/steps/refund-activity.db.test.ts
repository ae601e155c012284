import { updateProject } from '@trailmark/contract/projects';
import { getStats } from '@trailmark/contract/stats';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { rebuildRollups } from '../../rollups/rebuild.ts';
import { buildCampaign, buildProject, type TestPerson } from '../../testing/build.ts';
import { buildDevice, projectToken, type TestDevice } from '../../testing/device.ts';
import { unsoundBooks } from '../../testing/sound-books.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
let phone: TestDevice;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  // Ten in the morning, twenty days ago: inside of what is kept, and the same day in every zone of the tests.
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  server.clock.set(new Date(midnight - 20 * DAY_MS + 10 * HOUR_MS));
  ({ owner, projectId } = await buildProject(server));
  phone = buildDevice(server, await projectToken(owner, projectId));
});

const project = (fields: Record<string, unknown>) =>
  owner.call(updateProject, { body: { project_id: projectId, ...fields } });

/** Pays at the first open, and gets the money back ten days later without using the app. */
async function payAndGetBack(): Promise<void> {
  await phone.init();
  await phone.call('capture-payment', { payment_id: 'p', amount: 100 });
  server.clock.advance(10 * DAY_MS);
  await phone.call('remove-captured-payment', { payment_id: 'p' });
}

async function activeDays(): Promise<number> {
  const rows = await server.db
    .selectFrom('person_days')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute();
  return rows.length;
}

test.each(['calendar', '24h'])('a refund makes nobody active, where days are %s', async (day_kind) => {
  await project({ day_kind });
  await payAndGetBack();
  expect(await activeDays()).toBe(1);
  const blocks = await server.db
    .selectFrom('person_blocks')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute();
  expect(blocks.map(({ block }) => block)).toEqual(day_kind === '24h' ? [0] : []);
  expect(await unsoundBooks(server, projectId)).toEqual([]);
  expect(await rebuildRollups(server.db, projectId)).toEqual([]);
  expect(await activeDays()).toBe(1);
});

test('a refund counts in refunds, and in no metric of activity', async () => {
  await payAndGetBack();
  const today = server.clock.now().toISOString().slice(0, 10);
  const query = { project_id: projectId, from: today, to: today, metrics: 'refunds|dau|wau' };
  const { total } = await owner.call(getStats, { query });
  expect(total).toMatchObject({ dau: 0, wau: 0 });
  expect(Number(total.refunds)).toBe(100);
});

test('a refund does not end the silence before a return', async () => {
  const { link } = await buildCampaign(owner, projectId, { network: 'META' });
  await project({ play_store_link: 'https://play.google.com/store/apps/details?id=com.kite' });
  await payAndGetBack();
  server.clock.advance(MINUTE_MS);
  const slug = link.split('/').at(-1) ?? '';
  const token = await phone.clickToken(slug);
  server.clock.advance(MINUTE_MS);
  await phone.deeplink(`${server.url}/l/${slug}?tm_click=${token}`);
  const decisions = await server.db
    .selectFrom('decisions')
    .select('kind')
    .where('project_id', '=', projectId)
    .orderBy('revision')
    .execute();
  expect(decisions.map(({ kind }) => kind)).toEqual(['install', 'reattribution']);
});
