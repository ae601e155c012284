import { getStats } from '@trailmark/contract/stats';
import { getWebTraffic, MOST_TRAFFIC_ROWS } from '@trailmark/contract/web-traffic';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { addDays } from '../../report/days.ts';
import type { TestDevice } from '../../testing/device.ts';
import { buildReportFixture, type ReportFixture } from '../../testing/report-fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const TODAY = '2026-06-10';
let server: TestServer;
let fixture: ReportFixture;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date(`${TODAY}T06:00:00Z`));
  fixture = await buildReportFixture(server);
});

let sessions = 0;

async function visit(visitor: TestDevice, pages: string[], referrer?: string): Promise<void> {
  sessions += 1;
  const session_id = `s${sessions}`;
  const urls = pages.map((page) => `https://kite.example${page}`);
  const begun = await visitor.call('session-start', { session_id, entry_url: urls[0], referrer });
  expect(begun.status).toBe(200);
  for (const [n, page_url] of urls.entries()) {
    await visitor.call('page-view', { session_id, page_url, event_id: `${session_id} ${n}` });
  }
}

const read = (query: Record<string, string> = {}, by = fixture.owner) =>
  by.call(getWebTraffic, { query: { project_id: fixture.projectId, from: TODAY, to: TODAY, ...query } });

test('visits are listed by source and by entry page, with those who came for the first time', async () => {
  const [one, two] = [await fixture.install(), await fixture.install()];
  await visit(one, ['/tea?utm_source=x', '/cart'], 'https://www.google.com/');
  server.clock.advance(60 * MINUTE_MS);
  await visit(one, ['/'], '');
  await visit(two, ['/tea'], 'https://www.google.com/');
  const { source_types, sources, entry_pages } = await read();
  const search = { visits: 2, new_visitors: 2, pages_per_visit: 1.5, bounce_rate: 0.5 };
  const direct = { visits: 1, new_visitors: 0, pages_per_visit: 1, bounce_rate: 1 };
  expect(source_types).toContainEqual({ type: 'direct', ...direct });
  expect(sources).toContainEqual({ type: 'direct', name: '', ...direct });
  expect(entry_pages[0]).toMatchObject({ ...search, page: expect.stringMatching(/\/tea$/) });
  expect(source_types.reduce((sum, { visits }) => sum + visits, 0)).toBe(3);
});

test('someone whose visits are not known has no source', async () => {
  await fixture.install();
  const { source_types, entry_pages } = await read();
  const numbers = { visits: 0, new_visitors: 1, pages_per_visit: null, bounce_rate: null };
  expect(source_types).toEqual([{ type: null, ...numbers }]);
  expect(entry_pages).toEqual([{ page: '', ...numbers }]);
});

test('days are those of the project, and filters are those of every report', async () => {
  const phone = await fixture.install();
  // Half an hour past midnight in Kolkata.
  server.clock.set(new Date('2026-06-10T19:00:00Z'));
  await visit(phone, ['/late']);
  // On the day before somebody came whose first visit it is.
  expect((await read()).entry_pages).toEqual([
    { page: 'kite.example/late', visits: 0, new_visitors: 1, pages_per_visit: null, bounce_rate: null },
  ]);
  const next = { from: '2026-06-11', to: '2026-06-11' };
  expect((await read(next)).entry_pages).toMatchObject([{ visits: 1, new_visitors: 0 }]);
  expect((await read({ ...next, platforms: 'android' })).entry_pages).toHaveLength(1);
  expect((await read({ ...next, platforms: 'web' })).entry_pages).toEqual([]);
  expect((await read({ ...next, networks: 'META' })).entry_pages).toEqual([]);
});

test('a guest sees the visits of their campaigns and no others', async () => {
  const [mine, other] = [await fixture.campaign('Mine'), await fixture.campaign('Other')];
  await visit(await fixture.install(mine), ['/mine']);
  await visit(await fixture.install(other), ['/other']);
  await visit(await fixture.install(), ['/nobody']);
  const pagesOf = async (...campaigns: Parameters<ReportFixture['guest']>) =>
    (await read({}, await fixture.guest(...campaigns))).entry_pages.map(({ page }) => page);
  expect(await pagesOf(mine)).toEqual(['kite.example/mine']);
  expect(await pagesOf()).toEqual([]);
  expect((await read()).entry_pages).toHaveLength(3);
});

