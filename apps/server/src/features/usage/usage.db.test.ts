import { createProject } from '@trailmark/contract/projects';
import { getCredits, getDataUsages } from '@trailmark/contract/usage';
import { NO_ID, ORGANIC } from '@trailmark/core/metrics/counters';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { buildPerson, buildProject, type TestPerson } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => server.clock.set(new Date('2025-01-31T18:14:59Z')));

async function buildProjectIn(timezone: string): Promise<{ owner: TestPerson; projectId: string }> {
  const owner = await buildPerson(server);
  const project = await owner.call(createProject, {
    body: { name: timezone, platform: 'app', currency: 'INR', timezone },
  });
  return { owner, projectId: project.project_id };
}

/** Half of it is folded, half of it still waits to be. */
async function count(projectId: string, days: Record<string, number>): Promise<void> {
  for (const [local_date, clicks] of Object.entries(days)) {
    const folded = Math.floor(clicks / 2);
    const row = {
      ...{ project_id: projectId, local_date, campaign_id: NO_ID, link_id: NO_ID, country: '' },
      ...{ platform: 'android', event_name: '', currency: '', amount: '0' },
    };
    const rows = [
      { metric: 'clicks', network: 'META', times: 1 },
      { metric: 'installs', network: 'META', times: 2 },
      { metric: 'installs', network: ORGANIC, times: 3 },
      { metric: 'events', network: ORGANIC, times: 4 },
      { metric: 'impressions', network: 'META', times: 7 },
    ].map(({ times, ...rest }) => ({ ...row, ...rest, times }));
    await server.db
      .insertInto('rollup_days')
      .values(rows.map(({ times, ...rest }) => ({ ...rest, count: folded * times })))
      .execute();
    await server.db
      .insertInto('rollup_deltas')
      .values(
        rows.map(({ times, ...rest }) => ({
          ...rest,
          ...{ id: newId(server.clock.now()), local_hour: 3, count: (clicks - folded) * times },
        })),
      )
      .execute();
  }
}

const usage = (by: TestPerson, projectId: string, range: { from?: string; to?: string } = {}) =>
  by.call(getDataUsages, { query: { project_id: projectId, ...range } });

