import { type CohortRow, getUserCohort } from '@trailmark/contract/cohorts';
import { updateProject } from '@trailmark/contract/projects';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { foldDeltas } from '../../rollups/fold.ts';
import type { TestPerson } from '../../testing/build.ts';
import { type Counted, plantCounts } from '../../testing/plant-counts.ts';
import { buildReportFixture, type ReportFixture, setRate } from '../../testing/report-fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Query = Omit<NonNullable<Parameters<typeof askRaw>[2]>, never>;
const askRaw = (by: TestPerson, projectId: string, query: Record<string, string | number>) =>
  by.call(getUserCohort, { query: { project_id: projectId, ...query } });
const ask = (fixture: ReportFixture, query: Query, by = fixture.owner) =>
  askRaw(by, fixture.projectId, query);

/** What was divided by what, day by day; a star where not all installs are old enough. */
const short = (row: CohortRow | undefined) =>
  row?.cells.map(({ of, over, value, mature }) =>
    value === null && of === null ? '–' : `${of}/${over}${mature ? '' : '*'}`,
  );

/** Both before and after what waits is folded. */
async function twice(check: () => Promise<void>): Promise<void> {
  await check();
  expect(await foldDeltas(server.db)).toBeGreaterThan(0);
  await check();
}

/** Two installs of a campaign and one of nobody on the 9th, one of the campaign on the 11th; today is the 12th. */
async function buildWeek(timezone: string, at: string) {
  server.clock.set(new Date(at));
  const fixture = await buildReportFixture(server, { timezone });
  const [meta, google] = [await fixture.campaign('Holi'), await fixture.campaign('Ugadi', 'GOOGLE')];
  const [one, two] = [await fixture.install(meta), await fixture.install(meta)];
  const three = await fixture.install();
  await fixture.pay(one, 'p1', 100);
  server.clock.advance(DAY_MS);
  await one.init();
  await three.event('tap');
  await fixture.pay(two, 'p2', 50);
  server.clock.advance(DAY_MS);
  const four = await fixture.install(meta);
  await two.init();
  await fixture.pay(four, 'p4', 7);
  await one.call('remove-captured-payment', { user_id: '', payment_id: 'p1' });
  // A refund alone is no activity.
  await one.init();
  server.clock.advance(DAY_MS);
  await four.init();
  return { fixture, meta, google };
}

const WEEK = { from: '2026-03-09', to: '2026-03-12', days: 3 };

