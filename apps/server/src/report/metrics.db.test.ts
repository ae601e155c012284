import { CAMPAIGN_GROUPS, listCampaigns } from '@trailmark/contract/campaign-report';
import type { Campaign } from '@trailmark/contract/campaigns';
import { getStats } from '@trailmark/contract/stats';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldDeltas } from '../rollups/fold.ts';
import { buildCampaign, buildLink, buildProject } from '../testing/build.ts';
import { type Counted, plantCounts, plantRates } from '../testing/plant-counts.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { daysBetween } from './days.ts';

const SEED = 20260310;
const TODAY = '2026-03-10';
const DAYS = ['2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09', TODAY];
const RANGE = { from: '2026-03-06', to: TODAY };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.clock.set(new Date(`${TODAY}T06:00:00Z`));
});
afterAll(() => server.stop());

/** A thing that was counted, with which of a few campaigns and links it is credited to. */
const counted = fc.record({
  metric: fc.constantFrom(
    ...(['clicks', 'impressions', 'installs', 'reinstalls', 'signups', 'events', 'first_events'] as const),
    ...(['active', 'active', 'payments', 'refunds'] as const),
  ),
  date: fc.constantFrom(...DAYS),
  cohort: fc.constantFrom(...DAYS),
  count: fc.integer({ min: -2, max: 9 }),
  credit: fc.nat(3),
  country: fc.constantFrom('IN', 'NP', ''),
  platform: fc.constantFrom('ios', 'android'),
  event: fc.constantFrom('buy', 'tap'),
  amount: fc.constantFrom('0.01', '19.99', '1000.005'),
  currency: fc.constantFrom('INR', 'USD'),
});
type Picked = typeof counted extends fc.Arbitrary<infer T> ? T : never;

const OF_COHORTS = ['installs', 'reinstalls', 'active', 'payments', 'refunds'];

interface Credit {
  campaign?: Campaign;
  link?: string;
}

/** What is put into the rollups: each kind of thing with what goes with it, and nothing else. */
function plantedFrom(one: Picked, credits: Credit[]): Counted {
  const { metric, count, cohort, country, platform } = one;
  const isInstall = metric === 'installs' || metric === 'reinstalls';
  const date = one.date < cohort || isInstall ? cohort : one.date;
  return {
    metric,
    count,
    country,
    platform,
    date: OF_COHORTS.includes(metric) ? date : one.date,
    ...credits[one.credit],
    ...(OF_COHORTS.includes(metric) ? { cohort } : {}),
    ...(metric === 'events' || metric === 'first_events' ? { event: one.event } : {}),
    ...(metric === 'payments' || metric === 'refunds' ? { money: [one.amount, one.currency] } : {}),
  };
}

const METRICS = [
  ...['clicks', 'installs', 'attributed_installs', 'organic_installs', 'signups', 'events', 'event:buy'],
  ...['paid_installs', 'owned_installs', 'attributed_signups', 'attributed_revenue', 'event_attributed:buy'],
  ...['event_unique:tap', 'payments', 'revenue', 'click_to_install', 'retention_d1', 'ltv_d3', 'dau'],
];

/** The metrics again, from the rows themselves, one after the other and without any statement. */
function plainly(rows: Counted[], days: number) {
  const inRange = (day = '') => day >= RANGE.from && day <= RANGE.to;
  const sum = (metric: string, also: (row: Counted) => boolean = () => true) =>
    rows
      .filter((row) => row.metric === metric && inRange(row.date) && also(row))
      .reduce((all, { count = 1 }) => all + count, 0);
  // In millionths; a dollar is 80 rupees.
  const money = (of: Counted[]) =>
    of.reduce((all, { metric, money: [amount, currency] = ['0', 'INR'] }) => {
      const millionths = Math.round(Number(amount) * 1_000_000) * (currency === 'USD' ? 80 : 1);
      return all + (metric === 'payments' ? millionths : metric === 'refunds' ? -millionths : 0);
    }, 0);
  const aged = (n: number) =>
    rows.filter(({ cohort }) => cohort && inRange(cohort) && daysBetween(cohort, TODAY) > n);
  const after = ({ cohort = '', date }: Counted) => daysBetween(cohort, date);
  const size = (n: number) =>
    aged(n)
      .filter(({ metric }) => metric === 'installs' || metric === 'reinstalls')
      .reduce((all, { count = 1 }) => all + count, 0);
  const stayed = aged(1)
    .filter((row) => row.metric === 'active' && after(row) === 1)
    .reduce((all, { count = 1 }) => all + count, 0);
  const earned = money(aged(3).filter((row) => after(row) <= 3));
  const installs = sum('installs');
  const organic = sum('installs', ({ campaign }) => !campaign);
  const owned = sum('installs', ({ campaign }) => campaign?.owned_media === true);
  const per = (one: number, other: number) => (other === 0 ? null : one / other);
  const earnedEach = per(earned, size(3));
  return {
    clicks: sum('clicks'),
    installs,
    attributed_installs: installs - organic,
    organic_installs: organic,
    paid_installs: installs - organic - owned,
    owned_installs: owned,
    signups: sum('signups'),
    events: sum('events'),
    payments: sum('payments'),
    'event:buy': sum('events', ({ event }) => event === 'buy'),
    attributed_signups: sum('signups', ({ campaign }) => campaign !== undefined),
    attributed_revenue: money(rows.filter((row) => row.campaign && inRange(row.date))) / 1_000_000,
    'event_attributed:buy': sum('events', ({ event, campaign }) => event === 'buy' && campaign !== undefined),
    'event_unique:tap': sum('first_events', ({ event }) => event === 'tap'),
    revenue: money(rows.filter(({ date }) => inRange(date))) / 1_000_000,
    click_to_install: per(installs - organic, sum('clicks')),
    retention_d1: per(stayed, size(1)),
    ltv_d3: earnedEach === null ? null : earnedEach / 1_000_000,
    dau: sum('active') / days,
  };
}

