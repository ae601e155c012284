import { listAuditLog } from '@trailmark/contract/audit-log';
import { deleteCampaign, updateCampaign } from '@trailmark/contract/campaigns';
import {
  createStoreListing,
  deleteStoreListing,
  listStoreListings,
  MAX_STORE_LISTINGS,
  type StorePlatform,
  updateStoreListing,
} from '@trailmark/contract/store-listings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { buildCampaign, buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { heardBy } from '../../testing/changes.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const APPLE = 'https://apps.apple.com/in/app/kite/id42';
const PLAY = 'https://play.google.com/store/apps/details?id=com.kite.grocery';

interface Given {
  name?: string;
  platform?: StorePlatform;
  url?: string;
}

const add = (by: TestPerson, projectId: string, given: Given = {}) =>
  by.call(createStoreListing, {
    body: { project_id: projectId, name: 'Kite on iOS', platform: 'IOS', url: APPLE, ...given },
  });
const list = (by: TestPerson, projectId: string) =>
  by.call(listStoreListings, { query: { project_id: projectId } });
const change = (by: TestPerson, projectId: string, given: Given & { id: string }) =>
  by.call(updateStoreListing, { body: { project_id: projectId, ...given } });
const remove = (by: TestPerson, projectId: string, id: string) =>
  by.call(deleteStoreListing, { query: { project_id: projectId, id } });

describe('a store listing', () => {
  test('knows the app from its address, and is listed by name', async () => {
    const { owner, projectId } = await buildProject(server);
    const ios = await add(owner, projectId);
    const android = await add(owner, projectId, { name: 'Kite on Android', platform: 'ANDROID', url: PLAY });
    expect(ios).toMatchObject({ platform: 'IOS', url: APPLE, app_id: '42', campaigns_count: 0 });
    expect(android).toMatchObject({ platform: 'ANDROID', url: PLAY, app_id: 'com.kite.grocery' });
    expect(await list(owner, projectId)).toEqual([android, ios]);
  });

  test('may have the same address as another', async () => {
    const { owner, projectId } = await buildProject(server);
    const [first, second] = [await add(owner, projectId), await add(owner, projectId)];
    expect(first.id).not.toBe(second.id);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ url: 'https://example.com/app/id42' }, 'url'],
    [{ url: PLAY }, 'url'],
    [{ platform: 'ANDROID' }, 'url'],
    [{ platform: 'WINDOWS' }, 'platform'],
    [{ url: 'javascript:alert(1)//apps.apple.com/id42' }, 'url'],
  ] as [Given, string][])('is refused with %j', async (wrong, field) => {
    const { owner, projectId } = await buildProject(server);
    await expect(add(owner, projectId, wrong)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { [field]: expect.any(String) },
    });
    expect(await list(owner, projectId)).toEqual([]);
  });

  test('is changed in what is given; one of nothing notes nothing; its platform stays', async () => {
    const { owner, projectId } = await buildProject(server);
    const made = await add(owner, projectId);
    server.clock.advance(1000);
    expect(await change(owner, projectId, { id: made.id })).toEqual(made);
    expect(await change(owner, projectId, { id: made.id, url: APPLE })).toEqual(made);
    const url = 'https://apps.apple.com/app/id43';
    const updated_at = server.clock.now().toISOString();
    expect(await change(owner, projectId, { id: made.id, url })).toEqual({
      ...made,
      url,
      app_id: '43',
      updated_at,
    });
    await expect(change(owner, projectId, { id: made.id, url: PLAY })).rejects.toMatchObject({
      fields: { url: expect.any(String) },
    });
    const { items } = await owner.call(listAuditLog, {
      query: { project_id: projectId, action: 'store_listing.updated' },
    });
    expect(items).toMatchObject([{ before: { url: APPLE, app_id: '42' }, after: { url, app_id: '43' } }]);
  });

  test('goes once no campaign leads to it', async () => {
    const { owner, projectId } = await buildProject(server);
    const { id } = await add(owner, projectId);
    const first = await buildCampaign(owner, projectId, { ios_store_listing_id: id });
    const second = await buildCampaign(owner, projectId, { ios_store_listing_id: id });
    expect(await list(owner, projectId)).toMatchObject([{ id, campaigns_count: 2 }]);
    await expect(remove(owner, projectId, id)).rejects.toMatchObject({
      code: 'conflict',
      message: /^2 campaigns/,
    });
    const ids = { project_id: projectId, campaign_id: first.campaign_id };
    await owner.call(updateCampaign, { body: { ...ids, ios_store_listing_id: null } });
    await expect(remove(owner, projectId, id)).rejects.toMatchObject({ code: 'conflict' });
    await owner.call(deleteCampaign, { query: { project_id: projectId, campaign_id: second.campaign_id } });
    expect(await remove(owner, projectId, id)).toEqual({ deleted: true });
    await expect(remove(owner, projectId, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await list(owner, projectId)).toEqual([]);
  });

  test('either stays or is not taken, when a campaign takes it while it is deleted', async () => {
    const { owner, projectId } = await buildProject(server);
    for (let round = 0; round < 5; round += 1) {
      const { id } = await add(owner, projectId);
      const [removal, taking] = await Promise.allSettled([
        remove(owner, projectId, id),
        buildCampaign(owner, projectId, { ios_store_listing_id: id }),
      ]);
      expect([removal.status, taking.status].sort()).toEqual(['fulfilled', 'rejected']);
      const failed =
        removal.status === 'rejected' ? removal.reason : (taking as PromiseRejectedResult).reason;
      expect(['conflict', 'validation_failed']).toContain(failed.code);
    }
  });

  test('is recorded, and every process is notified', async () => {
    const { owner, projectId } = await buildProject(server);
    const heard = await heardBy(server, async () => {
      const { id } = await add(owner, projectId);
      await change(owner, projectId, { id, name: 'Renamed' });
      await remove(owner, projectId, id);
    });
    expect(heard).toEqual(Array.from({ length: 3 }, () => ({ kind: 'links', projectId })));
    const { items } = await owner.call(listAuditLog, { query: { project_id: projectId } });
    const actions = items.map(({ action }) => action).filter((action) => action.startsWith('store_listing.'));
    expect(actions.sort()).toEqual(['created', 'deleted', 'updated'].map((what) => `store_listing.${what}`));
  });

  test(`is one of at most ${MAX_STORE_LISTINGS}`, async () => {
    const { owner, projectId } = await buildProject(server);
    const now = server.clock.now();
    const rows = Array.from({ length: MAX_STORE_LISTINGS - 1 }, () => ({
      project_id: projectId,
      id: newId(now),
      name: 'Page',
      platform: 'IOS',
      url: APPLE,
      created_at: now,
      updated_at: now,
    }));
    await server.db.insertInto('store_listings').values(rows).execute();
    const both = await Promise.allSettled([add(owner, projectId), add(owner, projectId)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await list(owner, projectId)).toHaveLength(MAX_STORE_LISTINGS);
  });
});

