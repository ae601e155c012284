import type { Campaign } from '@trailmark/contract/campaigns';
import { updateProject } from '@trailmark/contract/projects';
import { getStats } from '@trailmark/contract/stats';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { foldDeltas } from '../../rollups/fold.ts';
import { buildCampaign, buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { buildDevice, projectToken } from '../../testing/device.ts';
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
  // Half past midnight on the 10th in India, where the project is and pays in rupees.
  server.clock.set(new Date('2026-03-09T19:00:00Z'));
  ({ owner, projectId } = await buildProject(server));
});

type Query = Omit<Parameters<typeof owner.call<typeof getStats>>[1]['query'], 'project_id'>;
const stats = (query: Query = {}, by: TestPerson = owner) =>
  by.call(getStats, { query: { project_id: projectId, ...query } });
const plant = (counted: Counted[]) => plantCounts(server, projectId, counted);
const campaign = (network: Campaign['network'] = 'META') => buildCampaign(owner, projectId, { network });

/** What is asked twice: of deltas, and of what they were folded into. */
async function bothWays(query: Query, by?: TestPerson) {
  const unfolded = await stats(query, by);
  expect(await foldDeltas(server.db)).toBeGreaterThan(0);
  expect(await stats(query, by)).toEqual(unfolded);
  return unfolded;
}

