import { listCampaigns } from '@trailmark/contract/campaign-report';
import { archiveCampaign } from '@trailmark/contract/campaigns';
import { createLink } from '@trailmark/contract/links';
import { METRICS } from '@trailmark/contract/metrics';
import { listRows, type RawRow } from '@trailmark/contract/rows';
import { getStats } from '@trailmark/contract/stats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import {
  buildReportFixture,
  type ReportCampaign,
  type ReportFixture,
  setRate,
} from '../../testing/report-fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await setRate(server, 'INR', '2026-03-01', '90');
});
afterAll(() => server.stop());

type Query = { metric: string } & Record<string, string | number>;
const rows = (fixture: ReportFixture, query: Query, by = fixture.owner) =>
  by.call(listRows, { query: { project_id: fixture.projectId, ...query } });

const RANGE = { from: '2026-03-07', to: '2026-03-12' };

/** All that rows are kept of, on two days around a midnight of New York and the night its clocks are set forward. */
async function buildTraffic() {
  server.clock.set(new Date('2026-03-08T04:30:00Z'));
  const fixture = await buildReportFixture(server, { timezone: 'America/New_York' });
  const [meta, google] = [await fixture.campaign('Holi'), await fixture.campaign('Ugadi', 'GOOGLE')];
  const one = await fixture.install(meta);
  await one.click(meta.slug, one.idQuery);
  await one.view(google.slug);
  server.clock.advance(40 * MINUTE_MS);
  const two = await fixture.install();
  await one.event('tap', { event_id: 'a' });
  await one.event('tap', { event_id: 'b' });
  await two.event('tap', { event_id: 'c' });
  await one.call('trigger', { user_data: { id: 'u1' } });
  await two.call('trigger', { user_data: { id: 'u1' } });
  await fixture.pay(one, 'p1', 2, 'USD');
  await fixture.pay(one, 'p2', 30);
  await fixture.pay(two, 'p3', 4, 'XPT');
  server.clock.advance(DAY_MS);
  await one.reinstalled().init();
  await one.call('remove-captured-payment', { user_id: '', payment_id: 'p1' });
  await fixture.spend(meta, '2026-03-08', '12.5');
  await fixture.spend(google, '2026-03-09', '1', 'USD');
  return { fixture, meta, google, one, two };
}

const COUNTS: Record<string, number | string> = {
  clicks: 2,
  unique_clicks: 1,
  impressions: 1,
  installs: 2,
  attributed_installs: 1,
  organic_installs: 1,
  reinstalls: 1,
  reengagements: 0,
  reattributions: 0,
  suspicious_installs: 0,
  signups: 1,
  payments: 3,
  payers: 2,
  revenue: '30',
  refunds: '180',
  spend: '102.5',
  'event:tap': 3,
  'event_unique:tap': 2,
};

