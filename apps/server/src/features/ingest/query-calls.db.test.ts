import { listAuditLog } from '@trailmark/contract/audit-log';
import { listCampaigns } from '@trailmark/contract/campaign-report';
import { archiveCampaign } from '@trailmark/contract/campaigns';
import { updateProject } from '@trailmark/contract/projects';
import { getAttributionResult, listAttributedUsers, ServerCampaign } from '@trailmark/contract/server-api';
import { createStoreListing } from '@trailmark/contract/store-listings';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { buildCampaign, buildProject, type TestPerson } from '../../testing/build.ts';
import { buildDevice, projectToken } from '../../testing/device.ts';
import { buildServerKey, type TestServerKey } from '../../testing/server-key.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
let token: string;
let key: TestServerKey;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T10:00:00Z'));
  ({ owner, projectId } = await buildProject(server));
  token = await projectToken(owner, projectId);
  key = await buildServerKey(server, owner, projectId);
  const play_store_link = 'https://play.google.com/store/apps/details?id=com.kite';
  await owner.call(updateProject, { body: { project_id: projectId, play_store_link } });
});

async function install(campaign: { link: string }, query = '') {
  const phone = buildDevice(server, token);
  const click = await phone.clickToken(campaign.link.split('/').at(-1) ?? '', query);
  server.clock.advance(MINUTE_MS);
  await phone.init({ install_referrer: `tm_click=${click}` });
  return phone;
}

describe('attributed users', () => {
  test('are the installs of a campaign, newest first, page by page', async () => {
    const campaign = await buildCampaign(owner, projectId, { network: 'META' });
    const other = await buildCampaign(owner, projectId);
    const phones = [await install(campaign), await install(campaign), await install(campaign)];
    await install(other);
    await buildDevice(server, token).init();
    const signup = { user_data: { id: 'u1', email: 'a@example.com', name: 'Asha' }, data: {} };
    await phones[0]?.call('trigger', signup);

    const query = { display_id: campaign.display_id.toUpperCase(), limit: '2' };
    const first = await key.get('/v1/attributed-users', query);
    expect(first.status, JSON.stringify(first.json)).toBe(200);
    const { next_cursor: cursor } = first.json.data;
    const second = await key.get('/v1/attributed-users', { ...query, cursor });
    const paged = await key.get('/v1/attributed-users', { ...query, page: '2' });
    const ids = (answer: typeof first) =>
      answer.json.data.items.map((one: { install_instance_id: string }) => one.install_instance_id);
    expect(ids(first)).toEqual([phones[2]?.installId, phones[1]?.installId]);
    expect(ids(second)).toEqual([phones[0]?.installId]);
    expect(second.json.data.next_cursor).toBeNull();
    expect(paged.json.data).toEqual(second.json.data);
    const items = listAttributedUsers.response.parse(second.json.data).items;
    expect(items).toEqual(second.json.data.items);
    expect(items[0]).toMatchObject({
      user_id: 'u1',
      email: 'a@example.com',
      name: 'Asha',
      kind: 'install',
      match_type: 'click_id',
      ad_network: 'META',
      platform: 'android',
      verdict: 'clean',
      installed_at: '2026-03-10T10:01:00.000Z',
      store_click_at: '2026-03-10T10:00:00.000Z',
    });
  });

  test('can be those of a time', async () => {
    const campaign = await buildCampaign(owner, projectId);
    await install(campaign);
    server.clock.advance(HOUR_MS);
    const late = await install(campaign);
    const answer = await key.get('/v1/attributed-users', {
      display_id: campaign.display_id,
      start_timestamp: '2026-03-10T16:00:00+05:30',
      end_timestamp: '2026-03-10T12:00:00Z',
    });
    expect(answer.json.data.items).toMatchObject([{ install_instance_id: late.installId }]);
  });

  test.each([
    [{ display_id: 'nobody' }, 404, undefined],
    [{}, 400, 'display_id'],
    [{ display_id: 'a', limit: '1001' }, 400, 'limit'],
    [{ display_id: 'a', page: '0' }, 400, 'page'],
    [{ display_id: 'a', page: '1', cursor: 'x' }, 400, 'page'],
    [{ display_id: 'a', start_timestamp: 'yesterday' }, 400, 'start_timestamp'],
    [
      { display_id: 'a', start_timestamp: '2026-02-01T00:00:00Z', end_timestamp: '2026-01-01T00:00:00Z' },
      400,
      'end_timestamp',
    ],
  ])('refuse %j', async (query, status, field) => {
    const answer = await key.get('/v1/attributed-users', query as unknown as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.json.error.fields ?? {})).toEqual(field ? [field] : []);
  });

  test('refuse a cursor that is none', async () => {
    const { display_id } = await buildCampaign(owner, projectId);
    const answer = await key.get('/v1/attributed-users', { display_id, cursor: 'bm90IG9uZQ' });
    expect([answer.status, answer.json.error.fields]).toEqual([400, { cursor: 'is not a cursor' }]);
  });

  test('of another project do not exist', async () => {
    const stranger = await buildProject(server);
    const { display_id } = await buildCampaign(stranger.owner, stranger.projectId);
    expect((await key.get('/v1/attributed-users', { display_id })).status).toBe(404);
  });
});