describe('stats', () => {
  test('of nothing are nothing, on every day of the last 30', async () => {
    const found = await stats();
    expect(found).toMatchObject({
      from: '2026-02-09',
      to: '2026-03-10',
      timezone: 'Asia/Kolkata',
      currency: 'INR',
      compared: null,
      previous: null,
      previous_days: [],
      day_kind: 'calendar',
      by_network: [],
      by_country: [],
      by_platform: [],
      unconverted: [],
      has_old_rates: false,
    });
    expect(found.total).toMatchObject({ clicks: 0, installs: 0, revenue: '0', dau: 0 });
    // There is no number where it would be divided by nothing.
    expect(found.total).toMatchObject({ click_to_install: null, arpu: null, cpi: null, retention_d7: null });
    expect(found.days).toHaveLength(30);
    expect(found.days.at(-1)).toEqual({ date: '2026-03-10', values: found.total });
  });

  test('add up what happened, by day, network, country and platform', async () => {
    const meta = await campaign();
    await plant([
      { date: '2026-03-08', metric: 'clicks', count: 8, campaign: meta },
      { date: '2026-03-08', metric: 'clicks', count: 2, campaign: meta, country: 'NP', platform: 'ios' },
      { date: '2026-03-08', metric: 'installs', count: 3, campaign: meta },
      { date: '2026-03-09', metric: 'installs', count: 2, campaign: meta, country: 'NP', platform: 'ios' },
      { date: '2026-03-09', metric: 'installs', count: 5 },
      { date: '2026-03-09', metric: 'installs', count: -1 },
      { date: '2026-03-09', metric: 'events', count: 4, event: 'tap' },
      { date: '2026-03-09', metric: 'events', count: 3, event: 'buy', campaign: meta },
      { date: '2026-03-09', metric: 'first_events', count: 2, event: 'buy', campaign: meta },
      { date: '2026-03-10', metric: 'active', count: 9 },
      { date: '2026-03-07', metric: 'installs', count: 100 },
    ]);
    const metrics = [
      ...['clicks', 'installs', 'attributed_installs', 'organic_installs', 'click_to_install', 'events'],
      ...['event:buy', 'event_unique:buy', 'event_cost:buy', 'dau'],
    ];
    const found = await bothWays({ from: '2026-03-08', to: '2026-03-10', metrics: metrics.join('|') });
    expect(found.total).toEqual({
      clicks: 10,
      installs: 9,
      attributed_installs: 5,
      organic_installs: 4,
      click_to_install: 0.5,
      events: 7,
      'event:buy': 3,
      'event_unique:buy': 2,
      'event_cost:buy': '0',
      dau: 3,
    });
    expect(found.days.map(({ date, values }) => [date, values.installs, values.events, values.dau])).toEqual([
      ['2026-03-08', 3, 0, 0],
      ['2026-03-09', 6, 7, 0],
      ['2026-03-10', 0, 0, 9],
    ]);
    const parts = (splits: typeof found.by_country) =>
      splits.map(({ key, values }) => [key, values.clicks, values.installs, values['event_cost:buy']]);
    expect(parts(found.by_network)).toEqual([
      ['META', 10, 5, '0'],
      ['ORGANIC', 0, 4, null],
    ]);
    expect(parts(found.by_country)).toEqual([
      ['IN', 8, 7, null],
      ['NP', 2, 2, null],
    ]);
    expect(parts(found.by_platform)).toEqual([
      ['android', 8, 7, null],
      ['ios', 2, 2, null],
    ]);
  });

  test('are narrowed by network, campaign, country and platform', async () => {
    const [meta, google] = [await campaign(), await campaign('GOOGLE')];
    await plant([
      { date: '2026-03-10', metric: 'installs', count: 1, campaign: meta },
      { date: '2026-03-10', metric: 'installs', count: 2, campaign: meta, country: 'NP' },
      { date: '2026-03-10', metric: 'installs', count: 4, campaign: google, platform: 'ios' },
      { date: '2026-03-10', metric: 'installs', count: 8 },
    ]);
    await plantSpend(server, projectId, [
      { date: '2026-03-10', campaignId: meta.campaign_id, money: ['30', 'INR'] },
      { date: '2026-03-10', campaignId: google.campaign_id, money: ['100', 'INR'] },
    ]);
    const of = async (query: Query) => {
      const { total } = await stats({ ...query, metrics: 'installs|spend' });
      return [total.installs, total.spend];
    };
    for (const _ of ['unfolded', 'folded']) {
      expect(await of({})).toEqual([15, '130']);
      expect(await of({ networks: 'META,ORGANIC' })).toEqual([11, '30']);
      expect(await of({ campaigns: meta.campaign_id })).toEqual([3, '30']);
      expect(await of({ campaigns: `${meta.campaign_id},${google.campaign_id}` })).toEqual([7, '130']);
      // Nobody knows what an ad cost in one country.
      expect(await of({ countries: 'NP' })).toEqual([2, null]);
      expect(await of({ platforms: 'ios' })).toEqual([4, null]);
      expect(await of({ networks: 'META', countries: 'IN' })).toEqual([1, null]);
      expect(await of({ campaigns: google.campaign_id, countries: 'IN,NP' })).toEqual([4, null]);
      await foldDeltas(server.db);
    }
  });

  test('of what came through the public endpoints count on the day of the project', async () => {
    const token = await projectToken(owner, projectId);
    const { link } = await buildCampaign(owner, projectId, {
      network: 'META',
      android_web_redirect: 'https://example.com/app',
    });
    const phone = buildDevice(server, token);
    await phone.click(link.split('/').at(-1) ?? '', `?gaid=${phone.advertisingId}`);
    server.clock.advance(MINUTE_MS);
    await phone.init();
    await buildDevice(server, token).init();
    for (const [n, amount] of [0.1, 0.2, 100].entries()) {
      await phone.call('capture-payment', { user_id: 'u', payment_id: `p${n}`, amount, currency: 'INR' });
    }
    server.clock.advance(DAY_MS);
    await phone.call('remove-captured-payment', { user_id: '', payment_id: 'p0' });
    // A refund alone is no activity.
    await phone.init();
    const metrics =
      'clicks|unique_clicks|installs|attributed_installs|payments|payers|revenue|refunds|arppu|wau|dau|retention_d1';
    const query = { from: '2026-03-10', to: '2026-03-11', metrics };
    const found = await bothWays(query);
    expect(found.total).toEqual({
      clicks: 1,
      unique_clicks: 1,
      installs: 2,
      attributed_installs: 1,
      payments: 3,
      payers: 1,
      revenue: '100.2',
      refunds: '0.1',
      arppu: '100.2',
      wau: 2,
      dau: 1.5,
      retention_d1: null,
    });
    expect(found.days.map(({ date, values }) => [date, values.revenue, values.payers, values.wau])).toEqual([
      ['2026-03-10', '100.3', 1, 2],
      ['2026-03-11', '-0.1', 0, 2],
    ]);
    expect(found.by_network.map(({ key, values }) => [key, values.payers, values.wau])).toEqual([
      ['META', 1, 1],
      ['ORGANIC', 0, 1],
    ]);
    // A day later, the first day after the install is over: one of two came back.
    server.clock.advance(DAY_MS);
    expect((await stats(query)).total.retention_d1).toBe(0.5);
  });
});

