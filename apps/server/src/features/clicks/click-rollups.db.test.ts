import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPartitions } from '../../db/partitions.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { foldDeltas } from '../../rollups/fold.ts';
import { plantLink } from '../../testing/plant-link.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { visit } from '../../testing/visit.ts';
import { recordClicks } from './record-touches.ts';
import type { Click } from './touch.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const STORES = { app_store_link: 'https://apps.apple.com/app/id1', play_store_link: null };

/** Sums of what is folded and what waits to be: `metric date` → count. */
async function sums(projectId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select metric || ' ' || local_date as key, sum(count)::int as count
    from (
      select project_id, metric, local_date, count from rollup_deltas
      union all
      select project_id, metric, local_date, count from rollup_days) r
    where project_id = ${projectId} group by 1 order by 1`.execute(server.db);
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

const metricSum = async (projectId: string, metric: string) =>
  Object.entries(await sums(projectId)).reduce(
    (sum, [key, n]) => sum + (key.startsWith(`${metric} `) ? n : 0),
    0,
  );

describe('days are the project’s own', () => {
  test.each([
    ['Asia/Kolkata', '2026-03-01T18:29:59.999Z', '2026-03-01'],
    ['Asia/Kolkata', '2026-03-01T18:30:00.000Z', '2026-03-02'],
    ['Asia/Kathmandu', '2026-03-01T18:14:59.999Z', '2026-03-01'],
    ['Asia/Kathmandu', '2026-03-01T18:15:00.000Z', '2026-03-02'],
    ['Europe/Berlin', '2026-03-29T00:59:59.999Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T01:00:00.000Z', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T01:30:00.000Z', '2026-10-25'],
    ['America/New_York', '2026-03-08T04:59:59.999Z', '2026-03-07'],
    ['America/New_York', '2026-11-02T04:30:00.000Z', '2026-11-01'],
    ['Pacific/Kiritimati', '2026-03-01T10:00:00.000Z', '2026-03-02'],
    ['UTC', '2031-07-01T23:59:59.999Z', '2031-07-01'],
  ])('%s at %s is %s', async (timezone, at, local) => {
    const { projectId, slug } = await plantLink(server, { project: STORES, timezone });
    server.clock.set(new Date(at));
    expect((await visit(server.url, `/l/${slug}`)).status).toBe(302);
    await visit(server.url, `/i/${slug}`);
    expect(await sums(projectId)).toEqual({
      [`clicks ${local}`]: 1,
      [`unique_clicks ${local}`]: 1,
      [`impressions ${local}`]: 1,
    });
  });
});

describe('unique clicks', () => {
  test('are distinct pairs of link and device on a local day', async () => {
    const midnight = Date.parse('2026-05-10T18:30:00Z');
    const first = await plantLink(server, { project: STORES, timezone: 'Asia/Kolkata' });
    const second = await plantLink(server, { projectId: first.projectId });
    const click = (link: { slug: string }, ip: string, query = '') =>
      visit(server.url, `/l/${link.slug}${query}`, { ip });
    server.clock.set(new Date(midnight - 2 * MINUTE_MS));
    await click(first, '192.0.2.1');
    await click(first, '192.0.2.1');
    await click(first, '192.0.2.2');
    await click(second, '192.0.2.1');
    expect(await metricSum(first.projectId, 'unique_clicks')).toBe(3);
    await foldDeltas(server.db);
    expect(await metricSum(first.projectId, 'unique_clicks')).toBe(3);
    await click(first, '192.0.2.2');
    expect(await metricSum(first.projectId, 'unique_clicks')).toBe(3);
    // The same devices again after local midnight are new; the UTC day is still the same.
    server.clock.set(new Date(midnight));
    await click(first, '192.0.2.1');
    server.clock.advance(3 * HOUR_MS);
    await click(first, '192.0.2.1');
    expect(await metricSum(first.projectId, 'unique_clicks')).toBe(4);
    expect(await metricSum(first.projectId, 'clicks')).toBe(7);
    await foldDeltas(server.db);
    expect(await metricSum(first.projectId, 'unique_clicks')).toBe(4);
    expect(await metricSum(first.projectId, 'clicks')).toBe(7);
  });

  test('go by the advertising id where there is one, whatever the address', async () => {
    const { projectId, slug } = await plantLink(server, { project: STORES });
    const query = '?idfa=6D92078A-8246-4BA4-AE5B-76104861E7DC';
    for (const ip of ['192.0.2.1', '192.0.2.2', '2001:db8::1'])
      await visit(server.url, `/l/${slug}${query}`, { ip });
    expect(await metricSum(projectId, 'unique_clicks')).toBe(1);
    expect(await metricSum(projectId, 'clicks')).toBe(3);
  });
});

/** What the deltas should be, from the raw rows by a plain query. */
async function fromRawRows(projectId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    with raw as (
      select c.*, (clicked_at at time zone p.timezone)::date as local_date
      from clicks c join projects p using (project_id) where c.project_id = ${projectId}
    )
    select local_date, link_id, network, country, platform, 'clicks' as metric, count(*)::int as count
    from raw group by 1, 2, 3, 4, 5
    union all
    select local_date, link_id, network, country, platform, 'unique_clicks', count(distinct device_key)::int
    from raw group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5, 6`.execute(server.db);
  return rows;
}

