import { listAuditLog } from '@trailmark/contract/audit-log';
import { listCampaigns } from '@trailmark/contract/campaign-report';
import {
  archiveCampaign,
  type CampaignForm,
  createCampaign,
  deleteCampaign,
  duplicateCampaign,
  getCampaign,
  updateCampaign,
} from '@trailmark/contract/campaigns';
import { listLinks } from '@trailmark/contract/links';
import { createStoreListing, type StorePlatform } from '@trailmark/contract/store-listings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, later } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { buildCampaign, buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { heardBy } from '../../testing/changes.ts';
import { plantCounts } from '../../testing/plant-counts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const single = (by: TestPerson, projectId: string, campaignId: string) =>
  by.call(getCampaign, { query: { project_id: projectId, campaign_id: campaignId } });
const change = (
  by: TestPerson,
  ids: { projectId: string; campaignId: string },
  form: Partial<CampaignForm>,
) => by.call(updateCampaign, { body: { project_id: ids.projectId, campaign_id: ids.campaignId, ...form } });
const remove = (by: TestPerson, projectId: string, campaignId: string) =>
  by.call(deleteCampaign, { query: { project_id: projectId, campaign_id: campaignId } });
const archive = (by: TestPerson, ids: { projectId: string; campaignId: string }, archived: boolean) =>
  by.call(archiveCampaign, { body: { project_id: ids.projectId, campaign_id: ids.campaignId, archived } });

const STORE_URL: Record<StorePlatform, string> = {
  IOS: 'https://apps.apple.com/app/id42',
  ANDROID: 'https://play.google.com/store/apps/details?id=com.kite.grocery',
};
const listing = (by: TestPerson, projectId: string, platform: StorePlatform) =>
  by.call(createStoreListing, {
    body: { project_id: projectId, name: platform, platform, url: STORE_URL[platform] },
  });

async function auditOf(by: TestPerson, projectId: string) {
  const { items } = await by.call(listAuditLog, { query: { project_id: projectId, limit: 100 } });
  return items.filter(({ action }) => action.startsWith('campaign.'));
}

async function build(given: Partial<CampaignForm> = {}) {
  const { owner, projectId } = await buildProject(server);
  const campaign = await buildCampaign(owner, projectId, given);
  return { owner, projectId, campaign, campaignId: campaign.campaign_id };
}