describe('zones', () => {
  test.each([
    // A quarter to midnight in Nepal is a quarter past eleven in India.
    { zone: 'Asia/Kathmandu', at: '2026-03-09T18:10:00Z', day: '2026-03-09' },
    { zone: 'Asia/Kathmandu', at: '2026-03-09T18:15:00Z', day: '2026-03-10' },
    { zone: 'Asia/Kolkata', at: '2026-03-09T18:29:59Z', day: '2026-03-09' },
    { zone: 'Asia/Kolkata', at: '2026-03-09T18:30:00Z', day: '2026-03-10' },
    // The day has 23 hours, and the next begins at 4 instead of 5 o'clock in Greenwich.
    { zone: 'America/New_York', at: '2026-03-09T03:59:00Z', day: '2026-03-08' },
    { zone: 'America/New_York', at: '2026-03-09T04:00:00Z', day: '2026-03-09' },
    // One o'clock comes twice, and its first hour after midnight belongs to the day too.
    { zone: 'America/Havana', at: '2026-11-01T04:30:00Z', day: '2026-11-01' },
  ])('in $zone, $at is on $day', async ({ zone, at, day }) => {
    server.clock.set(new Date(at));
    ({ owner, projectId } = await buildProject(server));
    await owner.call(updateProject, { body: { project_id: projectId, timezone: zone } });
    const phone = buildDevice(server, await projectToken(owner, projectId));
    await phone.init();
    await phone.call('capture-payment', { user_id: 'u', payment_id: 'p', amount: 5, currency: 'INR' });
    const found = await stats({ metrics: 'installs|payers|revenue|wau' });
    expect(found).toMatchObject({ to: day, timezone: zone });
    const values = { installs: 1, payers: 1, revenue: '5', wau: 1 };
    expect(found.days.at(-1)).toEqual({ date: day, values });
    expect(found.total).toEqual(values);
    const [before] = (await stats({ metrics: 'installs|payers', from: day, to: day, compare: 'previous' }))
      .previous_days;
    expect(before?.values).toEqual({ installs: 0, payers: 0 });
  });
});