async function fromDeltas(projectId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select local_date, link_id, network, country, platform, metric, sum(count)::int as count
    from rollup_deltas where project_id = ${projectId}
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`.execute(server.db);
  return rows;
}

test('a crowd at the same time: the deltas are what the raw rows say', async () => {
  const { projectId, slug } = await plantLink(server, { project: STORES, timezone: 'Asia/Kathmandu' });
  const other = await plantLink(server, { projectId });
  server.clock.set(new Date('2026-06-01T18:14:00Z'));
  const agents = ['iphone', 'android', 'windows', 'instagram'] as const;
  const crowd = Array.from({ length: 300 }, (_, n) => {
    if (n === 150) server.clock.advance(2 * MINUTE_MS);
    const ip = ['49.36.1.1', '8.8.8.8', '192.0.2.7', '2a01:4f8::1'][n % 4]!;
    return visit(server.url, `/l/${n % 3 ? slug : other.slug}`, { ip, agent: agents[(n % 7) % 4]! });
  });
  const answers = await Promise.all(crowd);
  expect(answers.every(({ status }) => status === 302 || status === 200)).toBe(true);
  const expected = await fromRawRows(projectId);
  expect(expected.reduce((sum, row) => sum + (row.metric === 'clicks' ? Number(row.count) : 0), 0)).toBe(300);
  expect(await fromDeltas(projectId)).toEqual(expected);
});

describe('a replay', () => {
  const clickAt = (link: Awaited<ReturnType<typeof plantLink>>, at: Date, device: number): Click => ({
    project_id: link.projectId,
    id: newId(at),
    clicked_at: at.toISOString(),
    link_id: link.linkId,
    campaign_id: link.campaignId,
    network: 'META',
    platform: 'ios',
    country: 'IN',
    device_key: String(device).padStart(32, '0'),
    ip: '192.0.2.1',
    user_agent: 'x',
    os_version: null,
    model: null,
    language: null,
    advertising_id: null,
    click_ids: null,
    params: null,
    outcome: 'store',
  });

  test('counts nothing twice, in whatever groups and however often, also at the same time', async () => {
    const link = await plantLink(server, { timezone: 'Asia/Kolkata' });
    const needs = {
      connection: { of: () => server },
      partitions: createPartitions(server.pool, server.clock),
    };
    const start = Date.parse('2026-02-01T00:00:00Z');
    const rows = Array.from({ length: 120 }, (_, n) =>
      clickAt(link, new Date(start + n * (DAY_MS / 40)), n % 9),
    );
    await Promise.all([
      recordClicks(needs, rows),
      recordClicks(needs, [...rows].reverse()),
      recordClicks(needs, [...rows.slice(50, 90), ...rows.slice(50, 60)]),
      ...rows.slice(0, 30).map((row) => recordClicks(needs, [row])),
    ]);
    await recordClicks(needs, rows);
    expect(await metricSum(link.projectId, 'clicks')).toBe(120);
    const deltas = await fromDeltas(link.projectId);
    expect(deltas).toEqual(await fromRawRows(link.projectId));
  });

  test('of a project that is gone does nothing', async () => {
    const link = await plantLink(server);
    const needs = {
      connection: { of: () => server },
      partitions: createPartitions(server.pool, server.clock),
    };
    const gone = { ...link, projectId: '0195a000-0000-7000-8000-000000000009' };
    await recordClicks(needs, [clickAt(gone, new Date(), 1), clickAt(link, new Date(), 1)]);
    expect(await metricSum(link.projectId, 'clicks')).toBe(1);
    expect(await metricSum(gone.projectId, 'clicks')).toBe(0);
  });
});