describe('retention', () => {
  test.each([
    // Just after midnight there.
    { zone: 'Asia/Kathmandu', at: '2026-03-08T18:16:00Z' },
    // Just before midnight there; the clocks were set forward the day before.
    { zone: 'America/New_York', at: '2026-03-10T03:30:00Z' },
  ])('by day in $zone', async ({ zone, at }) => {
    const { fixture } = await buildWeek(zone, at);
    await twice(async () => {
      const found = await ask(fixture, WEEK);
      expect(found).toMatchObject({
        from: WEEK.from,
        timezone: zone,
        day_kind: 'calendar',
        left_out: 0,
      });
      expect(found.rows.map(({ key, label, cohort_size }) => [key, label, cohort_size])).toEqual([
        ['2026-03-09', '2026-03-09', 3],
        ['2026-03-10', '2026-03-10', 0],
        ['2026-03-11', '2026-03-11', 1],
        ['2026-03-12', '2026-03-12', 0],
      ]);
      expect(short(found.rows[0])).toEqual(['3/3', '3/3', '2/3', '–']);
      expect(short(found.rows[2])).toEqual(['1/1', '–', '–', '–']);
      expect(found.total.cohort_size).toBe(4);
      expect(short(found.total)).toEqual(['4/4', '3/3*', '2/3*', '–']);
    });
  });

  test.each([
    { mode: 'rolling', first: ['3/3', '3/3', '2/3', '–'], total: ['4/4', '3/3*', '2/3*', '–'] },
    { mode: 'cumulative', first: ['3/3', '3/3', '–'], total: ['3/3*', '3/3*', '–'] },
  ])('$mode', async ({ mode, first, total }) => {
    const { fixture } = await buildWeek('Asia/Kolkata', '2026-03-09T06:00:00Z');
    const found = await ask(fixture, { ...WEEK, mode });
    expect(short(found.rows[0])).toEqual(first);
    expect(short(found.total)).toEqual(total);
  });

  test('rolling counts a late return on all days before it, cumulative on all after it', async () => {
    server.clock.set(new Date('2026-03-09T06:00:00Z'));
    const fixture = await buildReportFixture(server);
    const phone = await fixture.install();
    await fixture.install();
    server.clock.advance(5 * DAY_MS);
    await phone.init();
    server.clock.advance(4 * DAY_MS);
    const query = { from: '2026-03-09', to: '2026-03-09', days: 7 };
    const of = async (mode: string) =>
      (await ask(fixture, { ...query, mode })).total.cells.map((cell) => cell.of);
    expect(await of('classic')).toEqual([2, 0, 0, 0, 0, 1, 0, 0]);
    expect(await of('rolling')).toEqual([2, 1, 1, 1, 1, 1, 0, 0]);
    expect(await of('cumulative')).toEqual([0, 0, 0, 0, 1, 1, 1]);
  });

  test('by campaign and network, the largest first, with names', async () => {
    const { fixture, meta } = await buildWeek('Asia/Kolkata', '2026-03-09T06:00:00Z');
    await twice(async () => {
      for (const mode of ['classic', 'rolling']) {
        const byCampaign = await ask(fixture, { ...WEEK, mode, group_by: 'campaign' });
        expect(byCampaign.rows.map(({ key, label, cohort_size }) => [key, label, cohort_size])).toEqual([
          [meta.id, 'Holi', 3],
          ['00000000-0000-0000-0000-000000000000', 'No campaign', 1],
        ]);
        expect(short(byCampaign.rows[0])?.slice(0, 2)).toEqual(['3/3', '2/2*']);
        expect(byCampaign.total.cohort_size).toBe(4);
      }
      const byNetwork = await ask(fixture, { ...WEEK, group_by: 'network', networks: 'META,GOOGLE' });
      expect(byNetwork.rows.map(({ key, cohort_size }) => [key, cohort_size])).toEqual([['META', 3]]);
      expect(byNetwork.total.cohort_size).toBe(3);
    });
    const byPlatform = await ask(fixture, { ...WEEK, group_by: 'platform', campaigns: meta.id });
    expect(byPlatform.rows.map(({ key, cohort_size, spend }) => [key, cohort_size, spend])).toEqual([
      ['android', 3, null],
    ]);
  });

  test('by week from Monday and by month, cut where the range begins', async () => {
    const { fixture } = await buildWeek('Asia/Kolkata', '2026-03-09T06:00:00Z');
    const rows = async (span: string) =>
      (await ask(fixture, { from: '2026-02-25', to: '2026-03-12', span })).rows.map((row) => [
        row.key,
        row.label,
        row.cohort_size,
      ]);
    expect(await rows('week')).toEqual([
      ['2026-02-25', '2026-W09', 0],
      ['2026-03-02', '2026-W10', 0],
      ['2026-03-09', '2026-W11', 4],
    ]);
    expect(await rows('month')).toEqual([
      ['2026-02-25', '2026-02', 0],
      ['2026-03-01', '2026-03', 4],
    ]);
  });

  test('leaves rows out beyond the fifty largest, and not out of the total', async () => {
    server.clock.set(new Date('2026-03-09T06:00:00Z'));
    const fixture = await buildReportFixture(server);
    const of = (n: number) => ({
      cohort: '2026-03-01',
      campaign: {
        campaign_id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
        default_link_id: NO_ID,
        network: 'META',
      },
    });
    await plantCounts(
      server,
      fixture.projectId,
      Array.from({ length: 60 }, (_, n): Counted[] => [
        { ...of(n), date: '2026-03-01', metric: 'installs', count: 100 + n },
        { ...of(n), date: '2026-03-02', metric: 'active', count: n },
      ]).flat(),
    );
    await foldDeltas(server.db);
    const query = { from: '2026-03-01', to: '2026-03-01', days: 1, group_by: 'campaign' };
    const found = await ask(fixture, query);
    expect([found.rows.length, found.left_out]).toEqual([50, 10]);
    expect(found.rows.map(({ cohort_size }) => cohort_size)).toEqual(
      Array.from({ length: 50 }, (_, n) => 159 - n),
    );
    expect(short(found.rows[0])).toEqual(['0/159', '59/159']);
    expect(short(found.total)).toEqual(['0/7770', '1770/7770']);
  });
});

