import { getCampaignDetails, listCampaigns } from '@trailmark/contract/campaign-report';
import { getCampaign } from '@trailmark/contract/campaigns';
import {
  chooseSpendSource,
  getNetworkDifference,
  listDifferenceRows,
  listNetworkAds,
  listNetworkImports,
  matchNetworkAd,
  startNetworkImport,
  stopNetworkImport,
} from '@trailmark/contract/network-spend';
import { importSpend, listSpend } from '@trailmark/contract/spend';
import { getStats } from '@trailmark/contract/stats';
import { GOOGLE_ACCOUNTS, GOOGLE_CLIENT } from '@trailmark/sandbox/google-ads/google-ads.data';
import { META_ACCOUNTS, META_APP } from '@trailmark/sandbox/meta/meta.data';
import { startSandbox } from '@trailmark/sandbox/start';
import { TIKTOK_ACCOUNTS, TIKTOK_APP } from '@trailmark/sandbox/tiktok/tiktok.data';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueue } from '../../../jobs/queue.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { findDifferences } from '../../../rollups/recount.ts';
import { type AttributionFixture, buildAttributionFixture } from '../../../testing/attribution-fixture.ts';
import { buildProject } from '../../../testing/build.ts';
import { connectGoogleAccounts } from '../../../testing/connect-google.ts';
import { connectMetaAccounts } from '../../../testing/connect-meta.ts';
import { connectTiktokPixels } from '../../../testing/connect-tiktok.ts';
import { startNetworkServer } from '../../../testing/network-server.ts';
import { until } from '../../../testing/until.ts';

let networks: Awaited<ReturnType<typeof startNetworkServer<Awaited<ReturnType<typeof startSandbox>>>>>;
let own: AttributionFixture;
beforeAll(async () => {
  networks = await startNetworkServer(startSandbox);
});
afterAll(() => networks.stop());
beforeEach(async () => {
  networks.forget();
  networks.server.clock.set(new Date('2026-11-16T12:00:00Z'));
  own = await buildAttributionFixture(networks.server);
});

const [INDIA] = META_ACCOUNTS;
if (!INDIA) throw new Error('no account');
const [ANDROID, IOS] = INDIA.campaigns;
if (!ANDROID || !IOS) throw new Error('no campaigns');
const project = () => ({ query: { project_id: own.projectId } });
const account = { kind: 'META' as const, ad_account_id: INDIA.id };
const RANGE = { from: '2026-11-01', to: '2026-11-16' };

/** What happens every five minutes, until nothing is left to do. */
async function work(): Promise<void> {
  const { server } = networks;
  await enqueue(server.db, 'find-due-imports', {});
  await server.runJobs();
}

async function connect() {
  await connectMetaAccounts(own, META_APP);
  await work();
}

const imports = async () => (await own.owner.call(listNetworkImports, project())).imports;
const importOf = async (id = INDIA.id) => (await imports()).find(({ ad_account_id }) => ad_account_id === id);
const ads = async (
  query: { state?: 'unmatched' | 'matched' | 'ignored'; network_campaign_id?: string } = {},
) => await own.owner.call(listNetworkAds, { query: { project_id: own.projectId, ...query } });
const match = (over: object) =>
  own.owner.call(matchNetworkAd, {
    body: {
      project_id: own.projectId,
      ...account,
      network_campaign_id: ANDROID.id,
      campaign_id: null,
      ...over,
    },
  });
const spendRows = async () =>
  (await own.owner.call(listSpend, { query: { project_id: own.projectId, ...RANGE, limit: 500 } })).items;
const spendOf = (rows: Awaited<ReturnType<typeof spendRows>>) =>
  rows
    .filter(({ counted }) => counted)
    .reduce((sum, { money }) => sum + Math.round(Number(money.amount) * 100), 0);

