import { getExplainedChange } from '@trailmark/contract/explain-change';
import { getStats } from '@trailmark/contract/stats';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { foldDeltas } from '../../rollups/fold.ts';
import { buildCampaign, buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { type Counted, plantCounts, plantSpend } from '../../testing/plant-counts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  // A day later than those of the tests: they are over.
  server.clock.set(new Date('2026-03-11T12:00:00Z'));
  ({ owner, projectId } = await buildProject(server));
});

type Query = Omit<Parameters<typeof owner.call<typeof getExplainedChange>>[1]['query'], 'project_id'>;
const explain = (query: Query, by: TestPerson = owner) =>
  by.call(getExplainedChange, { query: { project_id: projectId, ...query } });
const DAY = { from: '2026-03-10', to: '2026-03-10' };

/** A day on which one campaign broke, another one grew, and a new country came. */
async function plantStory() {
  const meta = await buildCampaign(owner, projectId, { network: 'META', name: 'Spring' });
  const google = await buildCampaign(owner, projectId, { network: 'GOOGLE', name: 'Search' });
  const counted: Counted[] = [
    { date: '2026-03-09', metric: 'installs', count: 40, campaign: meta },
    { date: '2026-03-10', metric: 'installs', count: 10, campaign: meta },
    { date: '2026-03-09', metric: 'installs', count: 5, campaign: google },
    { date: '2026-03-10', metric: 'installs', count: 9, campaign: google, platform: 'ios' },
    { date: '2026-03-09', metric: 'installs', count: 7 },
    { date: '2026-03-10', metric: 'installs', count: 7 },
    { date: '2026-03-10', metric: 'installs', count: 3, country: 'NP' },
  ];
  await plantCounts(server, projectId, counted);
  await plantSpend(server, projectId, [
    { date: '2026-03-09', campaignId: meta.campaign_id, money: ['100', 'INR'] },
    { date: '2026-03-10', campaignId: meta.campaign_id, money: ['100', 'INR'] },
    { date: '2026-03-10', campaignId: google.campaign_id, money: ['9', 'INR'] },
  ]);
  return { google };
}

describe('a change', () => {
  test('is explained by network, campaign, country and platform, the largest part first', async () => {
    const { google } = await plantStory();
    for (const _ of ['unfolded', 'folded']) {
      const found = await explain({ ...DAY, metric: 'installs' });
      expect(found).toMatchObject({ value: 29, previous: 52, change: -23 });
      expect(found.compared).toEqual({ from: '2026-03-09', to: '2026-03-09', until: null });
      const parts = Object.fromEntries(
        found.explained_by.map(({ by, parts }) => [
          by,
          parts.map((part) => [part.name ?? part.key, part.value, part.previous, part.contribution]),
        ]),
      );
      expect(parts).toEqual({
        network: [
          ['META', 10, 40, -30],
          ['GOOGLE', 9, 5, 4],
          ['ORGANIC', 10, 7, 3],
        ],
        campaign: [
          ['Spring', 10, 40, -30],
          ['Search', 9, 5, 4],
          [null, 10, 7, 3],
        ],
        country: [
          ['IN', 26, 52, -26],
          ['NP', 3, 0, 3],
        ],
        platform: [
          ['android', 20, 52, -32],
          ['ios', 9, 0, 9],
        ],
      });
      await foldDeltas(server.db);
    }
    const only = await explain({ ...DAY, metric: 'installs', campaigns: google.campaign_id });
    expect(only).toMatchObject({ value: 9, previous: 5, change: 4 });
  });

  test('of a ratio adds up, and leaves out dimensions that do not know what it is made of', async () => {
    await plantStory();
    const found = await explain({ ...DAY, metric: 'cpi' });
    const stats = await owner.call(getStats, {
      query: { project_id: projectId, ...DAY, compare: 'previous', metrics: 'cpi' },
    });
    expect([found.value, found.previous]).toEqual([stats.total.cpi, stats.previous?.cpi]);
    expect(found.explained_by.map(({ by }) => by)).toEqual(['network', 'campaign']);
    for (const { parts } of found.explained_by) {
      const sum = parts.reduce((total, { contribution }) => total + Number(contribution), 0);
      expect(sum).toBeCloseTo(Number(found.change), 9);
    }
  });

  test('of spend is not explained by countries and platforms, of which it is not known', async () => {
    await plantStory();
    const found = await explain({ ...DAY, metric: 'spend' });
    expect(found).toMatchObject({ value: '109', previous: '100', change: '9' });
    expect(found.explained_by.map(({ by }) => by)).toEqual(['network', 'campaign']);
  });

  test('names the largest parts and adds up the others', async () => {
    const countries = ['AT', 'BE', 'CH', 'DE', 'ES', 'FR', 'GB', 'HU', 'IE', 'JP'];
    await plantCounts(
      server,
      projectId,
      countries.map((country, index) => ({
        date: '2026-03-10',
        metric: 'installs',
        count: index + 1,
        country,
      })),
    );
    const found = await explain({ ...DAY, metric: 'installs' });
    const byCountry = found.explained_by.find(({ by }) => by === 'country');
    expect(byCountry?.parts.map(({ key }) => key)).toEqual(countries.toReversed().slice(0, 8));
    expect(byCountry?.others).toEqual({ count: 2, contribution: 3 });
  });

  test('of what was zero before is explained too', async () => {
    await plantStory();
    const found = await explain({ ...DAY, metric: 'installs', countries: 'NP' });
    expect(found).toMatchObject({ value: 3, previous: 0, change: 3 });
    const byNetwork = found.explained_by.find(({ by }) => by === 'network');
    expect(byNetwork?.parts).toMatchObject([{ key: 'ORGANIC', value: 3, previous: 0, contribution: 3 }]);
  });

  test('of distinct installs is not divided', async () => {
    expect((await explain({ ...DAY, metric: 'payers' })).explained_by).toEqual([]);
  });

  test('is that of the campaigns that a guest may see', async () => {
    const { google } = await plantStory();
    const guest = await buildMember(server, projectId, 'guest');
    await server.db
      .insertInto('campaign_members')
      .values({
        project_id: projectId,
        campaign_id: google.campaign_id,
        email: guest.email,
        access: 'see',
        shared_at: server.clock.now(),
      })
      .execute();
    const found = await explain({ ...DAY, metric: 'installs' }, guest);
    expect(found).toMatchObject({ value: 9, previous: 5, change: 4 });
    expect(JSON.stringify(found)).not.toContain('Spring');
  });

  test.each([
    [{ metric: 'no_such' }, 'metric'],
    [{ metric: 'installs', compare: 'none' }, 'compare'],
    [{ metric: 'installs', compare: 'never' }, 'compare'],
    [{ metric: 'installs', from: '2026-03-10', compare: '2026-03-10' }, 'compare'],
    [{ metric: 'installs', from: '2026-03-11', to: '2026-03-10' }, 'to'],
  ])('is refused for %j', async (query, field) => {
    await expect(explain(query as Query)).rejects.toMatchObject({
      status: 400,
      fields: { [field]: expect.anything() },
    });
  });
});