describe('the result of an attribution', () => {
  test('is found by any id of the device, and by the user', async () => {
    const campaign = await buildCampaign(owner, projectId, { network: 'GOOGLE', name: 'Spring' });
    const phone = await install(campaign, '?utm_term=kites');
    await phone.call('set-user-data', { user_data: { id: 'u7' } });
    const expected = {
      install_instance_id: phone.installId,
      user_id: 'u7',
      attribution_type: 'INORGANIC',
      match_type: 'click_id',
      ad_network: 'GOOGLE',
      campaign_id: campaign.display_id,
      campaign_name: 'Spring',
      ad_set: null,
      creative: null,
      keyword: 'kites',
      deeplink: null,
      installed_at: '2026-03-10T10:01:00.000Z',
      store_click_at: '2026-03-10T10:00:00.000Z',
    };
    for (const query of [
      { device_identifier: phone.installId },
      { device_identifier: phone.advertisingId.toUpperCase() },
      { user_id: 'u7' },
    ]) {
      const answer = await key.get('/v1/get-attribution-result', query as unknown as Record<string, string>);
      expect(getAttributionResult.response.parse(answer.json.data)).toEqual(expected);
    }
  });

  test('of who came by themselves says so; of who is not known is null', async () => {
    const phone = buildDevice(server, token);
    await phone.init();
    const known = await key.get('/v1/get-attribution-result', { device_identifier: phone.installId });
    expect(known.json.data).toMatchObject({
      attribution_type: 'ORGANIC',
      ad_network: null,
      campaign_id: null,
    });
    const unknown = await key.get('/v1/get-attribution-result', { user_id: 'nobody' });
    expect([unknown.status, unknown.json]).toEqual([200, { msg: 'ok', status: 200, data: null }]);
  });

  test.each([{}, { user_id: 'u', device_identifier: 'd' }])('is not given for %j', async (query) => {
    const answer = await key.get('/v1/get-attribution-result', query as Record<string, string>);
    expect([answer.status, Object.keys(answer.json.error.fields)]).toEqual([400, ['user_id']]);
  });
});

