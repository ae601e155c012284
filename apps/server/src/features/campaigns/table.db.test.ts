import { listCampaigns } from '@trailmark/contract/campaign-report';
import type { Campaign } from '@trailmark/contract/campaigns';
import { getExplainedChange } from '@trailmark/contract/explain-change';
import { switchLinks, updateLink } from '@trailmark/contract/links';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPartitions } from '../../db/partitions.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { foldDeltas } from '../../rollups/fold.ts';
import { buildCampaign, buildLink, buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { type Counted, plantCounts, plantRates, plantSpend } from '../../testing/plant-counts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  // The 10th in India, where the project is and pays in rupees.
  server.clock.set(new Date('2026-03-10T06:00:00Z'));
  ({ owner, projectId } = await buildProject(server));
});

type Query = Omit<Parameters<typeof owner.call<typeof listCampaigns>>[1]['query'], 'project_id'>;
const table = (query: Query, by: TestPerson = owner) =>
  by.call(listCampaigns, { query: { project_id: projectId, ...query } });
const plant = (counted: Counted[]) => plantCounts(server, projectId, counted);

async function campaign(name: string, more: Parameters<typeof buildCampaign>[2] = {}): Promise<Campaign> {
  server.clock.advance(1);
  return await buildCampaign(owner, projectId, { name, network: 'META', ...more });
}

/** What is asked twice: of deltas, and of what they were folded into. */
async function bothWays(query: Query, by?: TestPerson) {
  const unfolded = await table(query, by);
  await foldDeltas(server.db);
  expect(await table(query, by)).toEqual(unfolded);
  return unfolded;
}

const names = ({ items }: Awaited<ReturnType<typeof table>>) => items.map(({ name }) => name);
const DATE = '2026-03-10';

describe('the campaign table', () => {
  test('has no metrics unless they are named, and then those of the range', async () => {
    const one = await campaign('One');
    await plant([
      { date: DATE, metric: 'clicks', count: 3, campaign: one },
      { date: '2026-02-07', metric: 'clicks', count: 9, campaign: one },
    ]);
    const bare = await table({});
    expect(bare).toMatchObject({
      items: [{ name: 'One', values: {}, previous: null }],
      totals: {},
      count: 1,
    });
    expect(bare).toMatchObject({ from: '2026-02-09', to: DATE, currency: 'INR', previous_totals: null });
    const { values: _, previous: __, late_installs: ___, ...shown } = bare.items[0] ?? {};
    expect(shown).toEqual(one);
    const found = await bothWays({ columns: 'clicks|ctr', compare: 'previous' });
    expect(found.items).toMatchObject([
      { values: { clicks: 3, ctr: null }, previous: { clicks: 9, ctr: null } },
    ]);
    expect([found.totals, found.previous_totals]).toEqual([
      { clicks: 3, ctr: null },
      { clicks: 9, ctr: null },
    ]);
  });

  test('adds up first and divides after, over all rows and not over the page', async () => {
    const [a, b] = [await campaign('A'), await campaign('B')];
    await campaign('C');
    await plant([
      { date: DATE, metric: 'clicks', count: 100, campaign: a },
      { date: DATE, metric: 'installs', count: 10, campaign: a },
      { date: DATE, metric: 'clicks', count: 1, campaign: b },
      { date: DATE, metric: 'installs', count: 1, campaign: b },
      { date: DATE, metric: 'installs', count: 50 },
    ]);
    await plantSpend(server, projectId, [
      { date: DATE, campaignId: a.campaign_id, money: ['10', 'INR'] },
      { date: DATE, campaignId: b.campaign_id, money: ['1', 'INR'], link: b.default_link_id },
    ]);
    const query = { columns: 'clicks|installs|click_to_install|cpi', sort: 'clicks', limit: 1 } as const;
    const found = await bothWays(query);
    expect(found).toMatchObject({ count: 3, items: [{ name: 'A', values: { cpi: '1' } }] });
    // What no campaign brought is in no row, and so in no total of them.
    expect(found.totals).toEqual({ clicks: 101, installs: 11, click_to_install: 11 / 101, cpi: '1' });
    const last = await table({ ...query, limit: 500 });
    expect(last.items.at(-1)).toMatchObject({ name: 'C', values: { clicks: 0, click_to_install: null } });
    expect(last.totals).toEqual(found.totals);
  });

  test('has a country where one of its metrics is not zero, folded or not', async () => {
    const one = await campaign('A');
    await plant([
      { date: DATE, metric: 'clicks', campaign: one, country: 'IN' },
      { date: DATE, metric: 'installs', campaign: one, country: 'NP' },
    ]);
    const keysOf = async (columns: string) =>
      (await bothWays({ columns, group_by: 'country', sort: 'clicks' })).groups.map(({ key }) => key);
    expect(await keysOf('clicks')).toEqual(['IN']);
    expect(await keysOf('clicks|installs')).toEqual(['IN', 'NP']);
  });

  test('counts an install once in the total, whatever campaigns it paid under', async () => {
    const [a, b] = [await campaign('A'), await campaign('B')];
    const pay = (install: string, one: Campaign, amount: string) => ({
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
      link_id: one.default_link_id,
      network: one.network,
      amount,
      currency: 'INR',
    });
    const payments = [pay('x', a, '1'), pay('x', b, '1'), pay('y', b, '2'), pay('y', b, '3')];
    await createPartitions(server.pool, server.clock).ensure('events', [DATE]);
    await server.db.insertInto('events').values(payments).execute();
    const found = await table({ columns: 'payers', sort: 'payers', order: 'asc' });
    expect(found.items.map(({ name, values }) => [name, values.payers])).toEqual([
      ['A', 1],
      ['B', 2],
    ]);
    expect(found.totals).toEqual({ payers: 2 });
    for (const group_by of ['campaign', 'link', 'ad_set', 'creative'] as const) {
      const few = await table({ columns: 'payers', having: 'payers:lt:2', group_by });
      expect([few.count, few.totals]).toEqual([1, { payers: 1 }]);
    }
    for (const group_by of ['network', 'country', 'platform'] as const) {
      expect((await table({ columns: 'payers', group_by })).totals).toEqual({ payers: 2 });
      const none = await table({ columns: 'payers', having: 'payers:gt:2', group_by });
      expect([none.count, none.groups, none.totals]).toEqual([0, [], { payers: 0 }]);
    }
  });
});

