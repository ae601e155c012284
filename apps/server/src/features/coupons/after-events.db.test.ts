import {
  deleteCouponPool,
  importCouponCodes,
  listCouponPools,
  updateCouponPool,
} from '@trailmark/contract/coupon-pools';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, later } from '../../platform/clock.ts';
import { buildCampaign, buildLink, buildProject } from '../../testing/build.ts';
import { heardBy } from '../../testing/changes.ts';
import { buildNetwork, buildPool, type TestNetwork } from '../../testing/coupon-fixture.ts';
import { buildDevice, projectToken, type TestDevice } from '../../testing/device.ts';
import { buildServerKey } from '../../testing/server-key.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let own: Awaited<ReturnType<typeof buildProject>>;
let jio: TestNetwork;
let campaign: { campaign_id: string; display_id: string };
let token: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  own = await buildProject(server);
  jio = await buildNetwork(server, own);
  campaign = await buildCampaign(own.owner, own.projectId, { name: 'Holi' });
  token = await projectToken(own.owner, own.projectId);
});

const query = () => ({ project_id: own.projectId });
const codesOf = (count: number) => Array.from({ length: count }, (_, n) => `CODE-${n}`);
/** Made before the first call of an app, so that ingest knows its rule. */
const pool = (given: Record<string, unknown> = {}) =>
  buildPool(own, {
    networkId: jio.id,
    campaignId: campaign.campaign_id,
    codes: codesOf(3),
    after_event: 'done',
    ...given,
  });

async function opened(userId?: string, by = token): Promise<TestDevice> {
  const phone = buildDevice(server, by);
  await phone.init();
  if (userId) await phone.call('set-user-data', { user_data: { id: userId } });
  return phone;
}
async function had(phone: TestDevice, name = 'done', body = {}) {
  expect((await phone.event(name, body)).status).toBe(200);
}
const shown = async (phone: TestDevice) => (await phone.call('issued-coupons')).json.data.coupons;
const issues = () =>
  server.db
    .selectFrom('coupon_events')
    .select(['code', 'user_id', 'install_id', 'source'])
    .where('project_id', '=', own.projectId)
    .where('type', '=', 'issued')
    .orderBy('code')
    .execute();
const poolNow = async () => (await own.owner.call(listCouponPools, { query: query() })).pools[0];

describe('who has the event of a pool', () => {
  test('is given a code once, which the app can show with its link', async () => {
    const valid_to = later(server.clock.now(), DAY_MS).toISOString();
    await pool({ valid_to });
    const phone = await opened('anna');
    await had(phone, 'other');
    await server.runJobs();
    expect(await shown(phone)).toEqual([]);
    await had(phone, 'done', { event_id: 'e-1' });
    await had(phone, 'done', { event_id: 'e-1' });
    await had(phone, 'done', { event_id: 'e-2' });
    await server.runJobs();
    await had(phone, 'done', { event_id: 'e-3' });
    await had(await opened('anna'));
    await server.runJobs();
    expect(await issues()).toMatchObject([
      { code: 'CODE-0', user_id: 'anna', install_id: phone.installId, source: 'event' },
    ]);
    expect(await shown(phone)).toEqual([
      {
        code: 'CODE-0',
        campaign_id: campaign.display_id,
        campaign_name: 'Holi',
        issued_at: expect.stringMatching(/T\d\d:\d\d:\d\dZ$/),
        valid_to: valid_to.replace(/\.\d+Z$/, 'Z'),
        link: expect.stringMatching(/\/l\/[\w-]+\?coupon=CODE-0$/),
      },
    ]);
    const { rows } = await server.pool.query(
      `select install_id, data ->> 'coupon_code' as code from events where project_id = $1 and name = '$coupon_issued'`,
      [own.projectId],
    );
    expect(rows).toEqual([{ install_id: phone.installId, code: 'CODE-0' }]);
  });

  test('has it on every phone of theirs, and nobody else who uses one of them', async () => {
    await pool();
    const phone = await opened('anna');
    await had(phone);
    await server.runJobs();
    expect(await shown(await opened('anna'))).toHaveLength(1);
    await phone.call('set-user-data', { user_data: { id: 'ben' } });
    expect(await shown(phone)).toEqual([]);
    await had(phone);
    await server.runJobs();
    expect(await shown(phone)).toMatchObject([{ code: 'CODE-1' }]);
  });

  test('keeps the code of an install when they sign up', async () => {
    await pool({ after_event: '$install' });
    const phone = await opened();
    await server.runJobs();
    expect(await issues()).toMatchObject([{ user_id: null, install_id: phone.installId }]);
    await phone.call('set-user-data', { user_data: { id: 'anna' } });
    expect(await shown(phone)).toMatchObject([{ code: 'CODE-0' }]);
    const key = await buildServerKey(server, own.owner, own.projectId);
    const answer = await key.post('/v1/issue-coupon', { event_name: '$install', user_id: 'anna' });
    expect(answer.json.data).toMatchObject({ code: 'CODE-0', is_new: false });
  });

  test('gets one code whatever happens at once', async () => {
    await pool({ codes: codesOf(12) });
    const people = ['anna', 'ben', 'cem', 'dora'];
    const phones = await Promise.all(people.flatMap((name) => [opened(name), opened(name)]));
    const key = await buildServerKey(server, own.owner, own.projectId);
    await Promise.all(phones.flatMap((phone) => [had(phone), had(phone), had(phone)]));
    const ask = (user_id: string) => key.post('/v1/issue-coupon', { event_name: 'done', user_id });
    await Promise.all([...people.map(ask), server.runJobs(), server.runJobs(), server.runJobs()]);
    await server.runJobs();
    const given = await issues();
    expect(given.map(({ user_id }) => user_id).sort()).toEqual(people);
    expect(new Set(given.map(({ code }) => code)).size).toBe(4);
    expect(await poolNow()).toMatchObject({ issued: 4, waiting: 0 });
  });

  test('gets one for a sign-up, and none for what is history', async () => {
    await pool({ after_event: '$signup' });
    const key = await buildServerKey(server, own.owner, own.projectId);
    const past = '2026-01-01T10:00:00Z';
    const history = {
      installs: [{ install_instance_id: 'old', installed_at: past, platform: 'ANDROID', user_id: 'old' }],
      signups: [{ install_instance_id: 'old', user_id: 'old', occurred_at: past }],
    };
    const imported = await key.post('/project/import', history);
    expect([imported.status, imported.json.data.accepted]).toMatchObject([200, { installs: 1, signups: 1 }]);
    const phone = await opened();
    await phone.call('trigger', { user_data: { id: 'anna' } });
    await server.runJobs();
    expect((await issues()).map(({ user_id }) => user_id)).toEqual(['anna']);
  });

  test('of another project gets nothing, and sees nothing', async () => {
    await pool();
    const other = await buildProject(server);
    const otherToken = await projectToken(other.owner, other.projectId);
    await had(await opened('anna', otherToken));
    await server.runJobs();
    expect(await issues()).toEqual([]);
    const phone = await opened('anna');
    await had(phone);
    await server.runJobs();
    const same = buildDevice(server, otherToken, { installId: phone.installId });
    expect(await shown(same)).toEqual([]);
    expect(await shown(await opened('anna', otherToken))).toEqual([]);
  });
});

