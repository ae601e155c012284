import { getEvents, getStats } from '@trailmark/contract/stats';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import { buildCampaign, buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { buildDevice, projectToken } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  // Half past midnight in India.
  server.clock.set(new Date('2026-03-09T19:00:00Z'));
  ({ owner, projectId } = await buildProject(server));
  token = await projectToken(owner, projectId);
});

const stats = (by: TestPerson, range: { from?: string; to?: string } = {}) =>
  by.call(getStats, { query: { project_id: projectId, ...range } });
const events = (by: TestPerson, range: { from?: string; to?: string } = {}) =>
  by.call(getEvents, { query: { project_id: projectId, ...range } });

describe('stats', () => {
  test('of nothing are nothing', async () => {
    const found = await stats(owner);
    expect(found).toMatchObject({ from: '2026-02-09', to: '2026-03-10', timezone: 'Asia/Kolkata', days: [] });
    expect(found.total).toMatchObject({ clicks: 0, installs: 0, revenue: [] });
  });

  test('count on the day of the project, money apart for each currency and exact', async () => {
    const { link } = await buildCampaign(owner, projectId, {
      network: 'META',
      android_web_redirect: 'https://example.com/app',
    });
    const phone = buildDevice(server, token);
    await phone.click(link.split('/').at(-1) ?? '', `?gaid=${phone.advertisingId}`);
    server.clock.advance(60_000);
    await phone.init();
    await buildDevice(server, token).init();
    for (const [n, amount] of [0.1, 0.2, 100].entries()) {
      const body = { user_id: 'u', payment_id: `p${n}`, amount, currency: n === 2 ? 'INR' : 'USD' };
      await phone.call('capture-payment', body);
    }
    server.clock.advance(DAY_MS);
    await phone.call('remove-captured-payment', { user_id: '', payment_id: 'p0' });
    const found = await stats(owner, { from: '2026-03-10', to: '2026-03-11' });
    expect(found.total).toMatchObject({
      clicks: 1,
      unique_clicks: 1,
      installs: 2,
      attributed_installs: 1,
      organic_installs: 1,
      payments: 3,
      revenue: [
        { amount: '100', currency: 'INR' },
        { amount: '0.2', currency: 'USD' },
      ],
      refunds: [{ amount: '0.1', currency: 'USD' }],
    });
    expect(found.days.map((day) => [day.date, day.installs, day.revenue])).toEqual([
      ['2026-03-10', 2, found.days[0]?.revenue],
      ['2026-03-11', 0, [{ amount: '-0.1', currency: 'USD' }]],
    ]);
    expect((await stats(owner, { from: '2026-03-11', to: '2026-03-11' })).lifetime).toEqual(found.total);
  });

  test.each([
    { from: '2026-03-10', to: '2026-03-09' },
    { from: '2020-01-01', to: '2026-01-01' },
    { from: '2026-02-30' },
  ])('refuse the range $from to $to', async (range) => {
    await expect(stats(owner, range)).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('are empty for a guest with whom no campaign is shared, and of one project only', async () => {
    await buildDevice(server, token).init();
    const guest = await buildMember(server, projectId, 'guest');
    expect((await stats(guest)).lifetime.installs).toBe(0);
    expect((await stats(owner)).lifetime.installs).toBe(1);
    const other = await buildProject(server, { owner });
    const elsewhere = await owner.call(getStats, { query: { project_id: other.projectId } });
    expect(elsewhere.lifetime.installs).toBe(0);
  });
});

describe('events', () => {
  test('come by name, the most frequent first, with who did it for the first time', async () => {
    const [one, two] = [buildDevice(server, token), buildDevice(server, token)];
    for (const [phone, name, id] of [
      [one, 'tap', 'a'],
      [one, 'tap', 'b'],
      [two, 'tap', 'c'],
      [two, 'buy', 'd'],
    ] as const) {
      await phone.event(name, { event_id: id });
    }
    const found = await events(owner);
    expect(found.events).toEqual([
      { name: 'tap', count: 3, first_time_installs: 2, days: [{ date: '2026-03-10', count: 3 }] },
      { name: 'buy', count: 1, first_time_installs: 1, days: [{ date: '2026-03-10', count: 1 }] },
    ]);
  });
});