describe('sorting', () => {
  async function planted() {
    const rows = [
      ['ten', 10, 1],
      ['Nine', 9, 2],
      ['none', 0, 0],
      ['ten again', 10, 4],
    ] as const;
    for (const [name, clicks, installs] of rows) {
      const one = await campaign(name);
      await plant([
        { date: DATE, metric: 'clicks', count: clicks, campaign: one },
        { date: DATE, metric: 'installs', count: installs, campaign: one },
        { date: DATE, metric: 'payments', money: [`${clicks}.5`, 'INR'], campaign: one },
      ]);
    }
    return async (query: Query) => names(await table(query));
  }

  test('is by any metric, with what has none last and the newest first among equals', async () => {
    const order = await planted();
    for (const _ of ['unfolded', 'folded']) {
      expect(await order({ sort: 'clicks' })).toEqual(['ten again', 'ten', 'Nine', 'none']);
      expect(await order({ sort: 'clicks', order: 'asc' })).toEqual(['none', 'Nine', 'ten again', 'ten']);
      expect(await order({ sort: 'click_to_install' })).toEqual(['ten again', 'Nine', 'ten', 'none']);
      expect(await order({ sort: 'click_to_install', order: 'asc' })).toEqual([
        ...['ten', 'Nine', 'ten again', 'none'],
      ]);
      // Money is not sorted as text: 9.5 is less than 10.5.
      expect(await order({ sort: 'revenue' })).toEqual(['ten again', 'ten', 'Nine', 'none']);
      expect(await order({ sort: 'arpu' })).toEqual(['ten', 'Nine', 'ten again', 'none']);
      await foldDeltas(server.db);
    }
  });

  test('is by name or by age', async () => {
    const order = await planted();
    expect(await order({ sort: 'name', order: 'asc' })).toEqual(['Nine', 'none', 'ten', 'ten again']);
    expect(await order({ sort: 'name', order: 'desc' })).toEqual(['ten again', 'ten', 'none', 'Nine']);
    expect(await order({})).toEqual(['ten again', 'none', 'Nine', 'ten']);
    expect(await order({ order: 'asc' })).toEqual(['ten', 'Nine', 'none', 'ten again']);
  });

  test('holds over pages: each row once, in that order', async () => {
    const order = await planted();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await table({ sort: 'clicks', limit: 3, ...(cursor ? { cursor } : {}) });
      expect(page.count).toBe(4);
      seen.push(...names(page));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(await order({ sort: 'clicks' }));
  });

  test('and conditions go together; all of them must hold, and totals are of what is left', async () => {
    const order = await planted();
    expect(await order({ having: 'clicks:gt:9' })).toEqual(['ten again', 'ten']);
    expect(await order({ having: 'clicks:gte:9|installs:lte:2' })).toEqual(['Nine', 'ten']);
    expect(await order({ having: 'revenue:lt:9.5' })).toEqual(['none']);
    expect(await order({ having: 'revenue:lte:9.5' })).toEqual(['none', 'Nine']);
    // A share is of 1; where there is none, no condition on it holds.
    expect(await order({ having: 'click_to_install:lt:0.2' })).toEqual(['ten']);
    const found = await table({ having: 'clicks:gt:9', columns: 'clicks|arpu', limit: 1 });
    expect(found).toMatchObject({ count: 2, totals: { clicks: 20, arpu: '4.2' } });
  });

  test.each([
    { sort: 'luck' },
    { columns: 'installs|luck' },
    { having: 'installs' },
    { having: 'installs:gt:many' },
    { having: 'luck:gt:1' },
    { group_by: 'moon' },
    { cursor: 'b' },
    { cursor: Buffer.from('[-1]').toString('base64url') },
    { sort: 'event:\0' },
    { having: 'event:\0:gt:1' },
    { limit: 0 },
    { order: 'up' },
    { from: '2026-03-10', to: '2026-03-01' },
    { from: '2001-01-01' },
  ] as Query[])('%j is refused', async (query) => {
    await expect(table(query)).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
  });
});