describe('campaigns made by a server', () => {
  const create = (body: Record<string, unknown>) => key.post('/v1/create-campaign', body);

  test('are campaigns like others, with the key in the audit log', async () => {
    const listing = await owner.call(createStoreListing, {
      body: {
        project_id: projectId,
        platform: 'ANDROID',
        name: 'Kite Lite',
        url: 'https://play.google.com/store/apps/details?id=com.kite.lite',
      },
    });
    const answer = await create({
      name: 'Holi',
      deeplink: 'kite://holi',
      link_for_desktop_users: 'https://kite.example/holi',
      custom_display_id: 'holi-26',
      store_listing_ids: [listing.id],
    });
    expect(answer.status, JSON.stringify(answer.json)).toBe(200);
    const made = ServerCampaign.parse(answer.json.data);
    expect(made).toMatchObject({
      name: 'Holi',
      display_id: 'holi-26',
      deeplink: 'kite://holi',
      active: true,
      domain: null,
      website: 'https://kite.example/holi',
      attributed_users: 0,
      domain_links: [],
      store_listings: [{ id: listing.id, platform: 'ANDROID', name: 'Kite Lite' }],
    });
    const { items } = await owner.call(listCampaigns, { query: { project_id: projectId } });
    expect(items).toMatchObject([{ campaign_id: made.id, link: made.link, created_by: null }]);
    const log = await owner.call(listAuditLog, {
      query: { project_id: projectId, action: 'campaign.created' },
    });
    const actor = { user_id: null, email: `private key ${key.key.slice(0, 10)}…` };
    expect(log.items).toMatchObject([{ target: 'Holi', actor }]);
    expect(JSON.stringify(log)).not.toContain(key.key);
  });

  test('can have their link on the project’s own host', async () => {
    const domain = `go-${projectId}.example.com`;
    const now = server.clock.now();
    await server.db
      .insertInto('link_hosts')
      .values({ host: domain, project_id: projectId, domain_id: newId(now), created_at: now })
      .execute();
    const short = (await create({ name: 'A', domain: domain.toUpperCase() })).json.data;
    expect(short.link).toBe(short.domain_links[0]);
    expect(short).toMatchObject({ domain, link: expect.stringMatching(`^https://${domain}/[\\w-]+$`) });
    const named = (await create({ name: 'B', domain, is_shortlink: false, custom_display_id: 'b1' })).json;
    expect(named.data.link).toBe(`https://${domain}/?c=b1`);
  });

  test.each([
    [{}, 'name'],
    [{ name: 'A', deeplink: 'javascript:alert(1)' }, 'deeplink'],
    [{ name: 'A', custom_display_id: 'a b' }, 'custom_display_id'],
    [{ name: 'A', domain: 'google.com' }, 'domain'],
    [{ name: 'A', store_listing_ids: ['00000000-0000-7000-8000-000000000000'] }, 'store_listing_ids'],
  ])('are not made of %j', async (body, field) => {
    const answer = await create(body);
    expect([answer.status, Object.keys(answer.json.error.fields)]).toEqual([400, [field]]);
  });

  test('do not share a display id', async () => {
    await create({ name: 'A', custom_display_id: 'same' });
    const answer = await create({ name: 'B', custom_display_id: 'SAME' });
    expect([answer.status, answer.json.error.fields]).toEqual([409, { custom_display_id: 'is taken' }]);
  });
});

describe('the list of campaigns', () => {
  test('goes by filter and page, and counts installs as numbers', async () => {
    const active = await buildCampaign(owner, projectId, { name: 'Active', network: 'META' });
    server.clock.advance(MINUTE_MS);
    const inactive = await buildCampaign(owner, projectId, { name: 'Inactive', active: false });
    server.clock.advance(MINUTE_MS);
    const archived = await buildCampaign(owner, projectId, { name: 'Archived' });
    await install(active);
    await install(active);
    const put = { project_id: projectId, campaign_id: archived.campaign_id, archived: true };
    await owner.call(archiveCampaign, { body: put });
    const names = async (query: Record<string, string>) =>
      (await key.get('/v1/campaigns', query)).json.data.items.map((one: { name: string }) => one.name);
    expect(await names({})).toEqual(['Archived', 'Inactive', 'Active']);
    expect(await names({ filter: 'ACTIVE' })).toEqual(['Active']);
    expect(await names({ filter: 'INACTIVE' })).toEqual(['Inactive']);
    expect(await names({ channel: 'META' })).toEqual(['Active']);
    const { items, next_cursor: cursor } = (await key.get('/v1/campaigns', { limit: '2' })).json.data;
    expect(items[1].id).toBe(inactive.campaign_id);
    const last = (await key.get('/v1/campaigns', { limit: '2', cursor })).json.data;
    expect(last).toMatchObject({ next_cursor: null, items: [{ name: 'Active', attributed_users: 2 }] });
    expect((await key.get('/v1/campaigns', { filter: 'OLD' })).status).toBe(400);
  });
});
