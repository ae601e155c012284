import { getEventProperties, getEvents, getFunnel } from '@trailmark/contract/stats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { foldDeltas } from '../../rollups/fold.ts';
import { buildReportFixture, type ReportFixture, setRate } from '../../testing/report-fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await setRate(server, 'INR', '2026-01-01', '90');
});
afterAll(() => server.stop());

const events = (fixture: ReportFixture, query: Record<string, string> = {}, by = fixture.owner) =>
  by.call(getEvents, { query: { project_id: fixture.projectId, ...query } });
const properties = (
  fixture: ReportFixture,
  query: { event: string } & Record<string, string>,
  by = fixture.owner,
) => by.call(getEventProperties, { query: { project_id: fixture.projectId, ...query } });
const funnel = (
  fixture: ReportFixture,
  body: { steps: string[]; within_hours?: number } & Record<string, unknown>,
  by = fixture.owner,
) => by.call(getFunnel, { body: { project_id: fixture.projectId, ...body } });

async function twice(check: () => Promise<void>): Promise<void> {
  await check();
  expect(await foldDeltas(server.db)).toBeGreaterThan(0);
  await check();
}

const DAYS = { from: '2026-03-09', to: '2026-03-10' };

/** Two phones, one of a campaign: taps on two days around a midnight of Nepal, and payments. */
async function buildTaps() {
  server.clock.set(new Date('2026-03-09T18:00:00Z'));
  const fixture = await buildReportFixture(server, { timezone: 'Asia/Kathmandu' });
  const meta = await fixture.campaign('Holi');
  const one = await fixture.install(meta);
  const two = await fixture.install();
  await one.event('tap', { event_id: 'a' });
  await two.event('tap', { event_id: 'b' });
  await fixture.pay(one, 'p1', 2, 'USD');
  await fixture.pay(one, 'p2', 5, 'XPT');
  server.clock.advance(20 * MINUTE_MS);
  await two.event('tap', { event_id: 'c' });
  await two.event('look', { event_id: 'd' });
  await one.call('remove-captured-payment', { user_id: '', payment_id: 'p1' });
  return { fixture, meta };
}