describe('groups', () => {
  async function planted() {
    const meta = await campaign('Meta one', { tags: ['spring'] });
    const google = await campaign('Google one', { network: 'GOOGLE' });
    const form = { name: 'Reel', ad_set: 'North', creative: 'Cat' };
    const reel = await buildLink(owner, { projectId, campaignId: meta.campaign_id }, form);
    const story = await buildLink(
      owner,
      { projectId, campaignId: meta.campaign_id },
      { ...form, name: 'Story', creative: 'Dog' },
    );
    await plant([
      { date: DATE, metric: 'installs', count: 1, campaign: meta },
      { date: DATE, metric: 'installs', count: 2, campaign: meta, link: reel.link_id, country: 'NP' },
      { date: DATE, metric: 'installs', count: 4, campaign: meta, link: story.link_id, platform: 'ios' },
      { date: DATE, metric: 'installs', count: 8, campaign: google },
      { date: DATE, metric: 'installs', count: 16 },
      { date: DATE, metric: 'events', count: 3, event: 'buy', campaign: meta, link: reel.link_id },
      { date: DATE, metric: 'events', count: 5, event: 'buy', country: '' },
    ]);
    await plantSpend(server, projectId, [
      { date: DATE, campaignId: meta.campaign_id, money: ['70', 'INR'] },
      { date: DATE, campaignId: meta.campaign_id, money: ['6', 'INR'], link: reel.link_id },
      { date: DATE, campaignId: google.campaign_id, money: ['16', 'INR'] },
    ]);
    return { meta, google, reel, story };
  }
  const columns = 'installs|attributed_installs|event:buy|spend|cpi';
  const rows = ({ groups }: Awaited<ReturnType<typeof table>>) =>
    groups.map(({ label, values }) => [
      label,
      values.installs,
      values['event:buy'],
      values.spend,
      values.cpi,
    ]);
  const ask = { columns, sort: 'installs' };

  test('by network have what no campaign brought too', async () => {
    await planted();
    const found = await bothWays({ ...ask, group_by: 'network' });
    expect(found.items).toEqual([]);
    expect(rows(found)).toEqual([
      ['ORGANIC', 16, 5, '0', null],
      ['GOOGLE', 8, 0, '16', '2'],
      ['META', 7, 3, '76', '10.857143'],
    ]);
    expect(found.totals).toMatchObject({
      installs: 31,
      attributed_installs: 15,
      spend: '92',
      'event:buy': 8,
    });
    expect(found.groups[0]).toMatchObject({ key: 'ORGANIC', network: 'ORGANIC', campaign_id: null });
    // Of some campaigns only: nothing that is not theirs.
    expect(rows(await table({ ...ask, group_by: 'network', tag: 'spring' }))).toEqual([
      ['META', 7, 3, '76', '10.857143'],
    ]);
    expect(rows(await table({ ...ask, group_by: 'network', networks: 'GOOGLE,ORGANIC' }))).toHaveLength(2);
  });

  test('by link have every link, and what stands under none', async () => {
    const { meta, google, reel, story } = await planted();
    const found = await bothWays({ ...ask, group_by: 'link' });
    const link = (label: string, installs: number, spend: string) => [label, installs, spend];
    expect(
      found.groups.map(({ label, values }) => link(label, Number(values.installs), String(values.spend))),
    ).toEqual([
      link('Default link', 8, '0'),
      link('Story', 4, '0'),
      link('Reel', 2, '6'),
      link('Default link', 1, '0'),
      ['', 0, '16'],
      ['', 0, '70'],
    ]);
    expect(found.groups.map(({ key }) => key)).toEqual([
      `${google.campaign_id}:${google.default_link_id}`,
      `${meta.campaign_id}:${story.link_id}`,
      `${meta.campaign_id}:${reel.link_id}`,
      `${meta.campaign_id}:${meta.default_link_id}`,
      `${google.campaign_id}:${NO_ID}`,
      `${meta.campaign_id}:${NO_ID}`,
    ]);
    expect(found.totals).toMatchObject({ installs: 15, spend: '92' });
    expect(found.groups[1]).toMatchObject({ campaign_name: 'Meta one', network: 'META' });
  });

  test('by ad set and by creative stay within their campaign', async () => {
    const { google } = await planted();
    const ids = { project_id: projectId, link_id: google.default_link_id };
    await owner.call(updateLink, { body: { ...ids, ad_set: 'North', creative: 'Dog' } });
    const sets = await bothWays({ ...ask, group_by: 'ad_set' });
    expect(
      sets.groups.map(({ label, campaign_name, values }) => [label, campaign_name, values.installs]),
    ).toEqual([
      ['North', 'Google one', 8],
      ['North', 'Meta one', 6],
      ['', 'Meta one', 1],
      ['', 'Google one', 0],
    ]);
    expect(sets.groups.map(({ values }) => values.spend)).toEqual(['0', '6', '70', '16']);
    const creatives = await table({ ...ask, group_by: 'creative', search: 'meta' });
    expect(rows(creatives)).toEqual([
      ['Dog', 4, 0, '0', '0'],
      ['Cat', 2, 3, '6', '3'],
      ['', 1, 0, '70', '70'],
    ]);
    expect(creatives.totals).toMatchObject({ installs: 7, spend: '76' });
  });

  test('by country and platform know no spend', async () => {
    const { meta } = await planted();
    const countries = await bothWays({ ...ask, group_by: 'country' });
    expect(rows(countries)).toEqual([
      ['IN', 29, 3, null, null],
      ['NP', 2, 0, null, null],
      ['', 0, 5, null, null],
    ]);
    expect(countries.totals).toMatchObject({ installs: 31, 'event:buy': 8, spend: null });
    const platforms = await table({ ...ask, group_by: 'platform', campaigns: meta.campaign_id });
    expect(platforms.groups.map(({ key, values }) => [key, values.installs])).toEqual([
      ['ios', 4],
      ['android', 3],
    ]);
    expect((await table({ ...ask, countries: 'NP' })).totals).toMatchObject({ installs: 2, spend: null });
  });

  test('are compared with an earlier period, also what was there only then', async () => {
    const { google } = await planted();
    // The days are over.
    server.clock.advance(2 * DAY_MS);
    await plant([{ date: '2026-03-08', metric: 'installs', count: 5, campaign: google, country: 'LK' }]);
    const query = { ...ask, from: '2026-03-10', to: '2026-03-11', compare: 'previous' } as const;
    const found = await bothWays({ ...query, group_by: 'country' });
    expect(found.groups.map((one) => [one.key, one.values.installs, one.previous?.installs])).toEqual([
      ['IN', 29, 0],
      ['NP', 2, 0],
      ['LK', 0, 5],
      ['', 0, 0],
    ]);
    expect(found.previous_totals).toMatchObject({ installs: 5 });
  });

  test('are sorted by how much they changed, and not without a period to compare with', async () => {
    const [up, down, same] = [await campaign('Up'), await campaign('Down'), await campaign('Same')];
    server.clock.advance(2 * DAY_MS);
    await plant([
      { date: '2026-03-10', metric: 'installs', count: 9, campaign: up },
      { date: '2026-03-09', metric: 'installs', count: 2, campaign: up },
      { date: '2026-03-10', metric: 'installs', count: 1, campaign: down },
      { date: '2026-03-09', metric: 'installs', count: 50, campaign: down },
      { date: '2026-03-10', metric: 'installs', count: 70, campaign: same },
      { date: '2026-03-09', metric: 'installs', count: 70, campaign: same },
    ]);
    const query = { from: DATE, to: DATE, columns: 'installs', sort: 'change:installs' } as const;
    expect(names(await bothWays({ ...query, compare: 'previous' }))).toEqual(['Up', 'Same', 'Down']);
    expect(names(await table({ ...query, compare: 'previous', order: 'asc' }))).toEqual([
      'Down',
      'Same',
      'Up',
    ]);
    await expect(table(query)).rejects.toMatchObject({ status: 400, fields: { sort: expect.anything() } });
    await expect(table({ ...query, sort: 'change:luck' })).rejects.toMatchObject({ status: 400 });
  });
});

