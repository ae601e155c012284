import { getCampaignDetails, listCampaigns } from '@trailmark/contract/campaign-report';
import { getUserCohort } from '@trailmark/contract/cohorts';
import { METRICS, metricsFor } from '@trailmark/contract/metrics';
import { listPeople } from '@trailmark/contract/people';
import { PLATFORMS } from '@trailmark/contract/projects';
import { listRows } from '@trailmark/contract/rows';
import { getEvents, getFunnel, getStats } from '@trailmark/contract/stats';
import { getCredits, getDataUsages } from '@trailmark/contract/usage';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import { foldDeltas } from '../../rollups/fold.ts';
import { buildReportFixture, type ReportCampaign, type ReportFixture } from '../../testing/report-fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let fixture: ReportFixture;
let paid: ReportCampaign;
let owned: ReportCampaign;
const RANGE = { from: '2026-03-09', to: '2026-03-16' };

/** Paid, owned and organic installs, a reinstall of each, sign-ups, payments, a refund, spend; half of it is folded. */
beforeAll(async () => {
  server = await startTestServer();
  server.clock.set(new Date('2026-03-09T06:00:00Z'));
  fixture = await buildReportFixture(server);
  paid = await fixture.campaign('Holi', 'META');
  owned = await fixture.campaign('Newsletter', 'NONE', { owned_media: true });
  let n = 0;
  for (const by of [paid, paid, owned, undefined, undefined, undefined]) {
    n += 1;
    const phone = await fixture.install(by, { ip: `81.2.69.${n}` });
    await phone.call('trigger', { user_data: { id: `u${n}` } });
    await phone.event('buy', { event_id: `e${n}` });
    await fixture.pay(phone, `p${n}`, 10 * n);
    if (n === 3) await foldDeltas(server.db);
    server.clock.advance(DAY_MS);
    await phone.event('tap', { event_id: `t${n}` });
    if (n % 3 === 1) {
      await phone.call('remove-captured-payment', { user_id: `u-p${n}`, payment_id: `p${n}` });
    }
    if (n !== 2) await phone.reinstalled().init();
  }
  await fixture.spend(paid, '2026-03-09', '30');
  await fixture.spend(owned, '2026-03-10', '20');
  server.clock.advance(2 * DAY_MS);
});
afterAll(() => server.stop());

const KEYS = [
  ...Object.keys(METRICS),
  'event:buy',
  'event_unique:buy',
  'event_attributed:buy',
  'event_cost:buy',
];
const query = () => ({ project_id: fixture.projectId, ...RANGE });
type Values = Record<string, number | string | null>;

/** As many at once as a call takes. */
async function inPortions(read: (keys: string) => Promise<Values>): Promise<Values> {
  const values: Values = {};
  for (let n = 0; n < KEYS.length; n += 50)
    Object.assign(values, await read(KEYS.slice(n, n + 50).join('|')));
  return values;
}

const overview = (more: object = {}) =>
  inPortions(
    async (metrics) =>
      (await fixture.owner.call(getStats, { query: { ...query(), metrics, ...more } })).total,
  );
const table = (group_by: 'campaign' | 'network' | 'link', more: object = {}) =>
  inPortions(async (columns) => {
    const tableQuery = { ...query(), columns, group_by, filter: 'ALL' as const, ...more };
    return (await fixture.owner.call(listCampaigns, { query: tableQuery })).totals;
  });

test('the period has paid, owned and organic installs, reinstalls and money of each', async () => {
  expect(await overview()).toMatchObject({
    installs: 6,
    attributed_installs: 3,
    paid_installs: 2,
    owned_installs: 1,
    organic_installs: 3,
    reinstalls: 5,
    signups: 6,
    attributed_signups: 3,
    revenue: '160',
    attributed_revenue: '50',
    spend: '50',
    cpi: '16.666667',
    roas: 1,
    blended_roas: 3.2,
  });
});

