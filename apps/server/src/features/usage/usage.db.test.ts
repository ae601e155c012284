import { listAuditLog } from '@trailmark/contract/audit-log';
import { ORGANIC } from '@trailmark/contract/networks';
import { createProject } from '@trailmark/contract/projects';
import { getCredits, getDataUsages, setCreditPool } from '@trailmark/contract/usage';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appendDeltaRows } from '../../rollups/deltas.ts';
import { foldDeltas } from '../../rollups/fold.ts';
import { buildMember, buildPerson, buildProject, type TestPerson } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let operator: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ env: { OPERATOR_EMAILS: 'operator@example.com' } });
  server.clock.set(new Date('2025-01-31T18:14:59Z'));
  operator = await buildPerson(server, { email: 'operator@example.com' });
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
  for (const part of [0, 1]) {
    for (const [local_date, clicks] of Object.entries(days)) {
      const some = part === 0 ? Math.floor(clicks / 2) : Math.ceil(clicks / 2);
      const row = {
        local_date,
        cohort_date: null,
        day_number: null,
        campaign_id: NO_ID,
        link_id: NO_ID,
        country: '',
        platform: 'android',
        event_name: '',
        currency: '',
        amount: '0',
      };
      const rows = [
        { metric: 'clicks', network: 'META', times: 1 },
        { metric: 'installs', network: 'META', times: 2 },
        { metric: 'reinstalls', network: 'META', times: 1 },
        { metric: 'installs', network: ORGANIC, times: 3 },
        { metric: 'events', event_name: 'tap', network: ORGANIC, times: 3 },
        { metric: 'events', event_name: 'buy', network: 'META', times: 1 },
        { metric: 'first_events', event_name: 'buy', network: 'META', times: 1 },
        { metric: 'impressions', network: 'META', times: 7 },
      ];
      const deltas = rows.map(({ times, ...rest }) => ({ ...row, ...rest, count: some * times }));
      await appendDeltaRows(server.db, projectId, deltas);
    }
    if (part === 0) await foldDeltas(server.db);
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
      months: [],
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
    expect(month.months).toEqual([{ month: '2025-01', ...month.total }]);
    const days = await usage(owner, projectId, { from: '2024-12-31', to: '2025-01-01' });
    expect(days.months.map(({ month: name, clicks }) => [name, clicks])).toEqual([
      ['2024-12', 1000],
      ['2025-01', 1],
    ]);
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
  const setPool = (by: TestPerson, projectId: string, pool: number | null) =>
    by.call(setCreditPool, { body: { project_id: projectId, pool } });
  const asOperator = async (projectId: string): Promise<TestPerson> => {
    const { userId } = operator;
    const member = { project_id: projectId, user_id: userId, role: 'admin', joined_at: server.clock.now() };
    await server.db.insertInto('project_members').values(member).execute();
    return operator;
  };

  test('have no end where no pool is set', async () => {
    const { owner, projectId } = await buildProjectIn('UTC');
    await count(projectId, { '2025-01-01': 3 });
    expect(await credits(owner, projectId)).toMatchObject({
      pool: null,
      used: 6,
      left: null,
      runs_out_on: null,
    });
  });

  test('are used by attributed installs of all time, not by organic ones', async () => {
    const { owner, projectId } = await buildProjectIn('UTC');
    const none = { pool: 100, used: 0, left: 100, per_day: 0, runs_out_on: null };
    expect(await setPool(await asOperator(projectId), projectId, 100)).toEqual(none);
    expect(await credits(owner, projectId)).toEqual(none);
    await count(projectId, { '2020-01-01': 5, '2025-01-31': 10 });
    expect(await credits(owner, projectId)).toMatchObject({ pool: 100, used: 30, left: 70 });
  });

  test('are never less than none, and have run out then', async () => {
    const { owner, projectId } = await buildProjectIn('UTC');
    await setPool(await asOperator(projectId), projectId, 5);
    await count(projectId, { '2025-01-31': 10 });
    expect(await credits(owner, projectId)).toMatchObject({
      pool: 5,
      used: 20,
      left: 0,
      runs_out_on: '2025-01-31',
    });
  });

  test.each([
    // 30 days to the 31st of January begin on the 2nd; two installs are counted for each click.
    { days: { '2025-01-01': 500 }, pool: 2000, per_day: 0, runs_out_on: null },
    { days: { '2025-01-02': 15 }, pool: 40, per_day: 1, runs_out_on: '2025-02-10' },
    { days: { '2025-01-02': 30, '2025-01-31': 15 }, pool: 95, per_day: 3, runs_out_on: '2025-02-02' },
    { days: { '2025-01-10': 1 }, pool: 50, per_day: 0.07, runs_out_on: '2027-01-21' },
    { days: { '2025-01-10': 1 }, pool: 51, per_day: 0.07, runs_out_on: null },
  ])('go on at the pace of 30 days: $days of $pool', async ({ days, pool, per_day, runs_out_on }) => {
    const { owner, projectId } = await buildProjectIn('UTC');
    await setPool(await asOperator(projectId), projectId, pool);
    await count(projectId, days as unknown as Record<string, number>);
    expect(await credits(owner, projectId)).toMatchObject({ per_day, runs_out_on });
  });

  test('are set by operators alone, and every change of them is noted', async () => {
    const { owner, projectId } = await buildProjectIn('UTC');
    await asOperator(projectId);
    await expect(setPool(owner, projectId, 5)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('operators of this installation'),
    });
    await setPool(operator, projectId, 10);
    server.clock.advance(1000);
    await setPool(operator, projectId, 10);
    expect((await setPool(operator, projectId, null)).pool).toBe(null);
    const { items } = await owner.call(listAuditLog, {
      query: { project_id: projectId, action: 'credit_pool.changed' },
    });
    expect(items).toMatchObject([
      { before: { credits: 10 }, after: { credits: null }, actor: { email: operator.email } },
      { before: { credits: null }, after: { credits: 10 } },
    ]);
  });

  test.each([-1, 1.5, 1_000_000_001, '5'])('refuse a pool of %j', async (pool) => {
    const { projectId } = await buildProjectIn('UTC');
    await asOperator(projectId);
    await expect(setPool(operator, projectId, pool as number)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { pool: expect.any(String) },
    });
  });

  test('are no business of members, strangers and nobody', async () => {
    const { projectId } = await buildProjectIn('UTC');
    const member = await buildMember(server, projectId, 'member');
    const nobody = { ...member, call: server.callAs(null) };
    for (const read of [credits, usage]) {
      await expect(read(member, projectId)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(read(operator, projectId)).rejects.toMatchObject({ code: 'not_found' });
      await expect(read(nobody, projectId)).rejects.toMatchObject({ code: 'not_signed_in' });
    }
    await expect(setPool(member, projectId, 5)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(setPool(operator, projectId, 5)).rejects.toMatchObject({ code: 'not_found' });
  });
});