describe('usage', () => {
  test('is nothing in a new project, for the running month', async () => {
    const { owner, projectId } = await buildProjectIn('UTC');
    expect(await usage(owner, projectId)).toEqual({
      from: '2025-01-01',
      to: '2025-01-31',
      timezone: 'UTC',
      total: { clicks: 0, attributed_installs: 0, organic_installs: 0, events: 0 },
      days: [],
    });
  });

  test('adds up the days of the range, and no others', async () => {
    const { owner, projectId } = await buildProjectIn('UTC');
    const { projectId: other } = await buildProject(server, { owner });
    await count(projectId, { '2024-12-31': 1000, '2025-01-01': 1, '2025-01-15': 10, '2025-01-31': 100 });
    await count(other, { '2025-01-15': 5000 });
    const month = await usage(owner, projectId);
    expect(month.days.map((day) => [day.date, day.clicks])).toEqual([
      ['2025-01-01', 1],
      ['2025-01-15', 10],
      ['2025-01-31', 100],
    ]);
    expect(month.total).toEqual({
      clicks: 111,
      attributed_installs: 222,
      organic_installs: 333,
      events: 444,
    });
    const days = await usage(owner, projectId, { from: '2024-12-31', to: '2025-01-01' });
    expect([days.total.clicks, days.from, days.to]).toEqual([1001, '2024-12-31', '2025-01-01']);
  });

  test('holds counts beyond 32 bits exactly', async () => {
    const { owner, projectId } = await buildProjectIn('UTC');
    await count(projectId, { '2025-01-01': 3_000_000_001, '2025-01-02': 1 });
    expect((await usage(owner, projectId)).total.clicks).toBe(3_000_000_002);
  });

  test.each([
    // 18:14:59Z: 23:44:59 in India, 23:59:59 in Nepal; 18:15Z is midnight in Nepal, 18:30Z in India.
    { zone: 'Asia/Kolkata', at: '2025-01-31T18:14:59Z', from: '2025-01-01', to: '2025-01-31' },
    { zone: 'Asia/Kathmandu', at: '2025-01-31T18:14:59Z', from: '2025-01-01', to: '2025-01-31' },
    { zone: 'Asia/Kathmandu', at: '2025-01-31T18:15:00Z', from: '2025-02-01', to: '2025-02-01' },
    { zone: 'Asia/Kolkata', at: '2025-01-31T18:15:00Z', from: '2025-01-01', to: '2025-01-31' },
    { zone: 'Asia/Kolkata', at: '2025-01-31T18:30:00Z', from: '2025-02-01', to: '2025-02-01' },
    { zone: 'America/New_York', at: '2025-02-01T04:59:59Z', from: '2025-01-01', to: '2025-01-31' },
    { zone: 'America/New_York', at: '2025-02-01T05:00:00Z', from: '2025-02-01', to: '2025-02-01' },
    { zone: 'Europe/Berlin', at: '2025-03-30T22:30:00Z', from: '2025-03-01', to: '2025-03-31' },
  ])('in $zone at $at is that of $from to $to', async ({ zone, at, from, to }) => {
    server.clock.set(new Date(at));
    const { owner, projectId } = await buildProjectIn(zone);
    expect(await usage(owner, projectId)).toMatchObject({ from, to, timezone: zone });
  });

  test.each([
    { range: { from: '2025-01-20' }, from: '2025-01-20', to: '2025-01-31' },
    { range: { to: '2025-01-10' }, from: '2025-01-01', to: '2025-01-10' },
    { range: { to: '2024-05-10' }, from: '2024-05-10', to: '2024-05-10' },
    { range: { from: '2025-06-01' }, from: '2025-06-01', to: '2025-06-01' },
    { range: { from: '2024-02-29', to: '2024-02-29' }, from: '2024-02-29', to: '2024-02-29' },
  ])('takes the end that is missing from the running month: $range', async ({ range, from, to }) => {
    const { owner, projectId } = await buildProjectIn('UTC');
    expect(await usage(owner, projectId, range)).toMatchObject({ from, to });
  });

  test.each([
    { from: '2025-01-02', to: '2025-01-01' },
    { from: '2023-01-01', to: '2025-01-01' },
    { from: '2025-02-30' },
    { from: '01/02/2025' },
    { to: '2025-01-01T00:00:00Z' },
    { from: '0000-01-01', to: '0000-01-02' },
  ])('refuses the range $from to $to', async (range) => {
    const { owner, projectId } = await buildProjectIn('UTC');
    await expect(usage(owner, projectId, range)).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
  });
});

describe('credits', () => {
  const credits = (by: TestPerson, projectId: string) =>
    by.call(getCredits, { query: { project_id: projectId } });

  async function setPool(projectId: string, credit_pool: number): Promise<void> {
    await server.db
      .updateTable('projects')
      .set({ credit_pool })
      .where('project_id', '=', projectId)
      .execute();
  }

  test('have no end where no pool is set', async () => {
    const { owner, projectId } = await buildProjectIn('UTC');
    await count(projectId, { '2025-01-01': 3 });
    expect(await credits(owner, projectId)).toEqual({ pool: null, used: 6, left: null });
  });

  test('are used by attributed installs of all time, not by organic ones', async () => {
    const { owner, projectId } = await buildProjectIn('UTC');
    await setPool(projectId, 100);
    expect(await credits(owner, projectId)).toEqual({ pool: 100, used: 0, left: 100 });
    await count(projectId, { '2020-01-01': 5, '2025-01-31': 10 });
    expect(await credits(owner, projectId)).toEqual({ pool: 100, used: 30, left: 70 });
  });

  test('are never less than none', async () => {
    const { owner, projectId } = await buildProjectIn('UTC');
    await setPool(projectId, 5);
    await count(projectId, { '2025-01-31': 10 });
    expect(await credits(owner, projectId)).toEqual({ pool: 5, used: 20, left: 0 });
  });
});