describe('ad sets and creatives across campaigns', () => {
  test('are one row for each name, with the campaigns that it is in', async () => {
    const [a, b] = [await campaign('A'), await campaign('B', { network: 'GOOGLE' })];
    const link = (of: Campaign, creative: string, name = creative) =>
      buildLink(owner, { projectId, campaignId: of.campaign_id }, { name, ad_set: 'Lookalike', creative });
    const inA = await link(a, 'Reel');
    const inB = await link(b, 'Reel');
    const still = await link(b, 'Still');
    await plant([
      { date: DATE, metric: 'installs', count: 3, campaign: a, link: inA.link_id },
      { date: DATE, metric: 'installs', count: 4, campaign: b, link: inB.link_id },
      { date: DATE, metric: 'installs', count: 5, campaign: b, link: still.link_id },
      { date: DATE, metric: 'installs', count: 6, campaign: a },
    ]);
    const found = await bothWays({ columns: 'installs', group_by: 'creative_name', sort: 'installs' });
    expect(found.groups.map((row) => [row.key, row.values.installs, row.campaigns, row.network])).toEqual([
      ['Reel', 7, 2, null],
      ['', 6, 2, null],
      ['Still', 5, 1, 'GOOGLE'],
    ]);
    expect(found.totals).toEqual({ installs: 18 });
    // Who is in one campaign leads to it.
    expect(found.groups.map(({ campaign_name }) => campaign_name)).toEqual([null, null, 'B']);
    expect(found.groups[2]?.campaign_id).toBe(b.campaign_id);
    const adSets = await table({ columns: 'installs', group_by: 'ad_set_name', network: 'GOOGLE' });
    expect(adSets.groups.find(({ key }) => key === 'Lookalike')?.values).toEqual({ installs: 9 });
    const change = await owner.call(getExplainedChange, {
      query: {
        project_id: projectId,
        from: DATE,
        to: DATE,
        metric: 'installs',
        group_by: 'creative_name',
        creative: 'Reel',
      },
    });
    expect(change.value).toBe(7);
    expect(change.explained_by.find(({ by }) => by === 'campaign')?.parts.map(({ name }) => name)).toEqual([
      'B',
      'A',
    ]);
  });

  test('say how many links they have, and how many of them are active', async () => {
    const [a, b] = [await campaign('A'), await campaign('B')];
    const link = (of: Campaign, name: string) =>
      buildLink(
        owner,
        { projectId, campaignId: of.campaign_id },
        { name, ad_set: 'Broad', creative: 'Reel' },
      );
    const paused = [await link(a, '1'), await link(b, '2')];
    await link(b, '3');
    const link_ids = paused.map(({ link_id }) => link_id);
    await owner.call(switchLinks, { body: { project_id: projectId, link_ids, active: false } });
    const linksBy = async (group_by: 'creative_name' | 'ad_set' | 'network') => {
      const { groups } = await table({ columns: 'installs', group_by });
      return groups
        .filter(({ label }) => label !== '')
        .map(({ campaign_name, links }) => [campaign_name, links]);
    };
    expect(await linksBy('creative_name')).toEqual([[null, { count: 3, active: 1 }]]);
    expect((await linksBy('ad_set')).sort()).toEqual([
      ['A', { count: 1, active: 0 }],
      ['B', { count: 2, active: 1 }],
    ]);
    await plant([{ date: DATE, metric: 'installs', count: 1, campaign: a }]);
    expect(await linksBy('network')).toEqual([[null, null]]);
  });
});