describe('a metric is the same number under the same filter', () => {
  test('on the overview and in the campaign table of all networks', async () => {
    expect(await table('network')).toEqual(await overview());
  });

  test.each(['paid', 'owned'] as const)(
    'on the overview, in its row and on its page, of the %s campaign',
    async (kind) => {
      const { id } = kind === 'paid' ? paid : owned;
      const filtered = await overview({ campaigns: id });
      const own = await inPortions(async (columns) => {
        const tableQuery = { ...query(), columns, filter: 'ALL' as const };
        const { items } = await fixture.owner.call(listCampaigns, { query: tableQuery });
        return items.find(({ campaign_id }) => campaign_id === id)?.values ?? {};
      });
      const details = await inPortions(async (metrics) => {
        const detailsQuery = { ...query(), campaign_id: id, metrics };
        return (await fixture.owner.call(getCampaignDetails, { query: detailsQuery })).total;
      });
      expect(own).toEqual(filtered);
      expect(details).toEqual(filtered);
      expect(await table('link', { campaigns: id })).toEqual(filtered);
    },
  );

  test('what spend is compared with is attributed: with or without organic rows it is one number', async () => {
    const isOfSpend = (key: string) => /^(spend|cpc|cpm|cpi|cpa|roas|event_cost)/.test(key);
    const only = (values: Values) =>
      Object.fromEntries(Object.entries(values).filter(([key]) => isOfSpend(key)));
    const expected = only(await overview());
    expect(Object.keys(expected)).toContain('roas_d1');
    expect(only(await table('campaign'))).toEqual(expected);
    expect(only(await table('network'))).toEqual(expected);
    expect((await table('campaign')).blended_roas).not.toBe((await overview()).blended_roas);
  });

  test('in the cohorts', async () => {
    const values = await overview();
    for (const metric of ['retention', 'ltv', 'roas'] as const) {
      const { total } = await fixture.owner.call(getUserCohort, { query: { ...query(), metric, days: 90 } });
      const days = Object.keys(METRICS).filter((key) => key.startsWith(`${metric}_d`));
      expect(days.length).toBeGreaterThan(5);
      for (const key of days) {
        const cell = total.cells.find(({ day }) => key === `${metric}_d${day}`);
        expect([key, cell?.value ?? null]).toEqual([key, values[key]]);
      }
      expect(total.cohort_size).toBe(Number(values.installs) + Number(values.reinstalls));
    }
  });

  test('in the rows behind it', async () => {
    const values = await overview();
    const counted = KEYS.filter((key) => METRICS[key]?.rows ?? /^event(_unique|_attributed)?:/.test(key));
    for (const metric of counted) {
      const { count } = await fixture.owner.call(listRows, { query: { ...query(), metric } });
      expect([metric, count]).toEqual([metric, values[metric]]);
    }
  });

  test('in the funnel and in the lists of people, which have reinstalls too and say so', async () => {
    for (const [by, more] of [
      [overview, {}],
      [() => overview({ campaigns: paid.id }), { campaigns: paid.id }],
    ] as const) {
      const { installs, reinstalls } = await by();
      const expected = Number(installs) + Number(reinstalls);
      const body = { ...query(), ...more, steps: ['$install', 'buy'] };
      const { steps } = await fixture.owner.call(getFunnel, { body });
      expect(steps[0]?.installs).toBe(expected);
      const people = await fixture.owner.call(listPeople, { query: { ...query(), ...more, limit: 100 } });
      expect(people.items).toHaveLength(expected);
      expect(people.items.filter(({ kind }) => kind === 'install')).toHaveLength(Number(installs));
    }
  });

  test('in the list of events and in the usage', async () => {
    const values = await overview();
    const { events } = await fixture.owner.call(getEvents, { query: query() });
    const buy = events.find(({ name }) => name === 'buy');
    expect([buy?.count, buy?.first_time_installs]).toEqual([values['event:buy'], values['event_unique:buy']]);
    const { total } = await fixture.owner.call(getDataUsages, { query: query() });
    for (const [key, count] of Object.entries(total)) expect([key, count]).toEqual([key, values[key]]);
    const { used } = await fixture.owner.call(getCredits, { query: { project_id: fixture.projectId } });
    expect(used).toBe(values.attributed_installs);
  });
});

test('the file of the campaign table has the names and the numbers of the screen', async () => {
  for (let n = 0; n < KEYS.length; n += 50) {
    const keys = KEYS.slice(n, n + 50);
    const tableQuery = { ...query(), columns: keys.join('|'), group_by: 'network' as const };
    const { groups } = await fixture.owner.call(listCampaigns, { query: tableQuery });
    const address = `${server.url}/api/campaign/export-csv?${new URLSearchParams(tableQuery)}`;
    const file = await fetch(address, { headers: { authorization: `Bearer ${fixture.owner.token}` } });
    const lines = parse(await file.text(), { bom: true, columns: true }) as Record<string, string>[];
    expect(lines).toHaveLength(groups.length);
    for (const key of keys) {
      const metric = metricsFor('app')[key];
      if (!metric) continue;
      const title = { money: ' (INR)', percent: ' (%)', count: '', ratio: '' }[metric.unit];
      for (const [at, { values }] of groups.entries()) {
        const value = values[key] ?? null;
        const shown = lines[at]?.[`${metric.label}${title}`];
        if (value === null) expect([key, shown]).toEqual([key, '']);
        else expect(Number(shown), key).toBeCloseTo(Number(value) * (metric.unit === 'percent' ? 100 : 1), 8);
      }
    }
  }
});

test.each(PLATFORMS)(
  'no two metrics have one name in a project of %s, and every one says what it is',
  (platform) => {
    const metrics = metricsFor(platform);
    const labels = Object.values(metrics).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    for (const [key, { formula }] of Object.entries(metrics)) expect(formula, key).not.toBe('');
  },
);

test('a website has visitors, and nothing that is installed or opened', () => {
  const words = Object.values(metricsFor('web')).flatMap((metric) => [
    metric.label,
    metric.formula,
    metric.whyNot,
  ]);
  expect(words.filter((text) => /install|\bapp\b|\bopens?\b/i.test(text ?? ''))).toEqual([]);
});
