import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { foldDeltas } from '../../rollups/fold.ts';
import { rebuildRollups } from '../../rollups/rebuild.ts';
import { findDifferences } from '../../rollups/recount.ts';
import { buildCampaign, buildProject, type TestPerson } from '../../testing/build.ts';
import { buildDevice, projectToken, type TestDevice } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
let visitor: TestDevice;
beforeAll(async () => {
  server = await startTestServer({ env: { MAX_EVENT_NAMES: '1' } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T10:00:58Z'));
  ({ owner, projectId } = await buildProject(server));
  visitor = buildDevice(server, await projectToken(owner, projectId));
});

const SITE = 'https://kite.example';

async function send(call: string, body: Record<string, unknown>): Promise<void> {
  const { status, json } = await visitor.call(call, body);
  expect(status, JSON.stringify(json)).toBe(200);
}
const start = (session_id = 's1', more = {}) =>
  send('session-start', { session_id, entry_url: `${SITE}/plans?utm_source=partner`, referrer: '', ...more });
const page = (event_id: string, session_id = 's1', more = {}) =>
  send('page-view', { session_id, event_id, page_url: `${SITE}/plans?secret=1&utm_source=partner`, ...more });

/** What rollups have counted by now, and that counting again finds the same. */
async function counted(): Promise<Record<string, number>> {
  expect(await findDifferences(server.db, projectId, '2000-01-01')).toEqual([]);
  const { rows } = await sql<{ metric: string; count: number }>`
    select metric, sum(count)::int as count from (
      select metric, count from rollup_days where project_id = ${projectId}
      union all
      select metric, count from rollup_deltas where project_id = ${projectId}) r
    group by metric having sum(count) <> 0`.execute(server.db);
  return Object.fromEntries(rows.map(({ metric, count }) => [metric, count]));
}

const visits = () => server.db.selectFrom('visits').selectAll().where('project_id', '=', projectId).execute();

describe('a visit', () => {
  test('has its first page, and is not bounced from the second on', async () => {
    await start();
    expect(await counted()).toMatchObject({ visits: 1, active: 1 });
    expect(await counted()).not.toHaveProperty('bounced_visits');
    await page('1');
    expect(await counted()).toMatchObject({ visits: 1, page_views: 1, bounced_visits: 1 });
    await page('2');
    expect(await counted()).toMatchObject({ visits: 1, page_views: 2 });
    expect(await counted()).not.toHaveProperty('bounced_visits');
    await page('3');
    expect(await counted()).toMatchObject({ visits: 1, page_views: 3 });
    expect(await visits()).toMatchObject([
      {
        session_id: 's1',
        install_id: visitor.installId,
        entry_page: 'kite.example/plans',
        source_type: 'referral',
        source_name: 'partner',
        page_views: 3,
        screen_views: 0,
        platform: 'android',
      },
    ]);
  });

  test('is counted once, however often its calls are sent', async () => {
    for (let n = 0; n < 3; n += 1) {
      await start();
      await page('1');
      server.clock.advance(MINUTE_MS);
    }
    await start('s1', { event_id: 'another' });
    expect(await counted()).toMatchObject({ visits: 1, page_views: 1, bounced_visits: 1 });
    expect(await visits()).toMatchObject([{ page_views: 1 }]);
  });

  test('is counted on its own day when it is heard of after its pages', async () => {
    await page('1');
    expect(await visits()).toMatchObject([{ start_event_id: null, entry_page: null, page_views: 1 }]);
    expect(await counted()).toMatchObject({ page_views: 1 });
    expect(await counted()).not.toHaveProperty('bounced_visits');
    server.clock.advance(DAY_MS);
    await start();
    expect(await counted()).toMatchObject({ visits: 1, page_views: 1, bounced_visits: 1 });
    expect(await visits()).toMatchObject([
      { started_at: server.clock.now(), entry_page: 'kite.example/plans' },
    ]);
    server.clock.advance(DAY_MS);
    await page('2');
    expect(await counted()).not.toHaveProperty('bounced_visits');
  });

  test('comes whole in a batch, in any order', async () => {
    const body = { install_instance_id: visitor.installId, platform: 'ANDROID', session_id: 's1' };
    const view = (event_id: string) => ({
      call: 'page-view',
      body: { ...body, event_id, page_url: `${SITE}/plans` },
    });
    const items = [view('1'), view('1'), { call: 'session-start', body }, { call: 'session-start', body }];
    await send('batch', { items });
    expect(await counted()).toMatchObject({ visits: 1, page_views: 1, bounced_visits: 1 });
    await send('batch', { items: [...items, view('2')] });
    expect(await counted()).toMatchObject({ visits: 1, page_views: 2 });
    expect(await counted()).not.toHaveProperty('bounced_visits');
  });

  test('of an app has screens, and no source', async () => {
    await send('session-start', { session_id: 's1' });
    await send('screen-view', { session_id: 's1', screen_name: 'Cart', event_id: '1' });
    expect(await counted()).toMatchObject({ visits: 1, screen_views: 1 });
    expect(await visits()).toMatchObject([{ source_type: null, entry_page: null, screen_views: 1 }]);
  });

  test('that is sent late counts on its own day', async () => {
    await visitor.init();
    server.clock.advance(3 * DAY_MS);
    const sent_at = server.clock.now();
    const times = { sent_at, occurred_at: new Date(sent_at.getTime() - 2 * DAY_MS) };
    await page('1', 's1', times);
    await start('s1', times);
    expect(await counted()).toMatchObject({ visits: 1, page_views: 1, bounced_visits: 1 });
    expect(await visits()).toMatchObject([{ started_at: times.occurred_at }]);
    await page('2');
    expect(await counted()).not.toHaveProperty('bounced_visits');
  });

  test('of someone who refuses analytics is not stored', async () => {
    await visitor.init();
    await send('consent', { consent: { analytics_storage: 'denied' } });
    await start();
    await page('1');
    expect(await counted()).not.toHaveProperty('visits');
    expect(await visits()).toEqual([]);
    await send('consent', { consent: { analytics_storage: 'granted' } });
    await start();
    await page('1');
    expect(await counted()).toMatchObject({ visits: 1, page_views: 1, bounced_visits: 1 });
  });

  test('is one of its visitor: others may use the same id', async () => {
    await start();
    visitor = buildDevice(server, await projectToken(owner, projectId));
    await start();
    await page('1');
    expect(await counted()).toMatchObject({ visits: 2, page_views: 1, bounced_visits: 1 });
  });

  test('moves to the campaign that its visitor is found to come from', async () => {
    const { link } = await buildCampaign(owner, projectId, {
      network: 'META',
      name: 'Spring',
      android_web_redirect: SITE,
    });
    await start();
    await page('1');
    server.clock.advance(MINUTE_MS);
    const click = await visitor.clickToken(link.split('/').at(-1) ?? '');
    server.clock.advance(MINUTE_MS);
    await foldDeltas(server.db);
    await visitor.init({ install_referrer: `tm_click=${click}` });
    expect(await counted()).toMatchObject({ visits: 1, page_views: 1, bounced_visits: 1, installs: 1 });
    expect(await visits()).toMatchObject([{ network: 'META' }]);
    await page('2');
    expect(await counted()).not.toHaveProperty('bounced_visits');
    await foldDeltas(server.db);
    expect(await rebuildRollups(server.db, projectId)).toEqual([]);
    expect(await counted()).toMatchObject({ visits: 1, page_views: 2 });
  });
});

test('pages are no events of the app, and use up none of its names', async () => {
  await start();
  await page('1', 's1', { event_data: { plan: 'gold' }, page_title: 'Plans' });
  await visitor.event('tap', { event_id: '1' });
  expect(await counted()).toMatchObject({ events: 1, first_events: 1, page_views: 1 });
  const events = await server.db
    .selectFrom('events')
    .select(['kind', 'name', 'is_other', 'session_id', 'data'])
    .where('project_id', '=', projectId)
    .orderBy('received_at')
    .execute();
  expect(events).toMatchObject([
    { kind: 'session_start', name: '$session_start', session_id: 's1' },
    {
      kind: 'page_view',
      name: '$page_view',
      is_other: false,
      session_id: 's1',
      data: { plan: 'gold', page_url: 'kite.example/plans?utm_source=partner', page_title: 'Plans' },
    },
    { kind: 'event', name: 'tap', is_other: false, session_id: null },
  ]);
});

test.each([
  ['session-start', {}, 'session_id'],
  ['page-view', { session_id: 's1' }, 'page_url'],
  ['page-view', { page_url: SITE }, 'session_id'],
  ['page-view', { session_id: 's1', page_url: SITE, install_instance_id: null }, 'install_instance_id'],
  ['screen-view', { session_id: 's1', screen_name: ' ' }, 'screen_name'],
  ['session-start', { session_id: 'x'.repeat(65) }, 'session_id'],
])('%s with %j is refused for %s', async (call, body, field) => {
  const { status, json } = await visitor.call(call, body);
  expect(status).toBe(400);
  expect(Object.keys(json.error.fields)).toEqual([field]);
});