describe('money in the table', () => {
  test('is converted day by day, and says what it could not convert', async () => {
    const [a, b] = [await campaign('A'), await campaign('B')];
    await plantRates(server, [
      ['INR', '2026-03-09', '80'],
      ['INR', '2026-03-10', '90'],
    ]);
    await plant([
      { date: '2026-03-09', metric: 'payments', money: ['1', 'USD'], campaign: a },
      { date: '2026-03-10', metric: 'payments', money: ['1', 'USD'], campaign: a },
      { date: '2026-03-10', metric: 'refunds', money: ['0.5', 'USD'], campaign: b },
      { date: '2026-03-10', metric: 'payments', money: ['7', 'CHF'], campaign: b },
      { date: '2026-03-10', metric: 'payments', money: ['1000', 'CHF'] },
    ]);
    const found = await bothWays({ columns: 'revenue|refunds', sort: 'revenue' });
    expect(found.items.map(({ name, values }) => [name, values.revenue, values.refunds])).toEqual([
      ['A', '170', '0'],
      ['B', '-45', '45'],
    ]);
    expect(found.totals).toEqual({ revenue: '125', refunds: '45' });
    expect(found.unconverted).toEqual([{ amount: '7', currency: 'CHF' }]);
  });

  test('says that a rate is old where it is of a campaign of the table', async () => {
    const one = await campaign('One');
    await plantRates(server, [
      ['INR', '2026-03-09', '80'],
      ['INR', '2026-03-10', '80'],
      ['GBP', '2026-03-09', '0.5'],
    ]);
    await plant([
      { date: '2026-03-10', metric: 'payments', money: ['1', 'GBP'] },
      { date: '2026-03-09', metric: 'payments', money: ['0.5', 'GBP'], campaign: one },
      { date: '2026-03-10', metric: 'payments', money: ['2.5', 'CHF'] },
    ]);
    const query = { columns: 'revenue', sort: 'revenue' };
    expect(await bothWays(query)).toMatchObject({
      totals: { revenue: '80' },
      has_old_rates: false,
      unconverted: [],
    });
    await plantSpend(server, projectId, [
      { date: '2026-03-10', campaignId: one.campaign_id, money: ['1', 'GBP'] },
    ]);
    expect((await bothWays(query)).has_old_rates).toBe(false);
    expect(await bothWays({ columns: 'revenue|spend' })).toMatchObject({
      totals: { revenue: '80', spend: '160' },
      has_old_rates: true,
      unconverted: [],
    });
  });
});