/** What the reports say was spent, in paise. */
async function reported(): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::float8 as amount from (
      select amount from rollup_days where project_id = ${own.projectId} and metric = 'spend'
      union all select amount from rollup_deltas where project_id = ${own.projectId} and metric = 'spend') r`.execute(
    networks.server.db,
  );
  return Math.round((rows[0]?.amount ?? 0) * 100);
}

const changeCost = async (body: object) => {
  const { sandbox } = networks;
  const answer = await fetch(`${sandbox.httpUrl}/receivers/meta/change-cost`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(204);
};

describe('an import', () => {
  test('reads the days that Meta still changes, and says when it reads again', async () => {
    await connect();
    const all = await imports();
    expect(all.map(({ name }) => name)).toEqual(['Kite India', 'Kite US']);
    expect(all[0]).toMatchObject({
      kind: 'META',
      state: 'waiting',
      reason: null,
      currency: 'INR',
      time_zone: 'Asia/Kolkata',
      days: { from: '2026-10-20', to: '2026-11-16', reached: '2026-11-17' },
      pulled_at: '2026-11-16T12:00:00.000Z',
      next_at: '2026-11-16T16:00:00.000Z',
    });
    expect(all[0]?.changed_rows).toBeGreaterThan(200);
    // Nothing to do before the time has come.
    await work();
    expect((await importOf())?.pulled_at).toBe('2026-11-16T12:00:00.000Z');
    networks.server.clock.advance(4 * HOUR_MS);
    await work();
    expect(await importOf()).toMatchObject({
      pulled_at: '2026-11-16T16:00:00.000Z',
      days: { from: '2026-11-14', to: '2026-11-16' },
    });
  });

  test('of days of one’s choice runs when it is asked for, and stops', async () => {
    await connect();
    const body = { project_id: own.projectId, ...account };
    const started = await own.owner.call(startNetworkImport, {
      body: { ...body, from: '2026-09-20', to: '2026-10-01' },
    });
    expect(started).toMatchObject({ state: 'running', days: { from: '2026-09-20', reached: '2026-09-20' } });
    await networks.server.runJobs();
    expect(await importOf()).toMatchObject({ state: 'waiting', days: { reached: '2026-10-02' } });
    await own.owner.call(startNetworkImport, { body: { ...body, from: '2026-09-20', to: '2026-10-01' } });
    const stopped = await own.owner.call(stopNetworkImport, {
      query: { project_id: own.projectId, ...account },
    });
    expect(stopped.state).toBe('stopped');
    await networks.server.runJobs();
    expect(await importOf()).toMatchObject({ state: 'stopped', days: { reached: '2026-09-20' } });
  });

  test.each([
    [{ from: '2026-11-20', to: '2026-11-21' }, 'to'],
    [{ from: '2020-01-01', to: '2020-01-02' }, 'from'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'to'],
    [{ from: '2026-11-02' }, 'to'],
  ])('of %j is refused', async (days, field) => {
    await connect();
    await expect(
      own.owner.call(startNetworkImport, { body: { project_id: own.projectId, ...account, ...days } }),
    ).rejects.toMatchObject({ code: 'validation_failed', fields: { [field]: expect.any(String) } });
  });

  test('with a token that has ended says so, asks to connect again and goes on afterwards', async () => {
    await connect();
    networks.server.clock.advance(4 * HOUR_MS);
    await fetch(`${networks.sandbox.httpUrl}/receivers/meta/expire-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    await work();
    expect(await importOf()).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^Meta refused: 190/),
    });
    await connect();
    expect(await importOf()).toMatchObject({ state: 'waiting', reason: null });
  });

  test('of an account of others does not exist', async () => {
    await connect();
    const other = await buildProject(networks.server);
    const body = { project_id: other.projectId, ...account };
    await expect(other.owner.call(startNetworkImport, { body })).rejects.toMatchObject({ code: 'not_found' });
    expect(
      (await other.owner.call(listNetworkImports, { query: { project_id: other.projectId } })).imports,
    ).toEqual([]);
    expect(
      (await other.owner.call(listNetworkAds, { query: { project_id: other.projectId } })).items,
    ).toEqual([]);
  });
});