describe('events', () => {
  test('come by name with days, firsts and money, whether folded or not', async () => {
    const { fixture } = await buildTaps();
    await twice(async () => {
      const found = await events(fixture, { ...DAYS, distinct: 'true' });
      expect(found.events).toEqual([
        {
          name: 'tap',
          count: 3,
          previous_count: null,
          first_time_installs: 2,
          installs: 2,
          revenue: null,
          hours: [],
          days: [
            { date: '2026-03-09', count: 2 },
            { date: '2026-03-10', count: 1 },
          ],
        },
        {
          name: '$payment',
          count: 2,
          previous_count: null,
          first_time_installs: 1,
          installs: 1,
          revenue: '180',
          hours: [],
          days: [{ date: '2026-03-09', count: 2 }],
        },
        {
          name: '$refund',
          count: 1,
          previous_count: null,
          first_time_installs: 1,
          installs: 1,
          revenue: '-180',
          hours: [],
          days: [{ date: '2026-03-10', count: 1 }],
        },
        {
          name: 'look',
          count: 1,
          previous_count: null,
          first_time_installs: 1,
          installs: 1,
          revenue: null,
          hours: [],
          days: [{ date: '2026-03-10', count: 1 }],
        },
      ]);
      expect(found).toMatchObject({ unconverted: [{ amount: '5', currency: 'XPT' }], has_old_rates: true });
    });
  });

  test('are compared with the days before, where one may have been that is no more', async () => {
    const { fixture } = await buildTaps();
    // Both are over.
    server.clock.advance(DAY_MS);
    await twice(async () => {
      const found = await events(fixture, { from: '2026-03-10', to: '2026-03-10', compare: 'previous' });
      expect(found.compared).toEqual({ from: '2026-03-09', to: '2026-03-09', until: null });
      expect(found.events.map((one) => [one.name, one.count, one.previous_count, one.installs])).toEqual([
        ['$refund', 1, 0, null],
        ['look', 1, 0, null],
        ['tap', 1, 2, null],
        ['$payment', 0, 2, null],
      ]);
    });
  });

  test.each([
    [{ networks: 'META' }, 1],
    [{ platforms: 'android' }, 3],
    [{ platforms: 'ios' }, undefined],
    [{ networks: 'ORGANIC', platforms: 'android' }, 2],
  ])('are narrowed to %j', async (query, taps) => {
    const { fixture } = await buildTaps();
    await twice(async () => {
      const found = await events(fixture, { ...DAYS, ...query, distinct: 'true' });
      expect(found.events.find(({ name }) => name === 'tap')?.count).toBe(taps);
    });
  });

  test('of a campaign, and of one on some phones, are its own', async () => {
    const { fixture, meta } = await buildTaps();
    await twice(async () => {
      for (const more of [{}, { platforms: 'android' }] as Record<string, string>[]) {
        const found = await events(fixture, { ...DAYS, campaigns: meta.id, distinct: 'true', ...more });
        expect(found.events.map(({ name, count, installs }) => [name, count, installs])).toEqual([
          ['$payment', 2, 1],
          ['$refund', 1, 1],
          ['tap', 1, 1],
        ]);
      }
    });
  });

  test('of others are not there for a guest', async () => {
    const { fixture, meta } = await buildTaps();
    const [guest, nobody] = [await fixture.guest(meta), await fixture.guest()];
    const seen = await events(fixture, { ...DAYS, distinct: 'true', compare: 'previous' }, guest);
    expect(seen.events.map(({ name }) => name)).toEqual(['$payment', '$refund', 'tap']);
    expect((await events(fixture, { ...DAYS, distinct: 'true' }, nobody)).events).toEqual([]);
  });

  test('that nobody sent are none', async () => {
    const fixture = await buildReportFixture(server);
    expect((await events(fixture, { distinct: 'true' })).events).toEqual([]);
    await expect(events(fixture, { from: 'yesterday' })).rejects.toMatchObject({ status: 400 });
    await expect(events(fixture, { distinct: 'perhaps' })).rejects.toMatchObject({ status: 400 });
  });
});