describe('who sees what in the table', () => {
  test('a guest has the campaigns that are shared with them, in every grouping', async () => {
    const [mine, other] = [await campaign('Mine'), await campaign('Other', { network: 'GOOGLE' })];
    await plant([
      { date: DATE, metric: 'installs', count: 1, campaign: mine, country: 'NP', platform: 'ios' },
      { date: DATE, metric: 'installs', count: 10, campaign: other },
      { date: DATE, metric: 'installs', count: 100 },
    ]);
    await plantSpend(server, projectId, [
      { date: DATE, campaignId: mine.campaign_id, money: ['2', 'INR'] },
      { date: DATE, campaignId: other.campaign_id, money: ['20', 'INR'] },
    ]);
    const guest = await buildMember(server, projectId, 'guest');
    const share = { project_id: projectId, campaign_id: mine.campaign_id, email: guest.email, access: 'see' };
    await server.db
      .insertInto('campaign_members')
      .values({ ...share, shared_at: server.clock.now() })
      .execute();
    const query = { columns: 'installs', filter: 'ALL', compare: 'year' } as const;
    for (const group_by of [
      'campaign',
      'network',
      'link',
      'ad_set',
      'creative',
      'country',
      'platform',
    ] as const) {
      const found = await bothWays({ ...query, group_by }, guest);
      expect(found.totals, group_by).toEqual({ installs: 1 });
      const text = JSON.stringify(found);
      for (const foreign of [
        other.campaign_id,
        other.default_link_id,
        'Other',
        'GOOGLE',
        'ORGANIC',
        '"IN"',
      ]) {
        expect(text, `${group_by} ${foreign}`).not.toContain(foreign);
      }
    }
    const filtered = await table({ ...query, campaigns: other.campaign_id }, guest);
    expect(filtered).toMatchObject({ items: [], totals: { installs: 0 } });
    expect((await table({ columns: 'spend' }, guest)).totals).toEqual({ spend: '2' });
  });
});