describe('a new campaign', () => {
  test('has what the form says, a display id, and a default link', async () => {
    const { owner, projectId } = await buildProject(server);
    const ios = await listing(owner, projectId, 'IOS');
    const android = await listing(owner, projectId, 'ANDROID');
    const expires_at = '2031-01-01T00:00:00.000Z';
    const form = {
      name: 'Diwali on Instagram',
      active: false,
      network: 'OTHER',
      network_name: 'Moj',
      owned_media: true,
      desktop_redirect: 'https://kite.example/diwali',
      ios_web_redirect: 'https://kite.example/ios',
      android_web_redirect: 'http://kite.example/android',
      ios_store_listing_id: ios.id,
      android_store_listing_id: android.id,
      deep_link: 'kite://diwali',
      deferred_deep_link: 'kite://diwali?first=1',
      passthrough: ['sub_1'],
      windows: { click_hours: 48 },
      tags: ['Diwali', 'India'],
      expires_at,
    } as const;
    const made = await owner.call(createCampaign, {
      body: {
        project_id: projectId,
        ...form,
        passthrough: [...form.passthrough],
        tags: [...form.tags],
        utm: { source: 'moj', medium: '' },
      },
    });
    const utm = { source: 'moj', medium: null, campaign: null, content: null, term: null };
    expect(made).toMatchObject({ ...form, utm, links_count: 1, archived_at: null, created_by: owner.email });
    expect(made.display_id).toMatch(/^[1-9A-HJ-NP-Za-km-z]{7}$/);
    expect(await single(owner, projectId, made.campaign_id)).toEqual(made);
    const links = await owner.call(listLinks, {
      query: { project_id: projectId, campaign_id: made.campaign_id },
    });
    expect(links).toMatchObject([{ link_id: made.default_link_id, is_default: true, active: true }]);
    expect(made.link).toBe(links[0]?.urls.short);
    expect(made.link).toMatch(new RegExp(`^${server.url}/l/[1-9A-HJ-NP-Za-km-z]{7}$`));
  });

  test('needs nothing but a name', async () => {
    const { campaign } = await build({ name: 'Plain' });
    expect(campaign).toMatchObject({ name: 'Plain', active: true, network: 'NONE', network_name: null });
    expect(campaign).toMatchObject({
      windows: {},
      tags: [],
      passthrough: [],
      expires_at: null,
      deep_link: null,
    });
  });

  test('is recorded, and every process is notified', async () => {
    const { owner, projectId } = await buildProject(server);
    const heard = await heardBy(server, async () => {
      await buildCampaign(owner, projectId, { name: 'Noted', network: 'META', tags: ['a', 'b'] });
    });
    expect(heard).toEqual([{ kind: 'links', projectId }]);
    expect(await auditOf(owner, projectId)).toMatchObject([
      { action: 'campaign.created', target: 'Noted', after: { network: 'META', tags: 'a, b' } },
    ]);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ network: 'META', network_name: 'Moj' }, 'network_name'],
    [{ display_id: 'two words' }, 'display_id'],
    [{ desktop_redirect: 'javascript:alert(1)' }, 'desktop_redirect'],
    [{ ios_web_redirect: 'kite://x' }, 'ios_web_redirect'],
    [{ deep_link: 'data:text/html,x' }, 'deep_link'],
    [{ deferred_deep_link: 'file:///etc/passwd' }, 'deferred_deep_link'],
    [{ deep_link: 'kite://a\nb' }, 'deep_link'],
    [{ windows: { click_hours: 721 } }, 'windows.click_hours'],
    [{ ios_store_listing_id: newId(new Date()) }, 'ios_store_listing_id'],
    [{ skan_ids: ['523'] }, 'skan_ids.0'],
    [{ skan_network_id: 'meta' }, 'skan_network_id'],
  ] as [Partial<CampaignForm>, string][])('is refused with %j', async (wrong, field) => {
    const { owner, projectId } = await buildProject(server);
    await expect(buildCampaign(owner, projectId, wrong)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { [field]: expect.any(String) },
    });
    const { items } = await owner.call(listCampaigns, { query: { project_id: projectId } });
    expect(items).toEqual([]);
  });

  test('leads to no store listing of another project, nor to one of another platform', async () => {
    const { owner, projectId } = await buildProject(server);
    const theirs = await buildProject(server);
    const foreign = await listing(theirs.owner, theirs.projectId, 'IOS');
    const android = await listing(owner, projectId, 'ANDROID');
    for (const id of [foreign.id, android.id]) {
      await expect(buildCampaign(owner, projectId, { ios_store_listing_id: id })).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { ios_store_listing_id: expect.any(String) },
      });
    }
  });
});