describe('a pool with an event', () => {
  test('that is empty refuses no event, shows who waits, and gives codes once it has some', async () => {
    const id = await pool({ codes: codesOf(1) });
    const phones = await Promise.all([opened('anna'), opened('ben'), opened()]);
    for (const phone of phones) await had(phone);
    await server.runJobs();
    expect(await poolNow()).toMatchObject({ issued: 1, free: 0, waiting: 2 });
    await own.owner.call(importCouponCodes, {
      params: { pool_id: id },
      query: query(),
      body: { csv: 'code\nMORE-1\nMORE-2\nMORE-3' },
    });
    await server.runJobs();
    expect(await poolNow()).toMatchObject({ issued: 3, free: 1, waiting: 0 });
    const codes = await Promise.all(phones.map(async (phone) => (await shown(phone))[0]?.code));
    expect(codes.sort()).toEqual(['CODE-0', 'MORE-1', 'MORE-2']);
  });

  test('that is over, not open yet or closed gives nothing', async () => {
    const yesterday = later(server.clock.now(), -DAY_MS).toISOString();
    const tomorrow = later(server.clock.now(), DAY_MS).toISOString();
    await pool({ codes: ['OVER-1'], after_event: 'over', valid_to: yesterday });
    await pool({ codes: ['SOON-1'], after_event: 'soon', valid_from: tomorrow });
    await pool({ codes: ['SHUT-1'], after_event: 'shut', state: 'closed' });
    const phone = await opened('anna');
    for (const name of ['over', 'soon', 'shut']) await had(phone, name);
    await server.runJobs();
    expect(await issues()).toEqual([]);
  });

  test('that is closed between the event and the job lets nobody wait', async () => {
    const id = await pool({ codes: [] });
    const phone = await opened('anna');
    await had(phone);
    await server.runJobs();
    expect(await poolNow()).toMatchObject({ waiting: 1 });
    const of = { params: { pool_id: id }, query: query() };
    await own.owner.call(updateCouponPool, { ...of, body: { state: 'closed' } });
    expect(await poolNow()).toMatchObject({ waiting: 0, state: 'closed' });
  });

  test('is announced to all who take events in', async () => {
    let id = '';
    const make = async () => {
      id = await pool();
    };
    const change = { kind: 'project', projectId: own.projectId };
    expect(await heardBy(server, make)).toContainEqual(change);
    const of = { params: { pool_id: id }, query: query() };
    const heard = await heardBy(server, async () => {
      await own.owner.call(updateCouponPool, { ...of, body: { after_event: null } });
    });
    expect(heard).toContainEqual(change);
    expect(await heardBy(server, async () => void (await own.owner.call(deleteCouponPool, of)))).toEqual([]);
  });
});

test('a pool hands its codes out with a link of its own campaign', async () => {
  const link = await buildLink(own.owner, {
    projectId: own.projectId,
    campaignId: campaign.campaign_id,
  });
  const other = await buildCampaign(own.owner, own.projectId, { name: 'Diwali' });
  const id = await pool({ link_id: link.link_id });
  const phone = await opened('anna');
  await had(phone);
  await server.runJobs();
  expect((await shown(phone))[0].link).toMatch(new RegExp(`/l/${link.slug}\\?coupon=CODE-0$`));
  const of = { params: { pool_id: id }, query: query() };
  const refused = own.owner.call(updateCouponPool, { ...of, body: { link_id: other.default_link_id } });
  await expect(refused).rejects.toMatchObject({ fields: { link_id: expect.any(String) } });
  await own.owner.call(updateCouponPool, { ...of, body: { link_id: null } });
  expect((await shown(phone))[0].link).not.toContain(link.slug);
});