describe('properties of an event', () => {
  async function buildBuys() {
    server.clock.set(new Date('2026-03-09T06:00:00Z'));
    const fixture = await buildReportFixture(server);
    const meta = await fixture.campaign('Holi');
    const [one, two] = [await fixture.install(meta), await fixture.install()];
    const buy = (phone: typeof one, id: string, data: Record<string, unknown> | null) =>
      phone.event('buy', { event_id: id, event_data: data });
    await buy(one, 'a', { colour: 'red', size: 4 });
    await buy(one, 'b', { colour: 'red', size: 5 });
    await buy(two, 'c', { colour: 'blue', size: 4, gift: true });
    await buy(two, 'd', { colour: null });
    await buy(two, 'e', null);
    await one.event('look', { event_id: 'f', event_data: { page: 1 } });
    return { fixture, meta };
  }

  test('are named, the most frequent first, and counted by value', async () => {
    const { fixture } = await buildBuys();
    const found = await properties(fixture, { event: 'buy' });
    expect(found).toMatchObject({ events: 5, looked_at: 5, numbers: null });
    expect(found.properties).toEqual([
      { name: 'colour', count: 4, types: ['null', 'string'] },
      { name: 'size', count: 3, types: ['number'] },
      { name: 'gift', count: 1, types: ['boolean'] },
    ]);
    expect(found.property).toBe('colour');
    expect(found.values).toEqual([
      { value: 'red', count: 2, installs: 1 },
      { value: 'blue', count: 1, installs: 1 },
      { value: 'null', count: 1, installs: 1 },
    ]);
    expect(found.others).toEqual({ values: 0, count: 0 });
    const sizes = await properties(fixture, { event: 'buy', property: 'size' });
    expect(sizes.values).toEqual([
      { value: '4', count: 2, installs: 2 },
      { value: '5', count: 1, installs: 1 },
    ]);
    expect(sizes.numbers).toEqual({ count: 3, min: 4, median: 4, max: 5, sum: 13 });
  });

  test('beyond the fifty most frequent values are added up', async () => {
    server.clock.set(new Date('2026-03-09T06:00:00Z'));
    const fixture = await buildReportFixture(server);
    const phone = await fixture.install();
    for (let n = 0; n < 55; n += 1) {
      await phone.event('buy', { event_id: `e${n}`, event_data: { item: n % 53 } });
    }
    const found = await properties(fixture, { event: 'buy' });
    expect(found.values.length).toBe(50);
    expect(found.values.slice(0, 3).map(({ count }) => count)).toEqual([2, 2, 1]);
    expect(found.others).toEqual({ values: 3, count: 3 });
  });

  test('are measured where they are numbers, as a plain query measures them', async () => {
    server.clock.set(new Date('2026-03-09T06:00:00Z'));
    const fixture = await buildReportFixture(server);
    const phone = await fixture.install();
    const seed = Number(process.env.EVENTS_SEED ?? Date.now() % 1_000_000);
    const value = fc.oneof(
      fc.integer({ min: -50, max: 5000 }).map((cents) => cents / 100),
      fc.constantFrom('12', 'free', true, null, 7),
    );
    const sent = [0.1, 0.2, ...fc.sample(value, { numRuns: 40, seed })];
    for (const [n, price] of sent.entries()) {
      await phone.event('buy', { event_id: `e${n}`, event_data: { price } });
    }
    // Nothing can be added to it, so that it is left out.
    await phone.event('buy', { event_id: 'huge', event_data: { price: 1e300 } });
    const found = await properties(fixture, { event: 'buy', property: 'price' });
    const numbers = sent.filter((price) => typeof price === 'number').sort((one, other) => one - other);
    const [low, high] = [numbers[Math.ceil(numbers.length / 2) - 1], numbers[Math.floor(numbers.length / 2)]];
    expect(found.numbers, `EVENTS_SEED=${seed}`).toEqual({
      count: numbers.length,
      min: numbers[0],
      median: expect.closeTo(((low ?? 0) + (high ?? 0)) / 2, 9),
      max: numbers.at(-1),
      sum: expect.closeTo(
        numbers.reduce((sum, one) => sum + one, 0),
        6,
      ),
    });
    expect(found.events).toBe(sent.length + 1);
  });

  test('are none where there is no such event, property or campaign', async () => {
    const { fixture, meta } = await buildBuys();
    expect(await properties(fixture, { event: 'sell' })).toMatchObject({
      properties: [],
      property: null,
      values: [],
    });
    expect((await properties(fixture, { event: 'buy', property: 'taste' })).values).toEqual([]);
    expect(
      (await properties(fixture, { event: 'buy', from: '2026-03-10', to: '2026-03-11' })).properties,
    ).toEqual([]);
    const seen = await properties(fixture, { event: 'buy' }, await fixture.guest(meta));
    expect(seen.values).toEqual([{ value: 'red', count: 2, installs: 1 }]);
    expect((await properties(fixture, { event: 'buy' }, await fixture.guest())).properties).toEqual([]);
  });

  test.each([[{ event: '' }], [{ event: 'x'.repeat(129) }], [{ event: 'buy', property: 'x'.repeat(201) }]])(
    'are refused for %j',
    async (query) => {
      const fixture = await buildReportFixture(server);
      await expect(properties(fixture, query)).rejects.toMatchObject({
        status: 400,
        code: 'validation_failed',
      });
    },
  );
});