describe('what ads cost', () => {
  test('is the spend of the campaign of the same name, and the reports say the same', async () => {
    const campaign = await own.campaign({ name: ANDROID.name, network: 'META' });
    await connect();
    const rows = await spendRows();
    expect(new Set(rows.map(({ campaign_id }) => campaign_id))).toEqual(new Set([campaign.id]));
    expect(rows.every(({ source, counted }) => source === 'META' && counted)).toBe(true);
    const { rows: raw } = await sql<{ spend: number }>`
      select sum(spend)::float8 as spend from network_ad_days
      where project_id = ${own.projectId} and network_campaign_id = ${ANDROID.id}
        and day between ${RANGE.from} and ${RANGE.to}`.execute(networks.server.db);
    expect(spendOf(rows)).toBe(Math.round((raw[0]?.spend ?? 0) * 100));
    expect(await findDifferences(networks.server.db, own.projectId, '2026-01-01')).toEqual([]);
  });

  test('that Meta changes afterwards is read again, and ROAS with it', async () => {
    await own.campaign({ name: ANDROID.name, network: 'META' });
    await connect();
    await changeCost({ campaign_id: ANDROID.id, day: '2026-11-01', cost: 12345.67 });
    networks.server.clock.advance(DAY_MS);
    await work();
    const day = (await spendRows()).filter(({ date }) => date === '2026-11-01');
    expect(day.map(({ money }) => money)).toEqual([{ amount: '12345.67', currency: 'INR' }]);
    expect(await findDifferences(networks.server.db, own.projectId, '2026-01-01')).toEqual([]);
  });

  test('counts instead of a file, or the file where the campaign says so; never both', async () => {
    const campaign = await own.campaign({ name: ANDROID.name, network: 'META' });
    const csv = `date,campaign,amount\n2026-11-01,${campaign.id},1000\n2026-09-01,${campaign.id},7`;
    await own.owner.call(importSpend, { body: { project_id: own.projectId, csv } });
    expect(await reported()).toBe(100_700);
    await connect();
    const networkOnly = await reported();
    const day = async () =>
      (await spendRows())
        .filter(({ date }) => date === '2026-11-01')
        .map(({ source, counted }) => `${source} ${counted}`);
    expect(await day()).toEqual(['META true', 'file false']);
    const choose = (spend_source: 'network' | 'file') =>
      own.owner.call(chooseSpendSource, {
        body: { project_id: own.projectId, campaign_id: campaign.id, spend_source },
      });
    const chosen = async () => {
      const one = { query: { project_id: own.projectId, campaign_id: campaign.id } };
      const answers = [
        await own.owner.call(getCampaign, one),
        (await own.owner.call(getCampaignDetails, one)).campaign,
        ...(await own.owner.call(listCampaigns, { query: { project_id: own.projectId } })).items,
        ...(await spendRows()),
      ];
      expect(answers.length).toBeGreaterThan(3);
      return [...new Set(answers.map(({ spend_source }) => spend_source))];
    };
    expect(await chosen()).toEqual(['network']);
    await choose('file');
    expect(await chosen()).toEqual(['file']);
    expect(await day()).toEqual(['META false', 'file true']);
    expect(await findDifferences(networks.server.db, own.projectId, '2026-01-01')).toEqual([]);
    await choose('network');
    expect(await reported()).toBe(networkOnly);
    // The file is imported again: the network still counts.
    await own.owner.call(importSpend, { body: { project_id: own.projectId, csv } });
    expect(await reported()).toBe(networkOnly);
  });

  test('and is of no campaign of ours waits to be matched, by hand, and moves with it', async () => {
    const campaign = await own.campaign({ name: 'Android in India', network: 'META' });
    await connect();
    expect(await spendRows()).toEqual([]);
    const before = await ads({ state: 'unmatched' });
    expect(before.unmatched).toBe(5);
    const found = before.items.find(({ network_campaign_id }) => network_campaign_id === ANDROID.id);
    expect(found).toMatchObject({
      name: ANDROID.name,
      level: 'campaign',
      campaign: null,
      account_name: 'Kite India',
    });
    await match({ campaign_id: campaign.id });
    const matched = await spendRows();
    expect(matched.length).toBeGreaterThan(10);
    expect((await ads({ state: 'matched' })).items).toMatchObject([
      { campaign: { campaign_id: campaign.id, name: 'Android in India' }, matched_by: 'hand' },
    ]);
    // One of its ad sets is a link of another campaign.
    const other = await own.campaign({ name: 'Lookalikes', network: 'META' });
    const [, adSet] = ANDROID.adSets;
    await match({ network_ad_set_id: adSet?.id, campaign_id: other.id, link_id: other.linkId });
    const total = spendOf(matched);
    const divided = await spendRows();
    expect(spendOf(divided)).toBe(total);
    expect(new Set(divided.map(({ campaign_name }) => campaign_name))).toEqual(
      new Set(['Android in India', 'Lookalikes']),
    );
    await match({ ignored: true });
    expect(new Set((await spendRows()).map(({ campaign_name }) => campaign_name))).toEqual(
      new Set(['Lookalikes']),
    );
    expect(await findDifferences(networks.server.db, own.projectId, '2026-01-01')).toEqual([]);
    const below = await ads({ network_campaign_id: ANDROID.id });
    expect(below.items).toHaveLength(6);
    expect(below.items[0]?.parents[0]).toBe(ANDROID.name);
  });

  test('is learned from the ids that clicks come with; what a person says stays', async () => {
    const { server } = networks;
    const campaign = await own.campaign({ name: 'Android in India', network: 'META' });
    const other = await own.campaign({ name: 'Elsewhere', network: 'META' });
    const ids = (found: typeof ANDROID) => {
      const [adSet] = found.adSets;
      return `?campaign_id=${found.id}&adset_id=${adSet?.id}&ad_id=${adSet?.ads[0]?.id}`;
    };
    await own.device().click(campaign.slug, ids(ANDROID));
    // Clicks of the second come to two campaigns: nobody knows whose it is.
    for (const { slug } of [campaign, other]) await own.device().click(slug, ids(IOS));
    await until(async () => (await own.clickIds(campaign)).length === 2);
    await connect();
    expect((await ads({ state: 'matched' })).items).toMatchObject([
      ...[{ name: ANDROID.name, matched_by: 'click', campaign: { campaign_id: campaign.id } }],
    ]);
    expect((await ads({ network_campaign_id: IOS.id })).items.some(({ campaign: of }) => of !== null)).toBe(
      false,
    );
    const learned = await spendRows();
    expect(new Set(learned.map(({ campaign_name }) => campaign_name))).toEqual(new Set(['Android in India']));
    await match({ campaign_id: other.id });
    expect(new Set((await spendRows()).map(({ campaign_name }) => campaign_name))).toEqual(
      new Set(['Elsewhere']),
    );
    server.clock.advance(4 * HOUR_MS);
    await work();
    expect(new Set((await spendRows()).map(({ campaign_name }) => campaign_name))).toEqual(
      new Set(['Elsewhere']),
    );
  });

  test.each([
    ['a campaign of others', { campaign_id: '01900000-0000-7000-8000-000000000000' }, 'not_found'],
    ['an ad that was never reported', { network_campaign_id: '77' }, 'not_found'],
    ['a link without its campaign', { link_id: '01900000-0000-7000-8000-000000000000' }, 'validation_failed'],
  ])('is not matched to %s', async (_which, over, code) => {
    await connect();
    await expect(match(over)).rejects.toMatchObject({ code });
  });
});