describe('money', () => {
  test('is converted at the rate of its day, or the last before it; without one it stands apart', async () => {
    const meta = await campaign();
    await plantRates(server, [
      ['INR', '2026-03-08', '80'],
      ['EUR', '2026-03-08', '0.8'],
      ['INR', '2026-03-09', '90'],
      ['EUR', '2026-03-09', '0.7'],
    ]);
    await plant([
      { date: '2026-03-08', metric: 'payments', count: 2, money: ['10', 'EUR'], campaign: meta },
      { date: '2026-03-09', metric: 'payments', count: 1, money: ['7.00', 'EUR'], campaign: meta },
      { date: '2026-03-09', metric: 'refunds', count: 1, money: ['1.5', 'USD'], campaign: meta },
      { date: '2026-03-09', metric: 'payments', count: 1, money: ['0.005', 'INR'] },
      { date: '2026-03-09', metric: 'payments', count: 1, money: ['500', 'JPY'] },
      { date: '2026-03-09', metric: 'refunds', count: 1, money: ['200.5', 'JPY'] },
      { date: '2026-03-09', metric: 'installs', count: 3, campaign: meta },
      { date: '2026-03-09', metric: 'active', count: 3, cohort: '2026-03-09', campaign: meta },
    ]);
    const metrics = 'revenue|refunds|payments|spend|cpi|roas|blended_roas|arpu';
    const found = await bothWays({ from: '2026-03-08', to: '2026-03-09', metrics });
    // 10 × 80/0.8 on the 8th; 7 × 90/0.7 rounded to 12 places, − 1.5 × 90, + 0.005 on the 9th.
    expect(found.days.map(({ values }) => [values.revenue, values.refunds])).toEqual([
      ['1000', '0'],
      ['765.005', '135'],
    ]);
    expect(found).toMatchObject({
      unconverted: [{ amount: '299.5', currency: 'JPY' }],
      has_old_rates: false,
    });
    expect(found.total).toEqual({
      revenue: '1765.005',
      refunds: '135',
      payments: 5,
      spend: '0',
      cpi: '0',
      roas: null,
      blended_roas: null,
      // A number of places that never ends, rounded at the sixth.
      arpu: '588.335',
    });
    await plantSpend(server, projectId, [
      { date: '2026-03-08', campaignId: meta.campaign_id, money: ['2', 'USD'] },
      { date: '2026-03-09', campaignId: meta.campaign_id, money: ['40', 'INR'] },
      { date: '2026-03-09', campaignId: meta.campaign_id, money: ['1000', 'JPY'] },
    ]);
    const spent = await stats({ from: '2026-03-08', to: '2026-03-09', metrics });
    expect(spent.total).toMatchObject({ spend: '200', cpi: '66.666667' });
    expect(spent.total.roas).toBeCloseTo(8.825, 9);
    expect(spent.total.blended_roas).toBeCloseTo(8.825025, 9);
    expect(spent.unconverted).toEqual([{ amount: '1299.5', currency: 'JPY' }]);
    expect(spent.by_country.map(({ values }) => [values.spend, values.cpi])).toEqual([[null, null]]);
    expect(spent.by_network.map(({ key, values }) => [key, values.spend])).toEqual([
      ['META', '200'],
      ['ORGANIC', '0'],
    ]);
  });

  test('of a day without a rate takes the last one, and says so', async () => {
    await plantRates(server, [
      ['INR', '2026-03-09', '90'],
      ['INR', '2026-03-10', '100'],
      ['GBP', '2026-03-10', '0.5'],
    ]);
    await plant([{ date: '2026-03-10', metric: 'payments', money: ['1', 'GBP'] }]);
    expect(await stats({ metrics: 'revenue' })).toMatchObject({
      total: { revenue: '200' },
      has_old_rates: false,
    });
    server.clock.advance(DAY_MS);
    await plant([{ date: '2026-03-11', metric: 'payments', money: ['2', 'USD'] }]);
    expect(await stats({ metrics: 'revenue' })).toMatchObject({
      total: { revenue: '400' },
      has_old_rates: true,
    });
    // Nothing is said of money that was not asked for.
    expect((await stats({ metrics: 'installs' })).has_old_rates).toBe(false);
  });
});