describe('money of installs', () => {
  test('adds up by day after the install, less refunds on their day', async () => {
    const { fixture, meta } = await buildWeek('Asia/Kolkata', '2026-03-09T06:00:00Z');
    await fixture.spend(meta, '2026-03-09', '40');
    await fixture.spend(meta, '2026-03-11', '10');
    await twice(async () => {
      const of = async (metric: string, more = {}) =>
        (await ask(fixture, { ...WEEK, metric, ...more })).total;
      expect(short(await of('revenue'))).toEqual(['107/4', '150/3*', '50/3*', '–']);
      const ltv = await of('ltv');
      expect(ltv.cells.map(({ value }) => value)).toEqual(['26.75', '50', '16.666667', null]);
      const roas = await of('roas', { group_by: 'campaign' });
      expect(roas.spend).toBe('50');
      expect(roas.cells.map(({ value, over }) => [value, over])).toEqual([
        [2.14, '50'],
        [3.75, '40'],
        [1.25, '40'],
        [null, null],
      ]);
    });
    const { total } = await ask(fixture, { ...WEEK, metric: 'roas', group_by: 'country' });
    expect([total.spend, total.cells[0]?.value, total.cells[0]?.of]).toEqual([null, null, '107']);
  });

  test('is converted at the rate of the day of the payment, and left out where there is none', async () => {
    server.clock.set(new Date('2026-03-09T06:00:00Z'));
    const fixture = await buildReportFixture(server);
    await setRate(server, 'INR', '2026-03-09', '90');
    await setRate(server, 'INR', '2026-03-10', '91.5');
    const phone = await fixture.install();
    await fixture.pay(phone, 'p1', 2, 'USD');
    await fixture.pay(phone, 'p2', 5, 'XPT');
    server.clock.advance(DAY_MS);
    await fixture.pay(phone, 'p3', 2, 'USD');
    server.clock.advance(DAY_MS);
    await fixture.pay(phone, 'p4', 1, 'USD');
    server.clock.advance(DAY_MS);
    await twice(async () => {
      const found = await ask(fixture, { from: '2026-03-09', to: '2026-03-09', days: 3, metric: 'revenue' });
      expect(found.total.cells.map(({ value }) => value)).toEqual(['180', '363', '454.5', null]);
      expect(found.unconverted).toEqual([{ amount: '5', currency: 'XPT' }]);
      expect(found.has_old_rates).toBe(true);
    });
  });
});

describe('a guest', () => {
  test('sees the installs of the campaigns shared with them, and no others', async () => {
    const { fixture, meta, google } = await buildWeek('Asia/Kolkata', '2026-03-09T06:00:00Z');
    await fixture.spend(google, '2026-03-09', '7001');
    await fixture.install(google);
    const guest = await fixture.guest(meta);
    const nobody = await fixture.guest();
    for (const mode of ['classic', 'rolling', 'cumulative']) {
      for (const group_by of ['none', 'campaign', 'network', 'country']) {
        const seen = await ask(fixture, { ...WEEK, mode, group_by }, guest);
        expect(seen.total.cohort_size).toBe(3);
        expect(JSON.stringify(seen)).not.toMatch(/Ugadi|GOOGLE|ORGANIC|No campaign|7001/);
        expect((await ask(fixture, { ...WEEK, mode, group_by }, nobody)).total.cohort_size).toBe(0);
      }
    }
    const roas = await ask(fixture, { ...WEEK, metric: 'roas', group_by: 'campaign' }, guest);
    expect(roas.rows.map(({ label, spend }) => [label, spend])).toEqual([['Holi', '0']]);
  });
});

test('of nothing, rows are empty', async () => {
  server.clock.set(new Date('2026-03-09T06:00:00Z'));
  const fixture = await buildReportFixture(server);
  const found = await ask(fixture, { days: 1 });
  expect(found.rows.length).toBe(30);
  expect(found.total).toMatchObject({ cohort_size: 0, spend: '0' });
  expect((await ask(fixture, { group_by: 'campaign' })).rows).toEqual([]);
});

test.each([
  { days: 91 },
  { days: 0 },
  { metric: 'profit' },
  { mode: 'daily' },
  { span: 'year' },
  { group_by: 'link' },
  { from: '2026-03-10', to: '2026-03-09' },
])('refuses %j', async (query) => {
  const fixture = await buildReportFixture(server);
  await expect(ask(fixture, query as unknown as Query)).rejects.toMatchObject({
    status: 400,
    code: 'validation_failed',
  });
});

test('counts a day of 24 hours from the install where the project wants that', async () => {
  server.clock.set(new Date('2026-03-09T06:00:00Z'));
  const fixture = await buildReportFixture(server);
  const phone = await fixture.install();
  // On the next day, and still within the first 24 hours.
  server.clock.advance(23 * HOUR_MS);
  await phone.init();
  server.clock.advance(2 * DAY_MS);
  await phone.init();
  server.clock.advance(3 * DAY_MS);
  await fixture.owner.call(updateProject, { body: { project_id: fixture.projectId, day_kind: '24h' } });
  await server.runJobs();
  const query = { from: '2026-03-09', to: '2026-03-09', days: 3 };
  for (const mode of ['classic', 'rolling', 'cumulative']) {
    const found = await ask(fixture, { ...query, mode });
    expect(found.day_kind).toBe('24h');
    const of = found.total.cells.map((cell) => cell.of);
    expect(of).toEqual({ classic: [1, 0, 1, 0], rolling: [1, 1, 1, 0], cumulative: [0, 1, 1] }[mode]);
  }
  server.clock.set(new Date('2026-03-11T06:00:00Z'));
  const young = await ask(fixture, query);
  expect(short(young.total)).toEqual(['1/1', '–', '–', '–']);
});