test.each([
  ['Google Ads', 'GOOGLE', () => connectGoogleAccounts(own, GOOGLE_CLIENT), GOOGLE_ACCOUNTS],
  ['TikTok', 'TIKTOK', () => connectTiktokPixels(own, TIKTOK_APP), TIKTOK_ACCOUNTS],
] as const)('%s says what its ads cost, ad by ad', async (_which, kind, connectAll, accounts) => {
  const [first] = accounts;
  const name = first?.campaigns[0]?.name ?? '';
  const campaign = await own.campaign({ name, network: kind });
  await connectAll();
  await work();
  const all = await imports();
  expect(all.map(({ ad_account_id, state }) => [ad_account_id, state]).sort()).toEqual(
    accounts.map(({ id }) => [id, 'waiting']).sort(),
  );
  const rows = await spendRows();
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.every(({ campaign_id, source }) => campaign_id === campaign.id && source === kind)).toBe(true);
  const below = await ads({ network_campaign_id: first?.campaigns[0]?.id ?? '' });
  expect(below.items.filter(({ level }) => level === 'ad')).toHaveLength(4);
  expect(await findDifferences(networks.server.db, own.projectId, '2026-01-01')).toEqual([]);
});

test('what a campaign of Google costs without ads counts as well, once', async () => {
  const pmax = GOOGLE_ACCOUNTS[1]?.campaigns[1];
  const campaign = await own.campaign({ name: pmax?.name ?? '', network: 'GOOGLE' });
  await connectGoogleAccounts(own, GOOGLE_CLIENT);
  await work();
  const below = await ads({ network_campaign_id: pmax?.id ?? '' });
  expect(below.items).toEqual([]);
  const [listed] = (await ads({ state: 'matched' })).items;
  expect(listed).toMatchObject({
    level: 'campaign',
    name: pmax?.name,
    campaign: { campaign_id: campaign.id },
  });
  const { rows } = await sql<{ days: number; spend: string }>`
    select count(distinct day)::int as days, trim_scale(sum(spend))::text as spend from network_ad_days
    where project_id = ${own.projectId} and network_campaign_id = ${pmax?.id}`.execute(networks.server.db);
  expect(rows[0]?.days).toBeGreaterThan(10);
  expect(Number(rows[0]?.spend)).toBeGreaterThan(0);
  expect((await spendRows()).every(({ campaign_id }) => campaign_id === campaign.id)).toBe(true);
  expect(await findDifferences(networks.server.db, own.projectId, '2026-01-01')).toEqual([]);
});