describe('cohorts', () => {
  async function plantCohorts() {
    const meta = await campaign();
    await plantRates(server, [
      ['INR', '2026-03-01', '80'],
      ['INR', '2026-03-03', '90'],
    ]);
    const of = (cohort: string, more: Omit<Counted, 'date'> & { after?: number }): Counted => {
      const date = new Date(Date.parse(cohort) + (more.after ?? 0) * DAY_MS).toISOString().slice(0, 10);
      return { campaign: meta, cohort, date, ...more };
    };
    await plant([
      of('2026-03-02', { metric: 'installs', count: 6 }),
      of('2026-03-02', { metric: 'reinstalls', count: 2 }),
      of('2026-03-02', { metric: 'active', count: 4, after: 1 }),
      of('2026-03-02', { metric: 'active', count: 2, after: 7 }),
      of('2026-03-02', { metric: 'payments', count: 1, after: 0, money: ['1', 'USD'] }),
      of('2026-03-02', { metric: 'payments', count: 1, after: 1, money: ['1', 'USD'] }),
      of('2026-03-02', { metric: 'refunds', count: 1, after: 8, money: ['20', 'INR'] }),
      // Its seventh day is today, and not over: it counts in day 1 only.
      of('2026-03-03', { metric: 'installs', count: 2 }),
      of('2026-03-03', { metric: 'active', count: 2, after: 1 }),
      of('2026-03-03', { metric: 'active', count: 2, after: 7 }),
      of('2026-03-03', { metric: 'payments', count: 1, after: 1, money: ['30', 'INR'] }),
    ]);
    await plantSpend(server, projectId, [
      { date: '2026-03-02', campaignId: meta.campaign_id, money: ['100', 'INR'] },
      { date: '2026-03-03', campaignId: meta.campaign_id, money: ['300', 'INR'] },
    ]);
    return meta;
  }
  const metrics = 'retention_d1|retention_d7|ltv_d0|ltv_d1|ltv_d7|roas_d1|roas_d7|retention_d90';

  test('count installs that are old enough, money at the rate of the day it came', async () => {
    const meta = await plantCohorts();
    const query = { from: '2026-03-02', to: '2026-03-03', metrics };
    const total = {
      retention_d1: 0.6,
      retention_d7: 0.25,
      ltv_d0: '8',
      // 80 + 90 + 30 over 10 installs, over 400 of spend; day 7 has the first cohort only.
      ltv_d1: '20',
      ltv_d7: '21.25',
      roas_d1: 0.5,
      roas_d7: 1.7,
      retention_d90: null,
    };
    const found = await bothWays(query);
    expect(found.total).toEqual(total);
    expect(found.days.map(({ values }) => [values.retention_d1, values.retention_d7, values.ltv_d7])).toEqual(
      [
        [0.5, 0.25, '21.25'],
        [1, null, null],
      ],
    );
    expect(found.by_country.map(({ values }) => [values.ltv_d7, values.roas_d7])).toEqual([['21.25', null]]);
    expect((await stats({ ...query, campaigns: meta.campaign_id })).total).toEqual(total);
    expect((await stats({ ...query, networks: 'ORGANIC' })).total).toMatchObject({ retention_d1: null });
    expect((await stats({ ...query, from: '2026-03-03' })).total).toMatchObject({ retention_d1: 1 });
  });

  test('of 24 hours are read where the project counts so, and are full a day later', async () => {
    const meta = await plantCohorts();
    const more = { campaign: meta, cohort: '2026-03-02', date: '2026-03-04' };
    await plant([{ ...more, metric: 'active_24h', count: 6, dayNumber: 1 }]);
    await plant([{ ...more, metric: 'active_24h', count: 1, dayNumber: 7 }]);
    await server.db
      .insertInto('project_settings')
      .values({ project_id: projectId, day_kind: '24h', updated_at: server.clock.now() })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ day_kind: '24h' }))
      .execute();
    const query = { from: '2026-03-02', to: '2026-03-02', metrics };
    const found = await bothWays(query);
    expect(found.day_kind).toBe('24h');
    // The 7th 24 hours of an install late on the 2nd end late on the 10th, which is today.
    expect(found.total).toMatchObject({ retention_d1: 0.75, retention_d7: null, ltv_d1: '21.25' });
    server.clock.advance(DAY_MS);
    expect((await stats(query)).total.retention_d7).toBe(0.125);
  });
});

describe('a comparison', () => {
  test('is with the days right before, or with the same days a year earlier', async () => {
    const meta = await campaign();
    // The days are over.
    server.clock.advance(DAY_MS);
    await plant([
      { date: '2026-03-10', metric: 'installs', count: 1, campaign: meta },
      { date: '2026-03-08', metric: 'installs', count: 2 },
      { date: '2026-03-07', metric: 'installs', count: 4, country: 'NP' },
      { date: '2026-03-06', metric: 'installs', count: 8 },
      { date: '2025-03-10', metric: 'installs', count: 16 },
    ]);
    const query = { from: '2026-03-09', to: '2026-03-10', metrics: 'installs' };
    const before = await bothWays({ ...query, compare: 'previous' });
    expect(before.compared).toEqual({ from: '2026-03-07', to: '2026-03-08', until: null });
    expect([before.total.installs, before.previous?.installs]).toEqual([1, 6]);
    expect(before.previous_days.map(({ date, values }) => [date, values.installs])).toEqual([
      ['2026-03-07', 4],
      ['2026-03-08', 2],
    ]);
    // Also what was there only then.
    expect(before.by_country.map((one) => [one.key, one.values.installs, one.previous?.installs])).toEqual([
      ['IN', 1, 2],
      ['NP', 0, 4],
    ]);
    const year = await stats({ ...query, compare: 'year' });
    expect(year.compared).toEqual({ from: '2025-03-09', to: '2025-03-10', until: null });
    expect(year.previous).toEqual({ installs: 16 });
  });

  test.each([
    [
      { from: '2024-02-29', to: '2024-02-29', compare: 'year' },
      { from: '2023-02-28', to: '2023-02-28' },
    ],
    [
      { from: '2024-03-01', to: '2024-03-31', compare: 'previous' },
      { from: '2024-01-30', to: '2024-02-29' },
    ],
    [{ from: '0001-01-01', to: '0001-01-02', compare: 'previous' }, null],
    [
      { from: '0001-01-02', to: '0001-01-05', compare: 'previous' },
      { from: '0001-01-01', to: '0001-01-01' },
    ],
    [
      { from: '0001-05-01', to: '0001-05-05', compare: 'year' },
      { from: '0001-01-01', to: '0001-01-01' },
    ],
    [{ to: '0001-01-01' }, null],
    [
      { from: '9999-12-30', to: '9999-12-31', compare: 'year' },
      { from: '9998-12-30', to: '9998-12-31' },
    ],
    [{ from: '9999-12-31' }, null],
  ] as [Query, object | null][])('of %j is with %j', async (query, compared) => {
    expect((await stats({ ...query, metrics: 'installs|wau|revenue|roas_d90' })).compared).toEqual(
      compared && { ...compared, until: null },
    );
  });
});