describe('a display id', () => {
  test('is one in the project, whatever its case, and may be used in another', async () => {
    const { owner, projectId } = await build({ display_id: 'Diwali.2025' });
    const again = buildCampaign(owner, projectId, { display_id: 'diwali.2025' });
    await expect(again).rejects.toMatchObject({ code: 'conflict', fields: { display_id: 'is taken' } });
    const elsewhere = await build({ display_id: 'Diwali.2025' });
    expect(elsewhere.campaign.display_id).toBe('Diwali.2025');
  });

  test('cannot be changed to one that is taken, and nothing else of that change happens', async () => {
    const { owner, projectId } = await build({ display_id: 'first' });
    const second = await buildCampaign(owner, projectId, { name: 'Second', display_id: 'second' });
    const ids = { projectId, campaignId: second.campaign_id };
    await expect(change(owner, ids, { name: 'Other', display_id: 'FIRST' })).rejects.toMatchObject({
      code: 'conflict',
      fields: { display_id: 'is taken' },
    });
    expect(await single(owner, projectId, second.campaign_id)).toEqual(second);
    expect((await change(owner, ids, { display_id: 'Second' })).display_id).toBe('Second');
  });

  test('is given to one of two that ask for it at the same moment', async () => {
    const { owner, projectId } = await buildProject(server);
    const both = await Promise.allSettled(
      ['same', 'SAME'].map((display_id) => buildCampaign(owner, projectId, { display_id })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const failed = both.find((one) => one.status === 'rejected');
    expect(failed?.reason).toMatchObject({ code: 'conflict' });
  });
});

describe('a change', () => {
  test('leaves what it does not name, and an empty one changes and notes nothing', async () => {
    const { owner, projectId, campaign, campaignId } = await build({
      deep_link: 'kite://a',
      tags: ['a'],
      utm: { source: 's', term: 't' },
      windows: { view_hours: 1 },
    });
    server.clock.advance(1000);
    expect(await change(owner, { projectId, campaignId }, {})).toEqual(campaign);
    expect(await change(owner, { projectId, campaignId }, { name: campaign.name, tags: ['a'] })).toEqual(
      campaign,
    );
    const renamed = await change(owner, { projectId, campaignId }, { name: 'Renamed' });
    expect(renamed).toEqual({ ...campaign, name: 'Renamed', updated_at: server.clock.now().toISOString() });
    server.clock.advance(1);
    const cleared = await change(owner, { projectId, campaignId }, { deep_link: '', tags: [], utm: {} });
    expect(cleared).toMatchObject({ deep_link: null, tags: [], windows: { view_hours: 1 } });
    expect(Object.values(cleared.utm)).toEqual([null, null, null, null, null]);
    expect(await auditOf(owner, projectId)).toMatchObject([
      { action: 'campaign.updated', before: { deep_link: 'kite://a', tags: 'a', utm_source: 's' } },
      { action: 'campaign.updated', before: { name: campaign.name }, after: { name: 'Renamed' } },
      { action: 'campaign.created' },
    ]);
  });

  test('of the windows makes a new version, and only that', async () => {
    const { owner, projectId, campaignId } = await build({ windows: { click_hours: 24, view_hours: 1 } });
    const ids = { projectId, campaignId };
    const versionAfter = async (form: Partial<CampaignForm>) => {
      await change(owner, ids, form);
      const row = await server.db
        .selectFrom('campaigns')
        .select('windows_version')
        .where('id', '=', campaignId)
        .executeTakeFirstOrThrow();
      return row.windows_version;
    };
    expect(await versionAfter({ name: 'Other' })).toBe(1);
    expect(await versionAfter({ windows: { view_hours: 1, click_hours: 24 } })).toBe(1);
    expect(await versionAfter({ windows: { view_hours: 2, click_hours: 24 } })).toBe(2);
    expect(await versionAfter({ windows: {} })).toBe(3);
    expect((await single(owner, projectId, campaignId)).windows).toEqual({});
  });

  test('to another network forgets the name of the old one', async () => {
    const { owner, projectId, campaignId } = await build({ network: 'OTHER', network_name: 'Moj' });
    const ids = { projectId, campaignId };
    expect((await change(owner, ids, { name: 'x' })).network_name).toBe('Moj');
    expect(await change(owner, ids, { network: 'META' })).toMatchObject({
      network: 'META',
      network_name: null,
    });
    await expect(change(owner, ids, { network_name: 'Moj' })).rejects.toMatchObject({
      fields: { network_name: expect.any(String) },
    });
  });

  test('takes no store listing of another project', async () => {
    const { owner, projectId, campaignId } = await build();
    const theirs = await buildProject(server);
    const foreign = await listing(theirs.owner, theirs.projectId, 'ANDROID');
    const taken = change(owner, { projectId, campaignId }, { android_store_listing_id: foreign.id });
    await expect(taken).rejects.toMatchObject({ fields: { android_store_listing_id: expect.any(String) } });
  });

  test('tells every process', async () => {
    const { owner, projectId, campaignId } = await build();
    const heard = await heardBy(server, async () => {
      await change(owner, { projectId, campaignId }, { active: false });
      await archive(owner, { projectId, campaignId }, true);
      await remove(owner, projectId, campaignId);
    });
    expect(heard).toEqual(Array.from({ length: 3 }, () => ({ kind: 'links', projectId })));
  });
});

describe('a campaign of another project', () => {
  test('is not there, whatever is asked of it', async () => {
    const { owner, projectId } = await buildProject(server);
    const theirs = await build();
    const ids = { projectId, campaignId: theirs.campaignId };
    const body = { project_id: projectId, campaign_id: theirs.campaignId };
    const attempts = [
      () => single(owner, projectId, theirs.campaignId),
      () => change(owner, ids, { name: 'Taken over' }),
      () => archive(owner, ids, true),
      () => remove(owner, projectId, theirs.campaignId),
      () => owner.call(duplicateCampaign, { body }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    expect(await single(theirs.owner, theirs.projectId, theirs.campaignId)).toEqual(theirs.campaign);
  });
});

describe('deleting', () => {
  test('removes a campaign that was never used, with its links and slugs', async () => {
    const { owner, projectId, campaignId } = await build();
    server.clock.advance(1);
    expect(await remove(owner, projectId, campaignId)).toEqual({ deleted: true });
    await expect(single(owner, projectId, campaignId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove(owner, projectId, campaignId)).rejects.toMatchObject({ code: 'not_found' });
    const slugs = await server.db
      .selectFrom('slugs')
      .selectAll()
      .where('project_id', '=', projectId)
      .execute();
    expect(slugs).toEqual([]);
    expect((await auditOf(owner, projectId))[0]).toMatchObject({ action: 'campaign.deleted' });
  });

  const counted = {
    local_date: '2025-01-01',
    country: '',
    event_name: '',
    currency: '',
    count: 1,
    amount: 0,
  };

  test.each(['installs', 'rollup_days', 'rollup_deltas'] as const)(
    'is refused once there is a row in %s, and advises to archive',
    async (table) => {
      const { owner, projectId, campaign, campaignId } = await build();
      const now = server.clock.now();
      const of = { project_id: projectId, campaign_id: campaignId, link_id: campaign.default_link_id };
      const source = { ...of, network: 'NONE', platform: 'android' };
      if (table === 'installs') {
        const times = { first_seen_at: now, updated_at: now };
        await server.db
          .insertInto('installs')
          .values({ ...source, ...times, install_id: 'one', country: '' })
          .execute();
      } else if (table === 'rollup_days') {
        await server.db
          .insertInto('rollup_days')
          .values({ ...source, ...counted, metric: 'clicks' })
          .execute();
      } else {
        await plantCounts(server, projectId, [{ date: counted.local_date, metric: 'clicks', campaign }]);
      }
      const refused = remove(owner, projectId, campaignId);
      await expect(refused).rejects.toMatchObject({ code: 'conflict', message: /[Aa]rchive/ });
      expect(await single(owner, projectId, campaignId)).toEqual(campaign);
    },
  );
});

describe('archiving', () => {
  test('puts a campaign away and brings it back; a repeat is no change', async () => {
    const { owner, projectId, campaignId } = await build();
    const ids = { projectId, campaignId };
    server.clock.advance(1);
    const away = await archive(owner, ids, true);
    expect(away.archived_at).toBe(server.clock.now().toISOString());
    server.clock.advance(1000);
    expect(await archive(owner, ids, true)).toEqual(away);
    expect((await archive(owner, ids, false)).archived_at).toBeNull();
    expect((await auditOf(owner, projectId)).map(({ action }) => action)).toEqual([
      'campaign.unarchived',
      'campaign.archived',
      'campaign.created',
    ]);
  });
});

describe('a copy', () => {
  test('has all but the name, the display id, the link and the SKAN ids', async () => {
    const { owner, projectId, campaign, campaignId } = await build({
      display_id: 'original',
      network: 'OTHER',
      network_name: 'Moj',
      tags: ['a'],
      utm: { source: 's' },
      windows: { click_hours: 1 },
      deep_link: 'kite://a',
      passthrough: ['p'],
      skan_network_id: 'ABC123.skadnetwork',
      skan_ids: ['0039', '39', '39'],
    });
    expect(campaign).toMatchObject({ skan_network_id: 'abc123.skadnetwork', skan_ids: ['0039', '39'] });
    await archive(owner, { projectId, campaignId }, true);
    const body = { project_id: projectId, campaign_id: campaignId };
    const copy = await owner.call(duplicateCampaign, { body });
    const { campaign_id, display_id, link, default_link_id } = copy;
    const own = { campaign_id, display_id, link, default_link_id };
    expect(copy).toEqual({ ...campaign, ...own, skan_ids: [], name: `Copy of ${campaign.name}` });
    for (const [name, value] of Object.entries(own)) expect(value).not.toBe(campaign[name as 'link']);
    const named = await owner.call(duplicateCampaign, { body: { ...body, name: 'Holi' } });
    expect(named.name).toBe('Holi');
  });

  test('of a long name fits, and does not begin expired', async () => {
    const soon = later(server.clock.now(), DAY_MS).toISOString();
    const { owner, projectId, campaignId } = await build({ name: 'x'.repeat(120), expires_at: soon });
    const body = { project_id: projectId, campaign_id: campaignId };
    const copy = await owner.call(duplicateCampaign, { body });
    expect(copy).toMatchObject({ name: `Copy of ${'x'.repeat(112)}`, expires_at: soon });
    server.clock.advance(DAY_MS);
    expect((await owner.call(duplicateCampaign, { body })).expires_at).toBeNull();
  });
});

describe('the list', () => {
  async function buildCampaigns() {
    const { owner, projectId } = await buildProject(server);
    const names = ['Alpha', 'Beta 100%', 'Gamma_ray', 'Delta'];
    const forms: Partial<CampaignForm>[] = [
      { network: 'META', tags: ['North', 'Diwali'] },
      { active: false, network: 'GOOGLE' },
      { display_id: 'special-one' },
      {},
    ];
    for (const [at, name] of names.entries()) {
      server.clock.advance(1);
      const { campaign_id } = await buildCampaign(owner, projectId, { ...forms[at], name });
      if (name === 'Delta') await archive(owner, { projectId, campaignId: campaign_id }, true);
    }
    const find = async (query: object) => {
      const { items } = await owner.call(listCampaigns, { query: { project_id: projectId, ...query } });
      return items.map(({ name }) => name);
    };
    return { owner, projectId, find };
  }

  test('has what is not archived, newest first, or what the filter says', async () => {
    const { find } = await buildCampaigns();
    expect(await find({})).toEqual(['Gamma_ray', 'Beta 100%', 'Alpha']);
    expect(await find({ filter: 'ALL' })).toEqual(['Delta', 'Gamma_ray', 'Beta 100%', 'Alpha']);
    expect(await find({ filter: 'ACTIVE' })).toEqual(['Gamma_ray', 'Alpha']);
    expect(await find({ filter: 'INACTIVE' })).toEqual(['Beta 100%']);
    expect(await find({ filter: 'ARCHIVED' })).toEqual(['Delta']);
  });

  test('is searched by name, display id and tag, and narrowed by network and tag', async () => {
    const { find } = await buildCampaigns();
    expect(await find({ search: 'alph' })).toEqual(['Alpha']);
    expect(await find({ search: 'SPECIAL' })).toEqual(['Gamma_ray']);
    expect(await find({ search: 'diw' })).toEqual(['Alpha']);
    expect(await find({ search: '0%' })).toEqual(['Beta 100%']);
    expect(await find({ search: '_' })).toEqual(['Gamma_ray']);
    expect(await find({ search: '\\' })).toEqual([]);
    expect(await find({ search: '' })).toHaveLength(3);
    expect(await find({ network: 'GOOGLE' })).toEqual(['Beta 100%']);
    expect(await find({ tag: 'North' })).toEqual(['Alpha']);
    expect(await find({ tag: 'Nor' })).toEqual([]);
    expect(await find({ tag: 'North', network: 'GOOGLE' })).toEqual([]);
  });

  test('comes in pages that hold each campaign once', async () => {
    const { owner, projectId, find } = await buildCampaigns();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { project_id: projectId, limit: 2, ...(cursor ? { cursor } : {}) };
      const page = await owner.call(listCampaigns, { query });
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map(({ name }) => name));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(await find({}));
  });

  test('holds nothing of another project', async () => {
    const { owner, projectId } = await buildProject(server);
    await build();
    expect(await owner.call(listCampaigns, { query: { project_id: projectId } })).toMatchObject({
      items: [],
      next_cursor: null,
      count: 0,
    });
  });
});

describe('who sees what', () => {
  test('a guest sees no campaign and finds none', async () => {
    const { projectId, campaignId } = await build();
    const guest = await buildMember(server, projectId, 'guest');
    const { items } = await guest.call(listCampaigns, { query: { project_id: projectId, filter: 'ALL' } });
    expect(items).toEqual([]);
    await expect(single(guest, projectId, campaignId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(change(guest, { projectId, campaignId }, {})).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('a viewer sees and does not change; a member changes', async () => {
    const { projectId, campaign, campaignId } = await build();
    const viewer = await buildMember(server, projectId, 'viewer');
    expect(await single(viewer, projectId, campaignId)).toEqual(campaign);
    await expect(change(viewer, { projectId, campaignId }, {})).rejects.toMatchObject({ code: 'forbidden' });
    const member = await buildMember(server, projectId, 'member');
    expect((await change(member, { projectId, campaignId }, { name: 'By a member' })).name).toBe(
      'By a member',
    );
  });
});
