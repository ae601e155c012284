import { type AdPartKind, updateAdPart } from '@trailmark/contract/ad-parts';
import { listAuditLog } from '@trailmark/contract/audit-log';
import { type CampaignGroup, listCampaigns } from '@trailmark/contract/campaign-report';
import { archiveCampaign, type Campaign, MAX_TAGS } from '@trailmark/contract/campaigns';
import { getExplainedChange } from '@trailmark/contract/explain-change';
import { type Link, listLinks, MAX_LINKS, switchLinks, updateLink } from '@trailmark/contract/links';
import { listRows } from '@trailmark/contract/rows';
import { addCampaignMember } from '@trailmark/contract/sharing';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPartitions } from '../../db/partitions.ts';
import { newId } from '../../platform/ids.ts';
import { buildCampaign, buildLink, buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { heardBy } from '../../testing/changes.ts';
import { plantCounts } from '../../testing/plant-counts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const DATE = '2026-03-10';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
let summer: Campaign;
let winter: Campaign;
/** Reel is in both campaigns, Still in winter alone. */
let links: Record<'reelInSummer' | 'reelInWinter' | 'still', Link>;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T06:00:00Z'));
  ({ owner, projectId } = await buildProject(server));
  summer = await buildCampaign(owner, projectId, { name: 'Summer', network: 'META', tags: ['sale'] });
  winter = await buildCampaign(owner, projectId, { name: 'Winter', network: 'GOOGLE' });
  const link = (of: Campaign, creative: string, ad_set: string) =>
    buildLink(
      owner,
      { projectId, campaignId: of.campaign_id },
      { name: `${creative} link`, creative, ad_set },
    );
  links = {
    reelInSummer: await link(summer, 'Reel', 'Broad'),
    reelInWinter: await link(winter, 'Reel', 'Narrow'),
    still: await link(winter, 'Still', 'Broad'),
  };
  await plantCounts(server, projectId, [
    { date: DATE, metric: 'installs', count: 1, campaign: summer, link: links.reelInSummer.link_id },
    { date: DATE, metric: 'installs', count: 2, campaign: winter, link: links.reelInWinter.link_id },
    { date: DATE, metric: 'installs', count: 4, campaign: winter, link: links.still.link_id },
    { date: DATE, metric: 'installs', count: 8, campaign: summer },
  ]);
});

type Change = Partial<Omit<Parameters<typeof owner.call<typeof updateAdPart>>[1]['body'], 'project_id'>>;
/** At a time of its own, as changes are listed by it. */
const change = (given: Change, by: TestPerson = owner) => {
  server.clock.advance(1);
  return by.call(updateAdPart, { body: { project_id: projectId, kind: 'creative', name: 'Reel', ...given } });
};
const archive = (name: string, archived = true, kind: AdPartKind = 'creative') =>
  change({ kind, name, archived });

type Query = Omit<Parameters<typeof owner.call<typeof listCampaigns>>[1]['query'], 'project_id' | 'group_by'>;
const table = (query: Query = {}, group_by: CampaignGroup = 'creative_name', by = owner) =>
  by.call(listCampaigns, {
    query: { project_id: projectId, columns: 'installs', sort: 'installs', group_by, ...query },
  });
/** Names of rows that have installs, with these, and the total. */
async function rows(...query: Parameters<typeof table>) {
  const { groups, totals } = await table(...query);
  const found = groups.filter(({ values }) => values.installs !== 0);
  return [...found.map(({ label, values }) => [label, values.installs]), totals.installs];
}
async function activeLinks() {
  const of = ({ campaign_id }: Campaign) =>
    owner.call(listLinks, { query: { project_id: projectId, campaign_id } });
  const all = [...(await of(summer)), ...(await of(winter))];
  return Object.fromEntries(
    Object.entries(links).map(([name, { link_id }]) => [
      name,
      all.find((link) => link.link_id === link_id)?.active,
    ]),
  );
}
const audited = async (prefix: RegExp) => {
  const { items } = await owner.call(listAuditLog, { query: { project_id: projectId, limit: 100 } });
  return items.filter(({ action }) => prefix.test(action)).reverse();
};

