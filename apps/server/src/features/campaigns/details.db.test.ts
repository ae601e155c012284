import { getCampaignDetails } from '@trailmark/contract/campaign-report';
import type { Campaign } from '@trailmark/contract/campaigns';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { foldDeltas } from '../../rollups/fold.ts';
import { buildCampaign, buildLink, buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { buildDevice, projectToken } from '../../testing/device.ts';
import { plantCounts, plantSpend } from '../../testing/plant-counts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
let campaign: Campaign;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T06:00:00Z'));
  ({ owner, projectId } = await buildProject(server));
  campaign = await buildCampaign(owner, projectId, {
    network: 'META',
    android_web_redirect: 'https://example.com/app',
  });
});

type Query = Omit<
  Parameters<typeof owner.call<typeof getCampaignDetails>>[1]['query'],
  'project_id' | 'campaign_id'
>;
const details = (query: Query = {}, by: TestPerson = owner, campaignId = campaign.campaign_id) =>
  by.call(getCampaignDetails, { query: { project_id: projectId, campaign_id: campaignId, ...query } });

const DATE = '2026-03-10';

describe('details of a campaign', () => {
  test('of nothing are nothing', async () => {
    const found = await details();
    expect(found.campaign).toEqual(campaign);
    expect(found.total).toMatchObject({ clicks: 0, installs: 0, revenue: '0', cpi: null });
    expect(found.days).toHaveLength(30);
    expect(found.funnel).toEqual([
      { step: 'clicks', count: 0, of_previous: null },
      { step: 'installs', count: 0, of_previous: null },
      { step: 'signups', count: 0, of_previous: null },
      { step: 'payers', count: 0, of_previous: null },
    ]);
    expect([found.by_link, found.by_ad_set, found.by_country, found.events]).toEqual([[], [], [], []]);
  });

  test('break its metrics down by link, ad set, creative, country and platform', async () => {
    const other = await buildCampaign(owner, projectId, { network: 'META', name: 'Other' });
    const ids = { projectId, campaignId: campaign.campaign_id };
    const reel = await buildLink(owner, ids, { name: 'Reel', ad_set: 'A', creative: 'x: y' });
    await plantCounts(server, projectId, [
      { date: DATE, metric: 'installs', count: 3, campaign },
      {
        date: DATE,
        metric: 'installs',
        count: 4,
        campaign,
        link: reel.link_id,
        country: 'NP',
        platform: 'ios',
      },
      { date: '2026-03-09', metric: 'installs', count: 5, campaign },
      { date: DATE, metric: 'installs', count: 100, campaign: other },
      { date: DATE, metric: 'events', count: 6, event: 'tap', campaign },
      { date: DATE, metric: 'events', count: 1, event: 'buy', campaign, link: reel.link_id },
      { date: DATE, metric: 'events', count: 8, event: 'buy', campaign },
      { date: DATE, metric: 'first_events', count: 2, event: 'buy', campaign },
      { date: DATE, metric: 'events', count: 50, event: 'else', campaign: other },
    ]);
    await plantSpend(server, projectId, [
      { date: DATE, campaignId: campaign.campaign_id, money: ['70', 'INR'] },
      { date: DATE, campaignId: campaign.campaign_id, money: ['8', 'INR'], link: reel.link_id },
      { date: DATE, campaignId: other.campaign_id, money: ['1000', 'INR'] },
    ]);
    // The day is over.
    server.clock.advance(DAY_MS);
    const query = { from: DATE, to: DATE, compare: 'previous', metrics: 'installs|spend|cpi' } as const;
    const found = await details(query);
    expect(found.total).toEqual({ installs: 7, spend: '78', cpi: '11.142857' });
    expect(found.previous).toEqual({ installs: 5, spend: '0', cpi: '0' });
    expect(found.previous_days).toEqual([{ date: '2026-03-09', values: found.previous }]);
    const link = (key: string, label: string, values: (number | string)[], previous: number) => ({
      key,
      label,
      values: { installs: values[0], spend: values[1], cpi: values[2] ?? null },
      previous: expect.objectContaining({ installs: previous }),
    });
    expect(found.by_link).toEqual([
      link(reel.link_id, 'Reel', [4, '8', '2'], 0),
      link(campaign.default_link_id, 'Default link', [3, '0', '0'], 5),
      link(NO_ID, '', [0, '70'], 0),
    ]);
    const parts = (splits: typeof found.by_country) =>
      splits.map(({ key, values }) => [key, values.installs, values.spend]);
    expect(parts(found.by_ad_set)).toEqual([
      ['A', 4, '8'],
      ['', 3, '70'],
    ]);
    expect(parts(found.by_creative)).toEqual([
      ['x: y', 4, '8'],
      ['', 3, '70'],
    ]);
    expect(parts(found.by_country)).toEqual([
      ['NP', 4, null],
      ['IN', 3, null],
    ]);
    expect(parts(found.by_platform)).toEqual([
      ['ios', 4, null],
      ['android', 3, null],
    ]);
    expect(found.events).toEqual([
      { name: 'buy', count: 9, first_time_installs: 2 },
      { name: 'tap', count: 6, first_time_installs: 0 },
    ]);
    await foldDeltas(server.db);
    expect(await details(query)).toEqual(found);
    const narrow = await details({ ...query, countries: 'NP' });
    expect([narrow.total, narrow.by_link.length, narrow.events]).toEqual([
      { installs: 4, spend: null, cpi: null },
      1,
      [],
    ]);
  });

  test('show the way from click to payment', async () => {
    const token = await projectToken(owner, projectId);
    const phones = Array.from({ length: 3 }, () => buildDevice(server, token));
    for (const phone of phones) {
      await phone.click(campaign.link.split('/').at(-1) ?? '', phone.idQuery);
      await phone.click(campaign.link.split('/').at(-1) ?? '', phone.idQuery);
    }
    server.clock.advance(MINUTE_MS);
    for (const [n, phone] of phones.entries()) {
      await phone.init();
      await phone.call('trigger', { user_data: { id: `u${n}` } });
    }
    const pay = { user_id: 'u0', amount: 5, currency: 'INR' };
    await phones[0]?.call('capture-payment', { ...pay, payment_id: 'a' });
    await phones[0]?.call('capture-payment', { ...pay, payment_id: 'b' });
    const expected = [
      ['clicks', 6, null],
      ['installs', 3, 0.5],
      ['signups', 3, 1],
      ['payers', 1, 1 / 3],
    ];
    const funnel = async () =>
      (await details()).funnel.map(({ step, count, of_previous }) => [step, count, of_previous]);
    expect(await funnel()).toEqual(expected);
    await foldDeltas(server.db);
    expect(await funnel()).toEqual(expected);
  });

  test('are not there for another project, for a guest, or for an id that is none', async () => {
    const theirs = await buildProject(server);
    const foreign = await buildCampaign(theirs.owner, theirs.projectId);
    await expect(details({}, owner, foreign.campaign_id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(details({}, owner, newId(new Date()))).rejects.toMatchObject({ code: 'not_found' });
    await expect(details({}, owner, 'one')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(details({ metrics: 'luck' })).rejects.toMatchObject({ code: 'validation_failed' });
    const guest = await buildMember(server, projectId, 'guest');
    await expect(details({}, guest)).rejects.toMatchObject({ code: 'not_found' });
    const share = {
      project_id: projectId,
      campaign_id: campaign.campaign_id,
      email: guest.email,
      access: 'see',
    };
    await server.db
      .insertInto('campaign_members')
      .values({ ...share, shared_at: server.clock.now() })
      .execute();
    expect((await details({}, guest)).campaign).toMatchObject({ campaign_id: campaign.campaign_id });
  });
});
