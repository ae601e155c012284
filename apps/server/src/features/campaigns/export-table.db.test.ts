import { listCampaigns } from '@trailmark/contract/campaign-report';
import { updateProject } from '@trailmark/contract/projects';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import { buildCampaign, buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { plantCounts, plantSpend } from '../../testing/plant-counts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T06:00:00Z'));
  ({ owner, projectId } = await buildProject(server));
});

const DATE = '2026-03-10';
const download = (query: Record<string, string>, by: TestPerson = owner) =>
  fetch(`${server.url}/api/campaign/export-csv?${new URLSearchParams({ project_id: projectId, ...query })}`, {
    headers: { authorization: `Bearer ${by.token}` },
  });
/** The text as it is, with its mark at the beginning. */
async function csv(query: Record<string, string>, by?: TestPerson): Promise<string> {
  const response = await download(query, by);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer()).toString('utf8');
}
const read = (text: string) => parse(text, { bom: true, record_delimiter: '\r\n' }) as unknown as string[][];

describe('the campaign table as CSV', () => {
  test('speaks of visitors in a project of a website', async () => {
    const body = { project_id: projectId, platform: 'web' } as const;
    await owner.call(updateProject, { body });
    const [head] = read(await csv({ columns: 'installs|click_to_install|cpi|roas' }));
    expect(head?.slice(5)).toEqual([
      'New visitors',
      'Click → new visitor (%)',
      'Cost per new visitor (INR)',
      'ROAS',
    ]);
  });

  test('has the metrics of the screen under their names, with their units', async () => {
    const one = await buildCampaign(owner, projectId, {
      name: 'दिवाली',
      network: 'META',
      display_id: 'd1',
      tags: ['spring', 'retargeting'],
    });
    const two = await buildCampaign(owner, projectId, { name: 'Holi, "big"\nsale', display_id: 'd2' });
    await plantCounts(server, projectId, [
      { date: DATE, metric: 'clicks', count: 1000, campaign: one },
      { date: DATE, metric: 'installs', count: 153, campaign: one },
      { date: DATE, metric: 'refunds', money: ['1234567.25', 'INR'], campaign: one },
      { date: '2026-03-09', metric: 'clicks', count: 7, campaign: two },
    ]);
    await plantSpend(server, projectId, [{ date: DATE, campaignId: one.campaign_id, money: ['306', 'INR'] }]);
    const query = {
      columns: 'clicks|click_to_install|revenue|cpi|roas',
      sort: 'clicks',
      from: DATE,
      to: DATE,
    };
    // The day is over.
    server.clock.advance(DAY_MS);
    const response = await download({ ...query, compare: 'previous' });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="campaign-2026-03-10-2026-03-10.csv"',
    );
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
    const before = '2026-03-09 to 2026-03-09';
    const titles = ['Clicks', 'Click → install (%)', 'Revenue (INR)', 'CPI (INR)', 'ROAS'];
    expect(text.startsWith('\uFEFFCampaign,Display ID,')).toBe(true);
    expect(read(text)).toEqual([
      [
        ...['Campaign', 'Display ID', 'Campaign ID', 'Network', 'Tags', ...titles],
        ...titles.map((title) => `${title}, ${before}`),
      ],
      [
        ...[
          'दिवाली',
          'd1',
          one.campaign_id,
          'META',
          'spring, retargeting',
          '1000',
          '15.3',
          '-1234567.25',
          '2',
          String(-1234567.25 / 306),
        ],
        ...['0', '', '0', '', ''],
      ],
      [
        ...['Holi, "big"\nsale', 'd2', two.campaign_id, 'NONE', '', '0', '', '0', '', ''],
        ...['7', '0', '0', '', ''],
      ],
    ]);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text.includes('"Holi, ""big""\nsale"')).toBe(true);
  });

  test('holds no formula, whatever campaigns and events are called', async () => {
    await buildCampaign(owner, projectId, { name: '=HYPERLINK("https://evil.example")' });
    await buildCampaign(owner, projectId, { name: '+1' });
    await buildCampaign(owner, projectId, { name: '-2+3' });
    const text = await csv({ columns: 'event:=cmd|installs', sort: 'name', order: 'asc' });
    const rows = read(text);
    expect(rows[0]?.slice(5)).toEqual(["'=cmd", 'Installs']);
    expect(
      rows
        .slice(1)
        .map(([name]) => name)
        .sort(),
    ).toEqual([...["'+1", "'-2+3", `'=HYPERLINK("https://evil.example")`]]);
  });

  test('has all rows and not a page of them, the same as the table', async () => {
    const now = server.clock.now();
    const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
    const numbers = Array.from({ length: 1203 }, (_, n) => n + 1);
    const times = { created_at: now, updated_at: now };
    await server.db
      .insertInto('campaigns')
      .values(
        numbers.map((n) => ({
          project_id: projectId,
          id: id(n),
          display_id: `c-${n}`,
          name: `Campaign ${n}`,
          network: 'META',
          ...times,
        })),
      )
      .execute();
    await server.db
      .insertInto('links')
      .values(
        numbers.map((n) => ({
          project_id: projectId,
          id: id(n),
          campaign_id: id(n),
          slug: `s-${n}`,
          name: 'Main',
          is_default: true,
          ...times,
        })),
      )
      .execute();
    await plantCounts(
      server,
      projectId,
      numbers.map((n) => ({
        date: DATE,
        metric: 'clicks',
        count: n % 97,
        campaign: { campaign_id: id(n), default_link_id: id(n), network: 'META' },
      })),
    );
    const query = { columns: 'clicks', sort: 'clicks', having: 'clicks:gt:0' };
    const rows = read(await csv(query)).slice(1);
    const screen: (string | number | null | undefined)[][] = [];
    let cursor: string | undefined;
    do {
      const pageQuery = { project_id: projectId, ...query, limit: 500, ...(cursor ? { cursor } : {}) };
      const page = await owner.call(listCampaigns, { query: pageQuery });
      expect(page.count).toBe(1191);
      screen.push(...page.items.map(({ name, values }) => [name, String(values.clicks)]));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(rows.map((row) => [row[0], row[5]])).toEqual(screen);
    expect(read(await csv({ ...query, group_by: 'link' }))).toHaveLength(1192);
  });

  test('is grouped as the screen is', async () => {
    const one = await buildCampaign(owner, projectId, { name: 'One', network: 'META', display_id: 'd1' });
    await plantCounts(server, projectId, [
      { date: DATE, metric: 'installs', count: 2, campaign: one },
      { date: DATE, metric: 'installs', count: 3, country: '' },
    ]);
    const rows = async (group_by: string) =>
      read(await csv({ columns: 'installs', sort: 'installs', group_by }));
    expect(await rows('network')).toEqual([
      ['Network', 'Installs'],
      ['ORGANIC', '3'],
      ['META', '2'],
    ]);
    expect(await rows('country')).toEqual([
      ['Country', 'Installs'],
      ['', '3'],
      ['IN', '2'],
    ]);
    expect(await rows('link')).toEqual([
      ['Link', 'Link ID', 'Campaign', 'Display ID', 'Campaign ID', 'Network', 'Installs'],
      ['Default link', one.default_link_id, 'One', 'd1', one.campaign_id, 'META', '2'],
    ]);
    expect((await rows('ad_set'))[1]).toEqual(['', 'One', 'd1', one.campaign_id, 'META', '', '2']);
  });

  test('is refused where the table is, and to whom it is not for', async () => {
    const wrong = await download({ columns: 'luck' });
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ error: { code: 'validation_failed' } });
    const stranger = await buildProject(server);
    expect((await download({}, stranger.owner)).status).toBe(404);
  });

  test('has for a guest nothing but what is shared with them', async () => {
    const mine = await buildCampaign(owner, projectId, { name: 'Mine' });
    await buildCampaign(owner, projectId, { name: 'Other' });
    const guest = await buildMember(server, projectId, 'guest');
    const share = { project_id: projectId, campaign_id: mine.campaign_id, email: guest.email, access: 'see' };
    await server.db
      .insertInto('campaign_members')
      .values({ ...share, shared_at: server.clock.now() })
      .execute();
    expect(read(await csv({ filter: 'ALL' }, guest)).map(([name]) => name)).toEqual(['Campaign', 'Mine']);
  });
});