describe('rows', () => {
  test('of every metric add up to it', async () => {
    const { fixture } = await buildTraffic();
    const metrics = Object.keys(METRICS).filter((key) => METRICS[key]?.rows);
    const allMetrics = [...metrics, 'event:tap', 'event_unique:tap', 'event:$payment'];
    const { total } = await fixture.owner.call(getStats, {
      query: { project_id: fixture.projectId, ...RANGE, metrics: allMetrics.join('|') },
    });
    for (const metric of allMetrics) {
      const found = await rows(fixture, { ...RANGE, metric });
      expect([metric, found.count]).toEqual([metric, COUNTS[metric] ?? total[metric]]);
      expect([metric, found.count]).toEqual([metric, total[metric]]);
      const isNet = ['revenue', 'attributed_revenue', 'refunds', 'spend', 'payers'].includes(metric);
      if (!isNet) expect([metric, found.items.length]).toEqual([metric, found.count]);
      const times = found.items.map(({ at }) => at);
      expect(times).toEqual([...times].sort().reverse());
    }
  });

  test('say what they are, in the words of all others', async () => {
    const { fixture, meta, one } = await buildTraffic();
    const [install] = (await rows(fixture, { ...RANGE, metric: 'attributed_installs' })).items;
    expect(install).toMatchObject({
      id: one.installId,
      install_id: one.installId,
      local_date: '2026-03-07',
      kind: 'install',
      campaign_id: meta.id,
      campaign_name: 'Holi',
      network: 'META',
      platform: 'android',
      money: null,
      more: { verdict: 'clean', because: 'first_open' },
    });
    const [refund] = (await rows(fixture, { ...RANGE, metric: 'refunds' })).items;
    expect(refund).toMatchObject({
      kind: 'refund',
      local_date: '2026-03-09',
      money: { amount: '2', currency: 'USD' },
      more: { name: '$refund' },
    });
    const [spend] = (await rows(fixture, { ...RANGE, metric: 'spend' })).items;
    expect(spend).toMatchObject({
      kind: 'spend',
      at: '2026-03-09T04:00:00.000Z',
      local_date: '2026-03-09',
      campaign_name: 'Ugadi',
      money: { amount: '1', currency: 'USD' },
      install_id: null,
    });
    const [click] = (await rows(fixture, { ...RANGE, metric: 'clicks' })).items;
    expect(click).toMatchObject({ kind: 'click', campaign_name: 'Holi', user_id: null });
    const revenue = await rows(fixture, { ...RANGE, metric: 'revenue' });
    expect(revenue).toMatchObject({ kind: 'payments', unconverted: [{ amount: '4', currency: 'XPT' }] });
    expect(revenue.items.length).toBe(4);
  });

  test.each([
    ['installs', { from: '2026-03-07', to: '2026-03-07' }, 1],
    ['installs', { from: '2026-03-08', to: '2026-03-08' }, 1],
    ['clicks', { networks: 'GOOGLE' }, 0],
    ['impressions', { networks: 'GOOGLE' }, 1],
    ['events', { networks: 'META', platforms: 'android' }, 6],
    ['installs', { countries: 'ZZ' }, 0],
    ['spend', { networks: 'META' }, '12.5'],
    ['spend', { platforms: 'android' }, null],
  ])('of %s are narrowed to %j', async (metric, query, count) => {
    const { fixture } = await buildTraffic();
    const found = await rows(fixture, { ...RANGE, metric, ...query });
    expect(found.count).toBe(count);
    if (typeof count === 'number') expect(found.items.length).toBe(count);
  });

  test('are those of which the country is not known', async () => {
    server.clock.set(new Date('2026-03-08T04:30:00Z'));
    const fixture = await buildReportFixture(server);
    for (const ip of ['10.1.2.3', '10.1.2.4', undefined]) await fixture.install(undefined, ip ? { ip } : {});
    const { by_country } = await fixture.owner.call(getStats, {
      query: { project_id: fixture.projectId, ...RANGE, metrics: 'installs' },
    });
    const known = by_country.find(({ key }) => key !== '')?.key ?? '';
    const count = async (query: Record<string, string>) =>
      (await rows(fixture, { ...RANGE, metric: 'installs', ...query })).count;
    expect(by_country.find(({ key }) => key === '')?.values.installs).toBe(2);
    expect(await count({ countries: 'unknown' })).toBe(2);
    expect(await count({ countries: `unknown,${known}` })).toBe(3);
    expect(await count({ countries: known, platforms: 'android' })).toBe(1);
    expect(await count({ platforms: 'unknown' })).toBe(0);
  });

  describe('of parts of the campaign table', () => {
    const COLUMNS = Object.keys(METRICS).filter((key) => METRICS[key]?.rows);
    const table = (fixture: ReportFixture, query: Record<string, string>) =>
      fixture.owner.call(listCampaigns, {
        query: { project_id: fixture.projectId, ...RANGE, columns: COLUMNS.join('|'), ...query },
      });

    /** Two campaigns with links of two ad sets, one campaign that is put away, and somebody who came alone. */
    async function buildParts() {
      server.clock.set(new Date('2026-03-08T04:30:00Z'));
      const fixture = await buildReportFixture(server);
      const { projectId: project_id, owner } = fixture;
      const [meta, google] = [await fixture.campaign('Holi'), await fixture.campaign('Ugadi', 'GOOGLE')];
      const old = await fixture.campaign('Pongal');
      const arrive = async (campaign: ReportCampaign, form: { ad_set?: string; creative?: string }) => {
        const body = { project_id, campaign_id: campaign.id, name: 'One', ...form };
        const { slug } = await owner.call(createLink, { body });
        const phone = await fixture.install({ ...campaign, slug });
        await phone.event('tap');
        await fixture.pay(phone, slug, 5);
      };
      await arrive(meta, { ad_set: 'Broad', creative: 'Video' });
      await arrive(meta, { ad_set: 'Broad' });
      await arrive(meta, { creative: 'Video' });
      await arrive(google, { ad_set: 'Broad', creative: 'Poster' });
      for (const campaign of [meta, google, old, undefined]) await fixture.install(campaign);
      await fixture.spend(meta, '2026-03-08', '12');
      const body = { project_id, campaign_id: old.id, archived: true };
      await owner.call(archiveCampaign, { body });
      return { fixture, meta, google };
    }

    let parts: Awaited<ReturnType<typeof buildParts>>;
    beforeAll(async () => {
      parts = await buildParts();
    });

    test.each([
      ['link', 7],
      ['ad_set', 4],
      ['creative', 4],
    ] as const)('by %s are as many as its metrics say', async (group_by, count) => {
      const { fixture } = parts;
      const { groups } = await table(fixture, { group_by });
      expect(groups.length).toBe(count);
      for (const { key, campaign_id, values } of groups) {
        const part = { [group_by === 'link' ? 'link_id' : group_by]: key.slice(key.indexOf(':') + 1) };
        for (const metric of COLUMNS) {
          const found = await rows(fixture, { ...RANGE, metric, campaigns: campaign_id ?? '', ...part });
          expect([key, metric, found.count]).toEqual([key, metric, values[metric]]);
        }
      }
    });

    test.each([
      { group_by: 'campaign' },
      { group_by: 'campaign', filter: 'ARCHIVED' },
      { group_by: 'ad_set', search: 'oli' },
      { group_by: 'network' },
      { group_by: 'network', filter: 'ACTIVE' },
      { group_by: 'country', network: 'GOOGLE' },
      { group_by: 'platform', tag: 'nobody has it' },
    ] as Record<string, string>[])('are as many as the total of %j says', async (selection) => {
      const { fixture } = parts;
      const { totals } = await table(fixture, selection);
      for (const metric of COLUMNS.filter((key) => key !== 'spend')) {
        const found = await rows(fixture, { ...RANGE, metric, ...selection });
        expect([metric, found.count]).toEqual([metric, totals[metric]]);
      }
    });

    test('are of the rows of a group, with the campaigns that are looked for', async () => {
      const { fixture } = parts;
      const count = async (query: Record<string, string>) =>
        (await rows(fixture, { ...RANGE, metric: 'installs', ...query })).count;
      expect(await count({ networks: 'META' })).toBe(5);
      expect(await count({ networks: 'META', filter: 'ACTIVE' })).toBe(4);
      expect(await count({ networks: 'ORGANIC' })).toBe(1);
      expect(await count({ networks: 'ORGANIC', search: 'Holi' })).toBe(0);
      expect(await count({ ad_set: 'Broad' })).toBe(3);
      expect(await count({ ad_set: 'Broad', creative: '' })).toBe(1);
      expect(await count({ ad_set: '', creative: '' })).toBe(4);
    });

    test('are not there for a guest of another campaign', async () => {
      const { fixture, meta, google } = parts;
      const guest = await fixture.guest(meta);
      const { groups } = await table(fixture, { group_by: 'link', campaigns: google.id });
      for (const { key } of groups) {
        const link_id = key.slice(key.indexOf(':') + 1);
        const seen = await rows(fixture, { ...RANGE, metric: 'clicks', link_id }, guest);
        expect([seen.items, seen.count]).toEqual([[], 0]);
      }
      const broad = await rows(fixture, { ...RANGE, metric: 'installs', ad_set: 'Broad' }, guest);
      expect(broad.count).toBe(2);
    });
  });

  test('come page by page, each once, also those of one instant', async () => {
    server.clock.set(new Date('2026-03-09T06:00:00Z'));
    const fixture = await buildReportFixture(server);
    const phone = await fixture.install();
    for (let n = 0; n < 11; n += 1) {
      await phone.event('tap', { event_id: `e${n}` });
      if (n % 4 === 3) server.clock.advance(3 * DAY_MS);
    }
    const query = { from: '2026-03-01', to: '2026-03-20', metric: 'events', limit: 3 };
    const all = await rows(fixture, { ...query, limit: 200 });
    expect([all.items.length, all.count, all.next_cursor]).toEqual([11, 11, null]);
    const seen: RawRow[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await rows(fixture, { ...query, ...(cursor ? { cursor } : {}) });
      expect(page.count).toBe(cursor ? null : 11);
      expect(page.items.length).toBe(Math.min(3, 11 - seen.length));
      seen.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(all.items);
  });

  test.each(['unique_clicks', 'spend', 'clicks', 'installs'])(
    'of %s go on after a page too',
    async (metric) => {
      server.clock.set(new Date('2026-03-09T06:00:00Z'));
      const fixture = await buildReportFixture(server);
      const meta = await fixture.campaign('Holi');
      for (const date of ['2026-03-08', '2026-03-09', '2026-03-10']) {
        await fixture.install(meta);
        await fixture.spend(meta, date, '1');
        await fixture.spend(meta, date, '1', 'USD');
      }
      const query = { from: '2026-03-01', to: '2026-03-20', metric };
      const { items } = await rows(fixture, query);
      const first = await rows(fixture, { ...query, limit: 2 });
      const rest = await rows(fixture, { ...query, cursor: first.next_cursor ?? '' });
      expect([...first.items, ...rest.items]).toEqual(items);
      expect(items.length).toBe(metric === 'spend' ? 6 : 3);
    },
  );

  test('of other campaigns are not there for a guest', async () => {
    const { fixture, meta } = await buildTraffic();
    const [guest, nobody] = [await fixture.guest(meta), await fixture.guest()];
    const metrics = Object.keys(METRICS).filter((key) => METRICS[key]?.rows);
    for (const metric of [...metrics, 'event:tap', 'event_unique:tap']) {
      const seen = await rows(fixture, { ...RANGE, metric }, guest);
      expect(seen.items.every(({ campaign_id }) => campaign_id === meta.id)).toBe(true);
      expect(JSON.stringify(seen)).not.toMatch(/Ugadi|GOOGLE|ORGANIC|XXX/);
      const nothing = await rows(fixture, { ...RANGE, metric }, nobody);
      expect([nothing.items, Number(nothing.count)]).toEqual([[], 0]);
    }
    expect((await rows(fixture, { ...RANGE, metric: 'event:tap' }, guest)).count).toBe(2);
  });

  test.each([
    { metric: 'ctr' },
    { metric: 'retention_d7' },
    { metric: 'event_cost:tap' },
    { metric: 'nonsense' },
    { metric: 'clicks', cursor: 'x' },
    { metric: 'clicks', cursor: cursorOf('1', '2020-02-30', '0123456789abcdef0123456789abcdef') },
    { metric: 'clicks', limit: 201 },
    { metric: 'clicks', link_id: 'one' },
    { metric: 'clicks', ad_set: 'x'.repeat(121) },
    { metric: 'clicks', group_by: 'weekday' },
    { metric: 'clicks', from: '2026-03-10', to: '2026-03-09' },
  ] as Query[])('are refused for %j', async (query) => {
    const fixture = await buildReportFixture(server);
    await expect(rows(fixture, query)).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('count on the day that an hour says which comes twice', async () => {
    // In Havana the clocks go back from one to midnight: this is the first half past midnight.
    server.clock.set(new Date('2026-11-01T04:30:00Z'));
    const fixture = await buildReportFixture(server, { timezone: 'America/Havana' });
    const phone = await fixture.install();
    await phone.event('tap');
    const count = async (day: string) =>
      (await rows(fixture, { metric: 'event:tap', from: day, to: day })).count;
    expect([await count('2026-10-31'), await count('2026-11-01')]).toEqual([0, 1]);
  });
});