describe('what is refused', () => {
  test.each([
    { from: '2026-03-10', to: '2026-03-09' },
    { from: '2020-01-01', to: '2026-01-01' },
    { from: '2020-01-01' },
    { from: '2026-02-30' },
    { compare: 'always' },
    { from: '2026-03-09', compare: '2026-03-09' },
    { metrics: 'installs|luck' },
    { metrics: 'roas_d5' },
    { metrics: 'event:' },
    { metrics: 'constructor' },
    { campaigns: 'all' },
  ] as Query[])('%j', async (query) => {
    await expect(stats(query)).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
  });
});

describe('who sees what', () => {
  test('a guest sees the campaigns that are shared with them, and nothing of the rest', async () => {
    const [mine, other] = [await campaign(), await campaign('GOOGLE')];
    for (const [one, count] of [
      [mine, 1],
      [other, 10],
      [undefined, 100],
    ] as const) {
      const credit = one ? { campaign: one } : {};
      await plant([
        {
          ...credit,
          date: '2026-03-09',
          metric: 'installs',
          count,
          cohort: '2026-03-08',
          country: `C${count}`,
        },
        {
          ...credit,
          date: '2026-03-09',
          metric: 'payments',
          money: [`${count}`, 'INR'],
          country: `C${count}`,
        },
        { ...credit, date: '2026-03-09', metric: 'events', count, event: 'tap', country: `C${count}` },
      ]);
    }
    await plant([{ date: '2026-03-09', metric: 'payments', money: ['9', 'JPY'], campaign: other }]);
    await plantSpend(server, projectId, [
      { date: '2026-03-09', campaignId: mine.campaign_id, money: ['3', 'INR'] },
      { date: '2026-03-09', campaignId: other.campaign_id, money: ['30', 'INR'] },
    ]);
    const guest = await buildMember(server, projectId, 'guest');
    const metrics = 'installs|revenue|spend|events|event:tap|payers|mau|ltv_d0';
    const nothing = await stats({ metrics }, guest);
    expect(nothing.total).toMatchObject({ installs: 0, revenue: '0', spend: '0', events: 0, ltv_d0: null });
    expect([nothing.by_network, nothing.by_country, nothing.unconverted]).toEqual([[], [], []]);
    await server.db
      .insertInto('campaign_members')
      .values({
        project_id: projectId,
        campaign_id: mine.campaign_id,
        email: guest.email,
        access: 'see',
        shared_at: server.clock.now(),
      })
      .execute();
    const found = await bothWays({ metrics }, guest);
    expect(found.total).toMatchObject({ installs: 1, revenue: '1', spend: '3', events: 1, 'event:tap': 1 });
    expect([...found.by_network, ...found.by_country].map(({ key }) => key)).toEqual(['META', 'C1']);
    expect(found.unconverted).toEqual([]);
    // Asking for another by its id finds nothing.
    const filtered = await stats({ metrics, campaigns: other.campaign_id }, guest);
    expect(filtered.total).toMatchObject({ installs: 0, revenue: '0', spend: '0' });
    expect((await stats({ metrics })).total).toMatchObject({ installs: 111, revenue: '111', spend: '33' });
  });

  test('another project is another world', async () => {
    await plant([{ date: '2026-03-09', metric: 'installs' }]);
    const other = await buildProject(server, { owner });
    const elsewhere = await owner.call(getStats, { query: { project_id: other.projectId } });
    expect(elsewhere.total.installs).toBe(0);
  });
});