/** Money as a number: what is compared here has few digits. */
const asNumbers = (values: Record<string, string | number | null>) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value === null ? null : Number(value)]),
  );

function expectSame(values: Record<string, string | number | null>, rows: Counted[], days = 5) {
  const expected = plainly(rows, days);
  for (const [key, value] of Object.entries(asNumbers(values))) {
    const plain = expected[key as keyof typeof expected];
    if (value === null || plain === null) expect([key, value]).toEqual([key, plain]);
    else expect(value, key).toBeCloseTo(plain, 5);
  }
}

async function buildScenario() {
  const { owner, projectId } = await buildProject(server);
  const meta = await buildCampaign(owner, projectId, { network: 'META', name: 'Meta' });
  const google = await buildCampaign(owner, projectId, {
    network: 'GOOGLE',
    name: 'Google',
    owned_media: true,
  });
  const { link_id: link } = await buildLink(
    owner,
    { projectId, campaignId: meta.campaign_id },
    { ad_set: 'A', creative: 'C' },
  );
  await plantRates(server, [['INR', '2026-03-01', '80']]);
  const credits: Credit[] = [{}, { campaign: meta }, { campaign: meta, link }, { campaign: google }];
  return { owner, projectId, meta, google, link, credits };
}
type Scenario = Awaited<ReturnType<typeof buildScenario>>;

/** Of which rows a row of the table is made. */
const MADE_OF: Record<(typeof CAMPAIGN_GROUPS)[number], (row: Counted) => string> = {
  campaign: ({ campaign }) => campaign?.campaign_id ?? '',
  network: ({ campaign }) => campaign?.network ?? 'ORGANIC',
  link: ({ campaign, link }) => `${campaign?.campaign_id}:${link ?? campaign?.default_link_id}`,
  ad_set: ({ campaign, link }) => `${campaign?.campaign_id}:${link ? 'A' : ''}`,
  creative: ({ campaign, link }) => `${campaign?.campaign_id}:${link ? 'C' : ''}`,
  ad_set_name: ({ link }) => (link ? 'A' : ''),
  creative_name: ({ link }) => (link ? 'C' : ''),
  country: ({ country }) => country ?? '',
  platform: ({ platform }) => platform ?? '',
};

async function checkStats({ owner, projectId, meta }: Scenario, rows: Counted[]) {
  const ask = { project_id: projectId, ...RANGE, metrics: METRICS.join('|') };
  const found = await owner.call(getStats, { query: ask });
  expectSame(found.total, rows);
  for (const { key, values } of found.by_network) {
    expectSame(
      values,
      rows.filter((row) => MADE_OF.network(row) === key),
    );
  }
  for (const { key, values } of found.by_country) {
    expectSame(
      values,
      rows.filter((row) => row.country === key),
    );
  }
  const some = await owner.call(getStats, { query: { ...ask, campaigns: meta.campaign_id } });
  const own = rows.filter(({ campaign }) => campaign === meta);
  expectSame(some.total, own);
  for (const { key, values } of some.by_platform) {
    expectSame(
      values,
      own.filter((row) => row.platform === key),
    );
  }
  const nepal = await owner.call(getStats, { query: { ...ask, countries: 'NP', networks: 'META,ORGANIC' } });
  expectSame(
    nepal.total,
    rows.filter((row) => row.country === 'NP' && row.campaign?.network !== 'GOOGLE'),
  );
}

async function checkTable({ owner, projectId }: Scenario, rows: Counted[]) {
  for (const group_by of CAMPAIGN_GROUPS) {
    const query = { project_id: projectId, ...RANGE, columns: METRICS.join('|'), group_by, limit: 500 };
    const found = await owner.call(listCampaigns, { query });
    const isOfCampaigns = !['network', 'country', 'platform'].includes(group_by);
    const meant = rows.filter(({ campaign }) => campaign || !isOfCampaigns);
    expectSame(found.totals, meant);
    const shown = [...found.items.map((item) => ({ key: item.campaign_id, ...item })), ...found.groups];
    expect(shown.length, group_by).toBeGreaterThan(1);
    for (const { key, values } of shown) {
      expectSame(
        values,
        meant.filter((row) => MADE_OF[group_by](row) === key),
      );
    }
  }
}

test('metrics are what the rows add up to, however they are narrowed, grouped and folded', async () => {
  const samples = fc.sample(fc.array(counted, { minLength: 80, maxLength: 160 }), { seed: SEED, numRuns: 4 });
  for (const sample of samples) {
    const scenario = await buildScenario();
    const rows = sample.map((one) => plantedFrom(one, scenario.credits));
    const half = Math.floor(rows.length / 2);
    await plantCounts(server, scenario.projectId, rows.slice(0, half));
    await checkStats(scenario, rows.slice(0, half));
    // Half of it folded, and the rest waiting.
    expect(await foldDeltas(server.db)).toBe(half);
    await plantCounts(server, scenario.projectId, rows.slice(half));
    await checkStats(scenario, rows);
    await checkTable(scenario, rows);
    await foldDeltas(server.db);
    await checkStats(scenario, rows);
    await checkTable(scenario, rows);
  }
});