describe('a funnel', () => {
  /** Half an hour before midnight in Havana, where the clocks are then set back from one to midnight. */
  async function buildSteps() {
    server.clock.set(new Date('2026-11-01T03:30:00Z'));
    const fixture = await buildReportFixture(server, { timezone: 'America/Havana' });
    const meta = await fixture.campaign('Holi');
    const [one, two, three] = [
      await fixture.install(meta),
      await fixture.install(meta),
      await fixture.install(),
    ];
    server.clock.advance(HOUR_MS);
    for (const phone of [one, two, three]) await phone.event('look', { event_id: `l${phone.installId}` });
    server.clock.advance(2 * HOUR_MS);
    await one.event('buy', { event_id: 'b1' });
    server.clock.advance(2 * HOUR_MS);
    await two.event('buy', { event_id: 'b2' });
    server.clock.advance(5 * DAY_MS);
    await three.event('buy', { event_id: 'b3' });
    return { fixture, meta };
  }

  test('counts who took the steps in order and in time', async () => {
    const { fixture } = await buildSteps();
    const range = { from: '2026-10-31', to: '2026-11-01' };
    const found = await funnel(fixture, { steps: ['$install', 'look', 'buy'], within_hours: 24, ...range });
    expect(found.steps).toEqual([
      {
        name: '$install',
        installs: 3,
        of_previous: null,
        of_first: 1,
        median_seconds: null,
        p90_seconds: null,
      },
      { name: 'look', installs: 3, of_previous: 1, of_first: 1, median_seconds: 3600, p90_seconds: 3648 },
      {
        name: 'buy',
        installs: 2,
        of_previous: 2 / 3,
        of_first: 2 / 3,
        median_seconds: 3 * 3600,
        p90_seconds: 3.8 * 3600,
      },
    ]);
    expect(found.total).toEqual({ median_seconds: 14_430, p90_seconds: 17_286 });
    const longer = await funnel(fixture, { steps: ['look', 'buy'], within_hours: 200, ...range });
    expect(longer.steps.map(({ installs }) => installs)).toEqual([3, 3]);
    const backwards = await funnel(fixture, { steps: ['buy', 'look'], ...range });
    expect(backwards.steps.map(({ installs, of_previous }) => [installs, of_previous])).toEqual([
      [2, null],
      [0, 0],
    ]);
  });

  test('begins in the range and may end after it, also in an hour that comes twice', async () => {
    const { fixture } = await buildSteps();
    const of = async (from: string, steps: string[]) =>
      (await funnel(fixture, { from, to: from, steps })).steps.map(({ installs }) => installs);
    // The looks are at half past midnight, the first of the two.
    expect(await of('2026-10-31', ['$install', 'buy'])).toEqual([3, 3]);
    expect(await of('2026-10-31', ['look', 'buy'])).toEqual([0, 0]);
    expect(await of('2026-11-01', ['look', 'buy'])).toEqual([3, 3]);
    expect(await of('2026-11-02', ['look', 'buy'])).toEqual([0, 0]);
  });

  test('of nobody has nobody in it', async () => {
    const fixture = await buildReportFixture(server);
    const found = await funnel(fixture, { steps: ['look', 'buy'] });
    expect(found.steps.map(({ of_previous, of_first }) => [of_previous, of_first])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test('has only what exists for a guest', async () => {
    const { fixture, meta } = await buildSteps();
    const range = { from: '2026-10-31', to: '2026-11-01' };
    const steps = ['$install', 'look', 'buy'];
    const seen = await funnel(fixture, { steps, ...range }, await fixture.guest(meta));
    expect(seen.steps.map(({ installs }) => installs)).toEqual([2, 2, 2]);
    const nothing = await funnel(fixture, { steps, ...range }, await fixture.guest());
    expect(nothing.steps.map(({ installs }) => installs)).toEqual([0, 0, 0]);
    const narrowed = await funnel(fixture, { steps, ...range, networks: 'ORGANIC' });
    expect(narrowed.steps.map(({ installs }) => installs)).toEqual([1, 1, 1]);
  });

  test.each([
    [{ steps: ['a'] }],
    [{ steps: Array.from('abcdefghi') }],
    [{ steps: ['a', ''] }],
    [{ steps: ['a', 'b'], within_hours: 0 }],
    [{ steps: ['a', 'b'], within_hours: 2161 }],
  ])('is refused for %j', async (body) => {
    const fixture = await buildReportFixture(server);
    await expect(funnel(fixture, body)).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
  });
});