describe('an archived creative', () => {
  test('leaves the table with its numbers and pauses its links, until it is restored', async () => {
    await owner.call(switchLinks, {
      body: { project_id: projectId, link_ids: [links.reelInWinter.link_id], active: false },
    });
    expect(await rows()).toEqual([['', 8], ['Still', 4], ['Reel', 3], 15]);
    const heard = await heardBy(server, async () => {
      const archived = await archive('Reel');
      expect(archived).toMatchObject({ kind: 'creative', name: 'Reel', tags: [], switched_links: 1 });
      expect(archived.archived_at).toBe(server.clock.now().toISOString());
    });
    expect(heard).toEqual([{ kind: 'links', projectId }]);
    expect(await activeLinks()).toEqual({ reelInSummer: false, reelInWinter: false, still: true });

    expect(await rows()).toEqual([['', 8], ['Still', 4], 12]);
    expect(await rows({ filter: 'ACTIVE' })).toEqual([['', 8], ['Still', 4], 12]);
    expect(await rows({ filter: 'ARCHIVED' })).toEqual([['Reel', 3], 3]);
    expect(await rows({ filter: 'ALL' })).toEqual([['', 8], ['Still', 4], ['Reel', 3], 15]);
    expect(await rows({}, 'creative')).toEqual([['', 8], ['Still', 4], 12]);
    expect(await rows({ filter: 'ARCHIVED' }, 'creative')).toEqual([['Reel', 2], ['Reel', 1], 3]);
    // Other groupings have its numbers: they are what its campaigns did.
    expect((await table({}, 'campaign')).totals).toEqual({ installs: 15 });
    expect(await rows({}, 'ad_set_name')).toEqual([['', 8], ['Broad', 5], ['Narrow', 2], 15]);

    expect(await archive('Reel')).toMatchObject({ switched_links: 0 });
    // The link that was paused before stays paused.
    expect(await archive('Reel', false)).toMatchObject({ archived_at: null, switched_links: 1 });
    expect(await activeLinks()).toEqual({ reelInSummer: true, reelInWinter: false, still: true });
    expect(await rows()).toEqual([['', 8], ['Still', 4], ['Reel', 3], 15]);
    expect((await audited(/^creative/)).map(({ action, target }) => [action, target])).toEqual([
      ['creative.archived', 'Reel'],
      ['creative.unarchived', 'Reel'],
    ]);
    expect((await audited(/^link.updated/)).map(({ after }) => after)).toEqual([
      { active: false },
      { active: false },
      { active: true },
    ]);
  });

  test('is listed with those of archived campaigns', async () => {
    const body = { project_id: projectId, campaign_id: winter.campaign_id, archived: true };
    await owner.call(archiveCampaign, { body });
    expect(await rows()).toEqual([['', 8], ['Reel', 1], 9]);
    expect(await rows({ filter: 'ARCHIVED' })).toEqual([['Still', 4], ['Reel', 2], 6]);
    await archive('Reel');
    expect(await rows()).toEqual([['', 8], 8]);
    expect(await rows({ filter: 'ARCHIVED' })).toEqual([['Still', 4], ['Reel', 3], 7]);
    // A link of an archived campaign is paused too: when the campaign comes back, the creative stays as it was left.
    await owner.call(archiveCampaign, { body: { ...body, archived: false } });
    expect(await activeLinks()).toMatchObject({ reelInSummer: false, reelInWinter: false });
  });

  test('leaves its links paused when it is restored while their ad set is archived', async () => {
    await archive('Reel');
    expect(await archive('Broad', true, 'ad_set')).toMatchObject({ switched_links: 1 });
    expect(await archive('Reel', false)).toMatchObject({ switched_links: 1 });
    expect(await activeLinks()).toEqual({ reelInSummer: false, reelInWinter: true, still: false });
    expect(await rows({}, 'ad_set_name')).toEqual([['', 8], ['Narrow', 2], 10]);
  });

  test.each([
    [
      'a link of it is resumed',
      () =>
        owner.call(switchLinks, {
          body: { project_id: projectId, link_ids: [links.reelInWinter.link_id], active: true },
        }),
    ],
    [
      'a link of it is switched on',
      () =>
        owner.call(updateLink, {
          body: { project_id: projectId, link_id: links.reelInWinter.link_id, active: true },
        }),
    ],
    [
      'another link gets its name',
      () =>
        owner.call(updateLink, {
          body: { project_id: projectId, link_id: links.still.link_id, creative: 'Reel' },
        }),
    ],
    [
      'a link is added for it',
      () => buildLink(owner, { projectId, campaignId: winter.campaign_id }, { creative: 'Reel' }),
    ],
  ])('is restored when %s', async (_, use) => {
    await archive('Reel');
    server.clock.advance(1);
    await use();
    expect(await rows({ filter: 'ARCHIVED' })).toEqual([0]);
    expect((await audited(/^creative/)).map(({ action }) => action)).toEqual([
      'creative.archived',
      'creative.unarchived',
    ]);
    // What archiving has paused stays so: nobody restored it.
    expect(await activeLinks()).toMatchObject({ reelInSummer: false });
  });

  test('stays archived when a paused link gets its name, or one of another is resumed', async () => {
    await archive('Reel');
    const paused = { project_id: projectId, link_id: links.still.link_id };
    await owner.call(updateLink, { body: { ...paused, active: false } });
    await owner.call(updateLink, { body: { ...paused, creative: 'Reel', name: 'Now a reel' } });
    expect(await rows({ filter: 'ARCHIVED' })).toEqual([['Reel', 7], 7]);
    await owner.call(updateLink, { body: { ...paused, creative: 'Other', active: true } });
    expect(await rows({ filter: 'ARCHIVED' })).toEqual([['Reel', 3], 3]);
  });
});

