import { listReachedLimits } from '@trailmark/contract/limits';
import { updateProject } from '@trailmark/contract/projects';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, SECOND_MS } from '../../platform/clock.ts';
import { findDifferences } from '../../rollups/recount.ts';
import {
  type AttributionFixture,
  buildAttributionFixture,
  type FixtureCampaign,
} from '../../testing/attribution-fixture.ts';
import { type Answer, allowHost, type TestDevice } from '../../testing/device.ts';
import { buildServerKey } from '../../testing/server-key.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const SITE = 'https://kite.example/plans';
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

let server: TestServer;
let fixture: AttributionFixture;
let campaign: FixtureCampaign;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T10:00:00Z'));
  fixture = await buildAttributionFixture(server);
  await allowHost(fixture.owner, fixture.projectId, new URL(SITE).host);
  campaign = await fixture.campaign({ name: 'Spring', desktop_redirect: SITE });
});

const browser = () => fixture.device({ agent: DESKTOP, origin: new URL(SITE).origin });

/** Follows a link of ours and gives the address that it leads to. */
async function follow(visitor: TestDevice, slug = campaign.slug): Promise<string> {
  return (await visitor.click(slug)).location ?? '';
}

const visit = (visitor: TestDevice, body: Record<string, unknown>): Promise<Answer> =>
  visitor.call('init', {
    platform: 'WEB',
    device_data: { user_agent: DESKTOP, language: 'en-IN' },
    referrer: '',
    ...body,
  });

const installs = () =>
  server.db.selectFrom('installs').selectAll().where('project_id', '=', fixture.projectId).execute();

describe('a visitor of a site', () => {
  test('is credited to the click that the landing address names', async () => {
    const visitor = browser();
    const link = await follow(visitor);
    expect(link).toContain(`${SITE}?tm_click=`);
    // A page is there at once: that is no sign of fraud on the web.
    server.clock.advance(SECOND_MS / 2);
    const { status, json } = await visit(visitor, { link });
    expect(status, JSON.stringify(json)).toBe(200);
    expect(json.data).toMatchObject({ attribution_source: 'META', match_type: 'click_id' });
    expect(await installs()).toMatchObject([
      { platform: 'web', kind: 'install', network: 'META', match_type: 'click_id', verdict: 'clean' },
    ]);
    const [click] = await server.db
      .selectFrom('clicks')
      .select('platform')
      .where('project_id', '=', fixture.projectId)
      .execute();
    expect(click?.platform).toBe('desktop');
    expect(await findDifferences(server.db, fixture.projectId, '2000-01-01')).toEqual([]);
  });

  test('is organic without one, however near a click was', async () => {
    const visitor = browser();
    await follow(visitor);
    server.clock.advance(SECOND_MS);
    const { json } = await visit(visitor, { link: SITE });
    expect(json.data).toMatchObject({ attribution_source: 'ORGANIC', campaign_data: null });
    expect((await fixture.decision(visitor)).receipt.touches).toEqual([]);
  });

  test.each([
    [30, 'META'],
    [30 + 1 / 86_400_000, 'ORGANIC'],
  ])('is credited to a click that is %s days old: %s', async (days, network) => {
    const visitor = browser();
    const link = await follow(visitor);
    server.clock.advance(days * DAY_MS);
    await visit(visitor, { link });
    expect((await fixture.decision(visitor)).network).toBe(network);
  });

  test('is judged by the windows of the project and the network', async () => {
    const { owner, projectId: project_id } = fixture;
    const change = { windows: { web_days: 1 }, network_windows: { META: { web_days: 90 } } };
    await owner.call(updateProject, { body: { project_id, ...change } });
    const google = await fixture.campaign({ name: 'Search', network: 'GOOGLE', desktop_redirect: SITE });
    const [one, other] = [browser(), browser()];
    const links = [await follow(one), await follow(other, google.slug)];
    server.clock.advance(80 * DAY_MS);
    await visit(one, { link: links[0] });
    await visit(other, { link: links[1] });
    expect((await fixture.decision(one)).network).toBe('META');
    expect((await fixture.decision(other)).network).toBe('ORGANIC');
  });

  test('is credited to a click that the browser remembers, at the first visit alone', async () => {
    const [one, other] = [browser(), browser()];
    const [remembered, later] = [await follow(one), await follow(other)];
    server.clock.advance(DAY_MS);
    const last_touch = { url: remembered, referrer: 'https://x.com/', at: '2026-03-10T10:00:00Z' };
    await visit(one, { link: SITE, last_touch });
    expect(await fixture.decisions(one)).toMatchObject([{ kind: 'install', network: 'META' }]);

    await visit(other, { link: SITE });
    server.clock.advance(20 * DAY_MS);
    await visit(other, { link: SITE, last_touch: { url: later } });
    expect(await fixture.decisions(other)).toMatchObject([{ kind: 'install', network: 'ORGANIC' }]);
  });

  test('who comes back by another link after a silence is credited to it from then on', async () => {
    const visitor = browser();
    await visit(visitor, { link: SITE });
    server.clock.advance(20 * DAY_MS);
    const link = await follow(visitor);
    server.clock.advance(SECOND_MS);
    await visit(visitor, { link });
    expect(await fixture.decisions(visitor)).toMatchObject([
      { kind: 'install', network: 'ORGANIC' },
      { kind: 'reattribution', network: 'META', match_type: 'click_id' },
    ]);
  });

  test('keeps what led there first and last', async () => {
    const visitor = browser();
    const first_touch = { url: '/plans?gclid=1&mail=a@b.example', referrer: '', at: '2026-03-01T00:00:00Z' };
    await visit(visitor, { link: SITE, first_touch, last_touch: { referrer: 'https://chatgpt.com/' } });
    const source = { type: 'paid', name: 'Google' };
    expect(await installs()).toMatchObject([
      {
        first_touch: { url: 'kite.example/plans?gclid=1', at: '2026-03-01T00:00:00.000Z', source },
        last_touch: { url: null, referrer: 'chatgpt.com/', source: { type: 'ai_search', name: 'ChatGPT' } },
      },
    ]);
  });
});