describe('the difference', () => {
  const difference = (over: object = {}) =>
    own.owner.call(getNetworkDifference, {
      query: { project_id: own.projectId, kind: 'META', from: '2026-11-15', to: '2026-11-16', ...over },
    });

  /** A phone that clicks an ad, and opens the app later. */
  async function install(slug: string, { afterMs = HOUR_MS }: { afterMs?: number } = {}) {
    const phone = own.device();
    await phone.click(slug, phone.idQuery);
    networks.server.clock.advance(afterMs);
    await phone.init();
    return phone;
  }

  test('adds up, and each cause opens its installs', async () => {
    const { server } = networks;
    const campaign = await own.campaign({ name: ANDROID.name, network: 'META' });
    const google = await own.campaign({ name: 'Search', network: 'GOOGLE' });
    server.clock.set(new Date('2026-11-15T06:00:00Z'));
    const both = await install(campaign.slug);
    // Meta counts it on the day of its click, and Google's later click wins.
    const lost = own.device();
    await lost.click(campaign.slug, lost.idQuery);
    server.clock.advance(MINUTE_MS);
    await lost.click(google.slug, lost.idQuery);
    server.clock.advance(MINUTE_MS);
    await lost.init();
    await connect();
    // After Meta was asked.
    server.clock.advance(MINUTE_MS);
    const late = await install(campaign.slug, { afterMs: 5 * MINUTE_MS });
    await both.event('checkout');
    const result = await difference();
    const stats = await own.owner.call(getStats, {
      query: { project_id: own.projectId, from: '2026-11-15', to: '2026-11-16', networks: 'META' },
    });
    expect(result.ours).toBe(2);
    expect(stats.total.installs).toBe(2);
    const items = Object.fromEntries(result.items.map(({ cause, installs }) => [cause, Number(installs)]));
    expect(items).toMatchObject({ other_network: 1, not_repulled: -1 });
    const sum = Object.values(items).reduce((all, count) => all + count, 0);
    expect(sum).toBe(Number(result.claimed) - result.ours);
    expect(Number(result.difference)).toBe(sum);
    expect(result.network_rules).toEqual({
      click_days: 7,
      view_days: 1,
      counts_by: 'touch',
      time_zone: 'Asia/Kolkata',
    });
    const rows = async (cause: 'other_network' | 'not_repulled') =>
      (
        await own.owner.call(listDifferenceRows, {
          query: { project_id: own.projectId, kind: 'META', from: '2026-11-15', to: '2026-11-16', cause },
        })
      ).items.map(({ install_id, counts, credited_network }) => [install_id, counts, credited_network]);
    expect(await rows('other_network')).toEqual([[lost.installId, 1, 'GOOGLE']]);
    expect(await rows('not_repulled')).toEqual([[late.installId, -1, 'META']]);
    expect((await difference({ campaign_id: campaign.id })).ours).toBe(2);
  });

  test.each([
    [{ from: '2026-11-16', to: '2026-11-15' }, 'to'],
    [{ from: '2026-01-01', to: '2026-11-15' }, 'from'],
    [{ kind: 'JIO_COUPONS' }, 'kind'],
  ])('of %j is refused', async (over, field) => {
    await expect(difference(over)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { [field]: expect.any(String) },
    });
  });
});