describe('postbacks of an app', () => {
  const pageOf = (app: number) => `https://apps.apple.com/app/id${app}`;
  const projectOf = async (app: number) => {
    const rows = await server.db.selectFrom('skan_apps').selectAll().where('app_id', '=', app).execute();
    return rows.map(({ project_id }) => project_id);
  };

  test('belong to the first project that lists it, and then to the next', async () => {
    const first = await buildProject(server);
    const second = await buildProject(server);
    const ours = await add(first.owner, first.projectId, { url: pageOf(777001) });
    server.clock.advance(1000);
    await add(second.owner, second.projectId, { url: pageOf(777001) });
    expect(await projectOf(777001)).toEqual([first.projectId]);
    await change(first.owner, first.projectId, { id: ours.id, url: pageOf(777002) });
    expect(await projectOf(777001)).toEqual([second.projectId]);
    expect(await projectOf(777002)).toEqual([first.projectId]);
    await remove(first.owner, first.projectId, ours.id);
    expect(await projectOf(777002)).toEqual([]);
  });

  test('are nobody’s where the number is too long to be exact', async () => {
    const { owner, projectId } = await buildProject(server);
    await add(owner, projectId, { url: 'https://apps.apple.com/app/id12345678901234567890' });
    const rows = await server.db
      .selectFrom('skan_apps')
      .selectAll()
      .where('project_id', '=', projectId)
      .execute();
    expect(rows).toEqual([]);
  });
});

describe('a store listing of another project', () => {
  test('is not there', async () => {
    const { owner, projectId } = await buildProject(server);
    const theirs = await buildProject(server);
    const { id } = await add(theirs.owner, theirs.projectId);
    await expect(change(owner, projectId, { id, name: 'Taken' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(remove(owner, projectId, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await list(owner, projectId)).toEqual([]);
  });

  test('a viewer sees and does not change; a guest sees none', async () => {
    const { owner, projectId } = await buildProject(server);
    await add(owner, projectId);
    const viewer = await buildMember(server, projectId, 'viewer');
    expect(await list(viewer, projectId)).toHaveLength(1);
    await expect(add(viewer, projectId)).rejects.toMatchObject({ code: 'forbidden' });
    const guest = await buildMember(server, projectId, 'guest');
    await expect(list(guest, projectId)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