describe('tags of a creative', () => {
  test('are on its rows, whatever the campaign, and in the export', async () => {
    expect(await change({ tags: ['UGC', 'ugc', 'Chef'] })).toMatchObject({
      tags: ['UGC', 'Chef'],
      archived_at: null,
      switched_links: 0,
    });
    const tagsIn = async (group: CampaignGroup) =>
      (await table({}, group)).groups.map(({ label, tags }) => [label, tags]);
    expect(await tagsIn('creative_name')).toEqual([
      ['', []],
      ['Still', []],
      ['Reel', ['UGC', 'Chef']],
    ]);
    expect((await tagsIn('creative')).filter(([name]) => name === 'Reel')).toEqual([
      ['Reel', ['UGC', 'Chef']],
      ['Reel', ['UGC', 'Chef']],
    ]);
    // An ad set of the same name is another thing.
    expect((await tagsIn('ad_set_name')).flatMap(([, tags]) => tags)).toEqual([]);
    const query = { project_id: projectId, group_by: 'creative_name', columns: 'installs', sort: 'installs' };
    const csv = await fetch(`${server.url}/api/campaign/export-csv?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(parse(await csv.text(), { bom: true })).toEqual([
      ['Creative', 'Campaigns', 'Tags', 'Installs'],
      ['', '2', '', '8'],
      ['Still', '1', '', '4'],
      ['Reel', '2', 'UGC, Chef', '3'],
    ]);
    await change({ tags: ['UGC', 'Chef'], archived: true });
    expect(await change({ tags: [] })).toMatchObject({ tags: [], archived_at: expect.any(String) });
    expect((await audited(/^creative.updated/)).map(({ before, after }) => [before, after])).toEqual([
      [{ tags: '' }, { tags: 'UGC, Chef' }],
      [{ tags: 'UGC, Chef' }, { tags: '' }],
    ]);
  });

  test('and its name find it, as those of its campaign do', async () => {
    await change({ tags: ['UGC'] });
    expect(await rows({ tag: 'UGC' })).toEqual([['Reel', 3], 3]);
    expect(await rows({ tag: 'UGC' }, 'creative')).toEqual([['Reel', 2], ['Reel', 1], 3]);
    expect(await rows({ tag: 'sale' })).toEqual([['', 8], ['Reel', 1], 9]);
    expect(await rows({ search: 'ugc' })).toEqual([['Reel', 3], 3]);
    expect(await rows({ search: 'stil' })).toEqual([['Still', 4], 4]);
    expect(await rows({ search: 'summer' })).toEqual([['', 8], ['Reel', 1], 9]);
    expect(await rows({ tag: 'UGC', network: 'GOOGLE' })).toEqual([['Reel', 2], 2]);
    expect(await rows({ tag: 'UGC', having: 'installs:gt:3' })).toEqual([0]);
    expect(await rows({ tag: 'UGC' }, 'ad_set_name')).toEqual([0]);
  });
});

describe('numbers of what is tagged or archived', () => {
  const pay = (install: string, one: Campaign, link: string) => ({
    project_id: projectId,
    id: newId(server.clock.now()),
    kind: 'payment',
    name: 'payment',
    occurred_at: server.clock.now(),
    received_at: server.clock.now(),
    install_id: install,
    platform: 'android',
    country: 'IN',
    campaign_id: one.campaign_id,
    link_id: link,
    network: one.network,
    amount: '1',
    currency: 'INR',
  });

  test('are the same in rows, totals, the raw rows behind them and what explains them', async () => {
    await createPartitions(server.pool, server.clock).ensure('events', [DATE]);
    const payments = [
      pay('x', summer, links.reelInSummer.link_id),
      pay('x', winter, links.reelInWinter.link_id),
      pay('y', winter, links.still.link_id),
      pay('z', summer, summer.default_link_id),
    ];
    await server.db.insertInto('events').values(payments).execute();
    await change({ tags: ['UGC'] });
    await archive('Still');
    const payers = async (query: Query, creative?: string) => {
      const filter = { filter: query.filter, tag: query.tag, group_by: 'creative_name' } as const;
      const found = await table({ ...query, columns: 'payers|installs' });
      const row = creative === undefined ? undefined : found.groups.find(({ key }) => key === creative);
      const own = { ...filter, creative, project_id: projectId, from: DATE, to: DATE };
      const raw = await owner.call(listRows, { query: { ...own, metric: 'payers' } });
      const explained = await owner.call(getExplainedChange, { query: { ...own, metric: 'installs' } });
      const values = row?.values ?? found.totals;
      return { table: [values.payers, values.installs], opened: [raw.count, explained.value] };
    };
    const same = (payersCount: number, installs: number) => ({
      table: [payersCount, installs],
      opened: [payersCount, installs],
    });
    expect(await payers({})).toEqual(same(2, 11));
    expect(await payers({}, 'Reel')).toEqual(same(1, 3));
    expect(await payers({ filter: 'ARCHIVED' })).toEqual(same(1, 4));
    expect(await payers({ filter: 'ALL' })).toEqual(same(3, 15));
    expect(await payers({ tag: 'UGC' }, 'Reel')).toEqual(same(1, 3));
    // Of some of the rows only: distinct people are counted again.
    const few = await table({ columns: 'payers', having: 'payers:gt:0', filter: 'ALL', tag: 'UGC' });
    expect([few.count, few.totals]).toEqual([1, { payers: 1 }]);
    const some = await table({ columns: 'payers', having: 'installs:gt:3', sort: 'payers' });
    expect([some.count, some.totals]).toEqual([1, { payers: 1 }]);
  });

  test('are kept where a campaign has none but archived creatives', async () => {
    await owner.call(updateLink, {
      body: { project_id: projectId, link_id: summer.default_link_id, creative: 'Reel' },
    });
    await plantCounts(server, projectId, [
      { date: DATE, metric: 'installs', count: 16, campaign: summer, link: NO_ID },
    ]);
    await archive('Reel');
    for (const group of ['creative_name', 'creative'] as const) {
      expect(await rows({}, group), group).toEqual([['', 16], ['Still', 4], 20]);
    }
  });
});

describe('who may', () => {
  test('is a member of the project, not a viewer or a guest, and nobody of another', async () => {
    const member = await buildMember(server, projectId, 'member');
    expect(await change({ tags: ['UGC'] }, member)).toMatchObject({ tags: ['UGC'] });
    const viewer = await buildMember(server, projectId, 'viewer');
    const guest = await buildMember(server, projectId, 'guest');
    const share = { project_id: projectId, campaign_id: summer.campaign_id, email: guest.email };
    await owner.call(addCampaignMember, { body: { ...share, access: 'edit' } });
    for (const by of [viewer, guest]) {
      await expect(change({ archived: true }, by)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(change({ name: 'Nowhere', tags: [] }, by)).rejects.toMatchObject({ code: 'forbidden' });
    }
    const { owner: stranger, projectId: elsewhere } = await buildProject(server);
    await expect(change({ archived: true }, stranger)).rejects.toMatchObject({ code: 'not_found' });
    const own = { project_id: elsewhere, kind: 'creative', name: 'Reel', archived: true } as const;
    await expect(stranger.call(updateAdPart, { body: own })).rejects.toMatchObject({ code: 'not_found' });
    expect(await activeLinks()).toEqual({ reelInSummer: true, reelInWinter: true, still: true });
  });

  test('guests see their creatives as before: what is kept of a name is of all campaigns', async () => {
    const guest = await buildMember(server, projectId, 'guest');
    const share = { project_id: projectId, campaign_id: summer.campaign_id, email: guest.email };
    await owner.call(addCampaignMember, { body: { ...share, access: 'edit' } });
    await change({ tags: ['secret'], archived: true });
    await change({ name: 'Still', tags: ['secret'], archived: true });
    for (const filter of [undefined, 'ALL'] as const) {
      const found = await table({ filter }, 'creative_name', guest);
      expect(found.groups.map(({ label, tags, archived_at }) => [label, tags, archived_at])).toEqual([
        ['', [], null],
        ['Reel', [], null],
      ]);
      expect(found.totals).toEqual({ installs: 9 });
      expect(JSON.stringify(found)).not.toContain('secret');
    }
    for (const query of [
      { filter: 'ARCHIVED' },
      { tag: 'secret' },
      { search: 'secret' },
      { search: 'Reel' },
    ] as const) {
      expect(await rows(query, 'creative_name', guest)).toEqual([0]);
    }
    // A name that a guest chooses says nothing of other campaigns either.
    const own = { projectId, campaignId: summer.campaign_id };
    await buildLink(guest, own, { creative: 'Still' });
    expect((await table({}, 'creative', guest)).groups.find(({ label }) => label === 'Still')).toMatchObject({
      tags: [],
      archived_at: null,
      links: { count: 1, active: 1 },
    });
  });
});

describe('what is refused', () => {
  test('to archive more than 500 active links at once; nothing of it happens', async () => {
    const link = { project_id: projectId, campaign_id: summer.campaign_id, name: 'Link', creative: 'Reel' };
    const times = { created_at: server.clock.now(), updated_at: server.clock.now() };
    const many = Array.from({ length: MAX_LINKS - 1 }, () => {
      const id = newId(server.clock.now());
      return { ...link, ...times, id, slug: id };
    });
    await server.db.insertInto('links').values(many).execute();
    await expect(change({ tags: ['UGC'], archived: true })).rejects.toMatchObject({ code: 'conflict' });
    expect((await table({ tag: 'UGC' })).count).toBe(0);
    expect(await activeLinks()).toMatchObject({ reelInSummer: true, reelInWinter: true });
    await owner.call(updateLink, {
      body: { project_id: projectId, link_id: links.reelInWinter.link_id, active: false },
    });
    expect(await change({ archived: true })).toMatchObject({ switched_links: MAX_LINKS });
    expect(await change({ archived: false })).toMatchObject({ switched_links: MAX_LINKS });
  });

  test.each([
    ['a name that no link has', { name: 'Nowhere', archived: true }, 404],
    ['the name of an ad set', { name: 'Broad', archived: true }, 404],
    ['no name', { name: ' ', archived: true }, 400],
    ['a long name', { name: 'x'.repeat(121), archived: true }, 400],
    ['nothing to change', {}, 400],
    ['another kind', { kind: 'link' as AdPartKind, archived: true }, 400],
    ['too many tags', { tags: Array.from({ length: MAX_TAGS + 1 }, (_, n) => `tag ${n}`) }, 400],
    ['a long tag', { tags: ['x'.repeat(41)] }, 400],
    ['a tag with a comma', { tags: ['a, b'] }, 400],
    ['an empty tag', { tags: [''] }, 400],
  ])('%s', async (_, given, status) => {
    await expect(change(given)).rejects.toMatchObject({ status });
    expect(
      await server.db.selectFrom('ad_parts').selectAll().where('project_id', '=', projectId).execute(),
    ).toEqual([]);
  });
});