test('of many pages those with the most visits are listed, and the others are counted', async () => {
  const phone = await fixture.install();
  await visit(phone, ['/often']);
  await visit(phone, ['/often']);
  for (let n = 0; n < MOST_TRAFFIC_ROWS + 2; n++) await visit(phone, [`/page-${n}`]);
  const { entry_pages, other_entry_pages, other_sources } = await read();
  expect(entry_pages[0]).toMatchObject({ page: 'kite.example/often', visits: 2 });
  expect([entry_pages.length, other_entry_pages, other_sources]).toEqual([MOST_TRAFFIC_ROWS, 3, 0]);
});

/** The same by plain loops over raw rows. */
async function countedByHand(from: string, to: string) {
  const of = <Table extends 'visits' | 'installs' | 'decisions'>(table: Table) =>
    server.db
      .selectFrom(table as 'visits')
      .selectAll()
      .where('project_id', '=', fixture.projectId)
      .execute();
  const dayOf = (at: Date) => new Date(at.getTime() + 5.5 * 60 * MINUTE_MS).toISOString().slice(0, 10);
  const isIn = (at: Date) => dayOf(at) >= from && dayOf(at) <= to;
  const visits = (await of('visits')).filter(({ start_event_id }) => start_event_id !== null);
  const installs = (await of('installs')) as unknown as { install_id: string; installed_at: Date | null }[];
  const rows = new Map<string, { visits: number; pages: number; bounced: number; new_visitors: number }>();
  const rowOf = (key: string) => {
    const row = rows.get(key) ?? { visits: 0, pages: 0, bounced: 0, new_visitors: 0 };
    rows.set(key, row);
    return row;
  };
  for (const one of visits.filter(({ started_at }) => isIn(started_at))) {
    const row = rowOf(`${one.source_type} ${one.source_name ?? ''}`);
    row.visits += 1;
    row.pages += one.page_views;
    row.bounced += Number(one.page_views === 1);
  }
  for (const { install_id, installed_at } of installs) {
    if (!installed_at || !isIn(installed_at)) continue;
    const first = visits
      .filter((one) => one.install_id === install_id)
      .sort((a, b) => a.started_at.getTime() - b.started_at.getTime())[0];
    rowOf(`${first?.source_type ?? null} ${first?.source_name ?? ''}`).new_visitors += 1;
  }
  return rows;
}

test('numbers equal those of the raw rows, and add up to the metrics of the project', async () => {
  const referrers = [
    'https://www.google.com/',
    'https://chatgpt.com/',
    'https://news.example/',
    '',
    undefined,
  ];
  server.clock.set(new Date('2026-06-08T06:00:00Z'));
  for (let n = 0; n < 18; n++) {
    const phone = await fixture.install();
    const query = n % 4 === 0 ? '?utm_source=letter&utm_medium=email' : '';
    if (n % 6 !== 5)
      await visit(phone, [`/p${n % 3}${query}`, '/cart', '/pay'].slice(0, 1 + (n % 3)), referrers[n % 5]);
    server.clock.advance((n % 2) * 45 * MINUTE_MS);
    if (n % 3 === 0) await visit(phone, ['/again'], referrers[(n + 2) % 5]);
    if (n % 7 === 6) server.clock.advance(DAY_MS / 2);
  }
  for (const [from, to] of [
    ['2026-06-08', TODAY],
    ['2026-06-09', '2026-06-09'],
    [addDays(TODAY, -40), addDays(TODAY, 1)],
  ] as const) {
    const { sources, source_types } = await read({ from, to });
    const shown = sources.map(({ type, name, visits, new_visitors, pages_per_visit, bounce_rate }) => {
      const times = (ratio: number | null) => Math.round((ratio ?? 0) * visits * 1e6) / 1e6;
      return [
        `${type} ${name}`,
        { visits, new_visitors, pages: times(pages_per_visit), bounced: times(bounce_rate) },
      ];
    });
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(await countedByHand(from, to)));
    const query = { project_id: fixture.projectId, from, to, metrics: 'visits|installs|bounced_visits' };
    const { total } = await fixture.owner.call(getStats, { query });
    const sum = (of: (row: (typeof source_types)[number]) => number) =>
      source_types.reduce((all, row) => all + of(row), 0);
    expect([sum(({ visits }) => visits), sum(({ new_visitors }) => new_visitors)]).toEqual([
      total.visits,
      total.installs,
    ]);
    expect(Math.round(sum(({ visits, bounce_rate }) => visits * (bounce_rate ?? 0)))).toBe(
      total.bounced_visits,
    );
  }
});