test('a visitor who refuses ads keeps where they came from, and no id of a network', async () => {
  const visitor = browser();
  const last_touch = { url: '/plans?gclid=1&utm_campaign=spring', referrer: '' };
  const consent = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' };
  await visit(visitor, { link: SITE, last_touch, consent });
  expect(await installs()).toMatchObject([
    {
      last_touch: { url: 'kite.example/plans?utm_campaign=spring', source: { type: 'paid', name: 'Google' } },
    },
  ]);
});

describe('a browser without a person', () => {
  test('is answered, and nothing of it is stored', async () => {
    const visitor = browser();
    const link = await follow(visitor);
    const { status, json } = await visit(visitor, { link, device_data: { is_bot: true } });
    expect([status, json.data.attribution_source]).toEqual([200, 'ORGANIC']);
    const body = { install_instance_id: visitor.installId, platform: 'WEB' };
    const items = [
      { call: 'init', body: { ...body, device_data: { is_bot: true } } },
      { call: 'session-start', body: { ...body, session_id: 's1' } },
      { call: 'page-view', body: { ...body, session_id: 's1', page_url: SITE } },
    ];
    expect((await visitor.call('batch', { items })).status).toBe(200);
    expect(await installs()).toEqual([]);
    const events = server.db.selectFrom('events').select('id').where('project_id', '=', fixture.projectId);
    expect(await events.execute()).toEqual([]);
    expect(await findDifferences(server.db, fixture.projectId, '2000-01-01')).toEqual([]);
    const query = { project_id: fixture.projectId };
    await expect
      .poll(async () => (await fixture.owner.call(listReachedLimits, { query })).reached, { timeout: 10_000 })
      .toMatchObject([{ kind: 'bots', beyond: 4, example: '$page_view' }]);
  });

  test('is known by its user agent too, as for clicks; an app is not asked for one', async () => {
    const crawler = fixture.device({
      origin: new URL(SITE).origin,
      agent:
        'Mozilla/5.0 Chrome/140.0 Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    });
    const { status } = await visit(crawler, { link: SITE });
    expect([status, await installs()]).toEqual([200, []]);
    const app = fixture.device({ agent: 'okhttp/4.12' });
    await app.init();
    expect(await installs()).toMatchObject([{ install_id: app.installId }]);
  });

  test('is not the server of the website, whatever it sends with', async () => {
    const visitor = browser();
    await visit(visitor, { link: SITE });
    const key = await buildServerKey(server, fixture.owner, fixture.projectId);
    const renewed = { event_name: 'renewed', install_instance_id: visitor.installId, platform: 'WEB' };
    expect((await key.post('/v1/capture-event', { user_id: 'u', ...renewed })).status).toBe(200);
    const events = server.db.selectFrom('events').select('name').where('project_id', '=', fixture.projectId);
    expect(await events.where('name', '=', 'renewed').execute()).toHaveLength(1);
  });

  test('does not keep others of the same request from being stored', async () => {
    const [bot, person] = [browser(), browser()];
    const of = (visitor: TestDevice, device_data = {}) => ({
      call: 'init',
      body: { install_instance_id: visitor.installId, platform: 'WEB', device_data },
    });
    await bot.call('batch', { items: [of(bot, { is_bot: true }), of(person)] });
    expect(await installs()).toMatchObject([{ install_id: person.installId, platform: 'web' }]);
  });
});
