import { readSignedClick } from '@trailmark/core/links/signed-click';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { announce } from '../../db/changes.ts';
import { newId } from '../../platform/ids.ts';
import { plantLink } from '../../testing/plant-link.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';
import { AGENTS, visit } from '../../testing/visit.ts';
import { findByName } from './store.ts';

const PLAY = 'https://play.google.com/store/apps/details?id=com.kite.grocery';
const APP_STORE = 'https://apps.apple.com/in/app/kite/id123456789';
const STORES = { app_store_link: APP_STORE, play_store_link: PLAY, website: 'https://kite.example/' };
const GAID = '38400000-8cf0-11bd-b23e-10b96e40000d';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const clicksOf = (projectId: string) =>
  server.db.selectFrom('clicks').selectAll().where('project_id', '=', projectId).orderBy('id').execute();
const deltasOf = (projectId: string) =>
  server.db.selectFrom('rollup_deltas').selectAll().where('project_id', '=', projectId).execute();
const countOf = async (projectId: string, metric: string) =>
  (await deltasOf(projectId))
    .filter((row) => row.metric === metric)
    .reduce((sum, row) => sum + Number(row.count), 0);

describe('where visitors go', () => {
  test('an iPhone goes to the App Store, and the click is stored when the answer is there', async () => {
    const { projectId, campaignId, linkId, slug } = await plantLink(server, { project: STORES });
    const answer = await visit(server.url, `/l/${slug}?fbclid=abc&utm_source=ig&sub1=x&email=a@b.c`, {
      ip: '49.36.1.1',
      headers: { 'accept-language': 'en-IN,en;q=0.8' },
    });
    expect(answer).toMatchObject({ status: 302, location: APP_STORE });
    expect(answer.headers['cache-control']).toBe('no-store');
    const rows = await clicksOf(projectId);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      campaign_id: campaignId,
      link_id: linkId,
      network: 'META',
      platform: 'ios',
      country: 'IN',
      ip: '49.36.1.1',
      user_agent: AGENTS.iphone,
      os_version: '17.5',
      language: 'en-IN',
      advertising_id: null,
      click_ids: { fbclid: 'abc' },
      params: { utm_source: 'ig', sub1: 'x' },
      outcome: 'store',
      imported: false,
      clicked_at: server.clock.now(),
    });
  });

  test('Android goes to Google Play with a click that is signed and is the one that is stored', async () => {
    const { projectId, linkId, slug } = await plantLink(server, {
      project: STORES,
      campaign: { utm: JSON.stringify({ source: 'meta', term: null }), passthrough: ['sub1'] },
    });
    const { location } = await visit(server.url, `/l/${slug}?sub1=a%20b&gaid=${GAID}`, { agent: 'android' });
    const url = new URL(location!);
    expect(url.href).toContain(PLAY);
    const referrer = new URLSearchParams(url.searchParams.get('referrer')!);
    expect([...referrer.keys()]).toEqual(['utm_source', 'sub1', 'tm_click']);
    const signed = readSignedClick(referrer.get('tm_click')!, [server.kit.secrets.macKey('clicks')]);
    const [row] = await clicksOf(projectId);
    expect(signed).toEqual({ id: row?.id, projectId, linkId, clickedAt: row?.clicked_at });
    expect(row).toMatchObject({ platform: 'android', advertising_id: GAID, os_version: null });
  });

  test('a listing of the campaign comes before the project’s store', async () => {
    const { projectId, campaignId, slug } = await plantLink(server, { project: STORES });
    const id = newId(server.clock.now());
    const now = server.clock.now();
    const url = `${APP_STORE}?ppid=custom`;
    await server.db
      .insertInto('store_listings')
      .values({
        project_id: projectId,
        id,
        name: 'Custom',
        platform: 'IOS',
        url,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await server.db
      .updateTable('campaigns')
      .set({ ios_store_listing_id: id })
      .where('project_id', '=', projectId)
      .where('id', '=', campaignId)
      .execute();
    await announce(server.db, { kind: 'links', projectId });
    await until(async () => (await visit(server.url, `/l/${slug}`)).location === url);
  });

  test('a desktop goes to the website', async () => {
    const { slug } = await plantLink(server, { project: STORES });
    const { location } = await visit(server.url, `/l/${slug}`, { agent: 'windows' });
    expect(location).toBe('https://kite.example/');
  });

  test('a browser inside an app gets a page with buttons, and the click counts', async () => {
    const { projectId, slug } = await plantLink(server, {
      project: { ...STORES, name: 'Kite <b>Grocery</b>' },
      campaign: { deep_link: 'kite://sale' },
    });
    const answer = await visit(server.url, `/l/${slug}`, { agent: 'instagram' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    const html = answer.body.toString();
    expect(html).toContain('href="kite://sale?tm_click=');
    expect(html).toContain(`href="${APP_STORE}"`);
    expect(html).not.toContain('<b>');
    expect(await clicksOf(projectId)).toMatchObject([{ outcome: 'interstitial', model: 'iPhone15,2' }]);
  });

  test.each(['slack', 'curl'] as const)('%s gets a preview and is not counted', async (agent) => {
    const { projectId, slug } = await plantLink(server, { project: { ...STORES, name: 'Kite Grocery' } });
    const answer = await visit(server.url, `/l/${slug}`, { agent });
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toContain('<meta property="og:title" content="Kite Grocery">');
    expect(answer.body.toString()).not.toContain('Secret plan');
    expect(await clicksOf(projectId)).toEqual([]);
  });

  test('HEAD, and a browser that fetches ahead, are not counted and get no click', async () => {
    const { projectId, slug } = await plantLink(server, { project: STORES });
    const head = await visit(server.url, `/l/${slug}`, { method: 'HEAD', agent: 'android' });
    expect(head).toMatchObject({ status: 302, location: `${PLAY}&referrer=` });
    const ahead = await visit(server.url, `/l/${slug}`, { headers: { 'sec-purpose': 'prefetch' } });
    expect(ahead.status).toBe(503);
    expect(await clicksOf(projectId)).toEqual([]);
  });

  test('only GET and HEAD are understood', async () => {
    const { projectId, slug } = await plantLink(server, { project: STORES });
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await visit(server.url, `/l/${slug}`, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD');
    }
    expect(await clicksOf(projectId)).toEqual([]);
  });
});

describe('links that lead nowhere', () => {
  const past = () => new Date(server.clock.now().getTime() - 1);
  test.each([
    ['a link that is switched off', () => ({ link: { active: false } })],
    ['a campaign that is switched off', () => ({ campaign: { active: false } })],
    ['an archived campaign', () => ({ campaign: { archived_at: past() } })],
    ['an expired campaign', () => ({ campaign: { expires_at: past() } })],
    ['an expired link', () => ({ link: { expires_at: past() } })],
  ])('%s says so, with a way to the website, and counts nothing', async (_name, given) => {
    const { projectId, slug } = await plantLink(server, { project: STORES, ...given() });
    const answer = await visit(server.url, `/l/${slug}`);
    expect(answer).toMatchObject({ status: 410, location: null });
    expect(answer.body.toString()).toContain('no longer active');
    expect(answer.body.toString()).toContain('href="https://kite.example/"');
    expect(await clicksOf(projectId)).toEqual([]);
  });

  test('an expiry is kept to the millisecond, by the clock of the house', async () => {
    const expiresAt = new Date(server.clock.now().getTime() + 60_000);
    const { slug } = await plantLink(server, { project: STORES, link: { expires_at: expiresAt } });
    expect((await visit(server.url, `/l/${slug}`)).status).toBe(302);
    server.clock.advance(59_999);
    expect((await visit(server.url, `/l/${slug}`)).status).toBe(302);
    server.clock.advance(1);
    expect((await visit(server.url, `/l/${slug}`)).status).toBe(410);
  });

  test('switching off reaches visitors', async () => {
    const { projectId, linkId, slug } = await plantLink(server, { project: STORES });
    expect((await visit(server.url, `/l/${slug}`)).status).toBe(302);
    await server.db.updateTable('links').set({ active: false }).where('id', '=', linkId).execute();
    await announce(server.db, { kind: 'links', projectId });
    await until(async () => (await visit(server.url, `/l/${slug}`)).status === 410);
  });

  test('an unknown link is a page, and a link made later is found', async () => {
    const answer = await visit(server.url, '/l/not-there');
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    const { slug } = await plantLink(server, { project: STORES });
    expect((await visit(server.url, `/l/${slug}`)).status).toBe(302);
  });

  test('links of a deleted project are unknown', async () => {
    const { slug } = await plantLink(server, { project: { ...STORES, deleted_at: new Date() } });
    expect((await visit(server.url, `/l/${slug}`)).status).toBe(404);
  });

  test.each([
    '/l/',
    '/l/a/b',
    '/l/%00',
    '/l/%zz',
    '/l/..%2f',
    `/l/${'x'.repeat(65)}`,
    '/l/<script>',
    '/i/%ff',
  ])('%s is no link', async (path) => {
    expect((await visit(server.url, path)).status).toBe(404);
  });
});

describe('an open redirect is impossible', () => {
  test.each([
    'url=https://evil.example',
    'redirect=//evil.example&next=//evil.example',
    'sub1=https://evil.example/&tm_click=forged',
    'sub1=%0d%0alocation:%20https://evil.example',
    'sub1=%00%ff%fe',
    `sub1=${'x'.repeat(10_000)}`,
    '#@evil.example',
    '@evil.example',
    '?=?=&&&=',
  ])('%s', async (query) => {
    const { projectId, slug } = await plantLink(server, {
      campaign: { ios_web_redirect: 'https://kite.example/p', passthrough: ['sub1', 'url'] },
    });
    const answer = await visit(server.url, `/l/${slug}?${query}`);
    expect(answer.status).toBe(302);
    const url = new URL(answer.location!);
    expect(url.origin + url.pathname).toBe('https://kite.example/p');
    expect(url.searchParams.getAll('tm_click')).toHaveLength(1);
    expect(answer.location!.length).toBeLessThan(2000);
    const [row] = await clicksOf(projectId);
    expect(JSON.stringify(row?.params ?? {}).length).toBeLessThan(1500);
  });

  test('headers full of junk neither break anything nor get anywhere', async () => {
    const { projectId, slug } = await plantLink(server, { project: STORES });
    const headers = {
      'user-agent': `${AGENTS.iphone}${'\xff\xfe'.repeat(2000)}`,
      'x-forwarded-for': 'junk, 999.1.1.1, <script>',
      'x-forwarded-host': 'evil.example',
      'accept-language': '%00;drop table',
      'sec-ch-ua-model': '"',
    };
    const answer = await visit(server.url, `/l/${slug}`, { headers });
    expect(answer).toMatchObject({ status: 302, location: APP_STORE });
    const seen = { ip: '127.0.0.1', country: '', language: null, model: null };
    expect(await clicksOf(projectId)).toMatchObject([seen]);
  });
});

describe('clicks that an affiliate’s server reports', () => {
  test('count by their advertising id; an address that anybody could make up matches nothing', async () => {
    const { projectId, slug } = await plantLink(server, { project: STORES });
    const path = `/l/${slug}?s2s=1&gaid=${GAID}&ip=49.36.1.1&user_agent=okhttp&click_id=c1&sub1={sub1}`;
    expect((await visit(server.url, path, { agent: 'curl', ip: '8.8.8.8' })).status).toBe(204);
    expect(await clicksOf(projectId)).toMatchObject([
      {
        advertising_id: GAID,
        ip: null,
        country: 'IN',
        platform: 'android',
        user_agent: 'okhttp',
        params: { gaid: GAID, click_id: 'c1' },
        outcome: 'reported',
      },
    ]);
  });

  test('without an advertising id are refused', async () => {
    const { projectId, slug } = await plantLink(server, { project: STORES });
    expect((await visit(server.url, `/l/${slug}?s2s=1&gaid={gaid}`, { agent: 'curl' })).status).toBe(400);
    expect(await clicksOf(projectId)).toEqual([]);
  });
});

describe('views', () => {
  test('a picture for pages, nothing for programs; both count, bots do not', async () => {
    const { projectId, slug } = await plantLink(server, { project: STORES });
    const gif = await visit(server.url, `/i/${slug}.gif?gaid=${GAID}`, { ip: '49.36.1.1' });
    expect(gif.status).toBe(200);
    expect(gif.headers['content-type']).toBe('image/gif');
    expect(gif.body.subarray(0, 6).toString()).toBe('GIF89a');
    const picture = await visit(server.url, `/i/${slug}`, { headers: { accept: 'image/avif,image/*' } });
    expect(picture.headers['content-type']).toBe('image/gif');
    const empty = await visit(server.url, `/i/${slug}`);
    expect(empty).toMatchObject({ status: 204 });
    expect((await visit(server.url, `/i/${slug}`, { agent: 'curl' })).status).toBe(204);
    const rows = await server.db
      .selectFrom('impressions')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('id')
      .execute();
    expect(rows).toHaveLength(3);
    expect(rows.find((row) => row.advertising_id === GAID)).toMatchObject({ country: 'IN', platform: 'ios' });
    expect(await countOf(projectId, 'impressions')).toBe(3);
    expect(await clicksOf(projectId)).toEqual([]);
  });

  test('an unknown link is 404, a closed one is shown and not counted', async () => {
    expect((await visit(server.url, '/i/not-there.gif')).status).toBe(404);
    const { projectId, slug } = await plantLink(server, { link: { active: false } });
    expect((await visit(server.url, `/i/${slug}.gif`)).status).toBe(200);
    expect(await countOf(projectId, 'impressions')).toBe(0);
  });
});

describe('link hosts', () => {
  const plantHost = async (projectId: string, host: string) => {
    const now = server.clock.now();
    const row = { host, project_id: projectId, domain_id: newId(now), created_at: now };
    await server.db.insertInto('link_hosts').values(row).execute();
    await announce(server.db, { kind: 'links', projectId });
    await until(async () => (await visit(server.url, '/nothing-here', { host })).status === 404);
    // The api answers unknown addresses with 404 too; a link host answers with a page.
    await until(async () =>
      (await visit(server.url, '/nothing-here', { host })).body.toString().includes('find this link'),
    );
  };

  test('leave a name that is a slug and a display id from before to the older of the two', async () => {
    const to = (page: string) => ({ campaign: { ios_web_redirect: `https://example.com/${page}` } });
    const first = await plantLink(server, to('first'));
    const { projectId } = first;
    server.clock.advance(1000);
    const second = await plantLink(server, { projectId, ...to('second') });
    server.clock.advance(1000);
    const taker = await plantLink(server, {
      projectId,
      campaign: { ...to('taker').campaign, display_id: first.slug.toUpperCase() },
    });
    // A slug that took the display id of the second campaign.
    const renamed = { slug: second.displayId };
    await server.db.updateTable('links').set(renamed).where('id', '=', taker.linkId).execute();
    await server.db.updateTable('slugs').set(renamed).where('link_id', '=', taker.linkId).execute();
    await announce(server.db, { kind: 'links', projectId });
    const host = 'old.kite.example';
    await plantHost(projectId, host);
    const at = async (path: string, given?: string) =>
      (await visit(server.url, path, given ? { host: given } : {})).location?.replace(/\?.*/, '');
    await until(async () => (await at(`/l/${second.displayId}`)) === 'https://example.com/taker');
    expect(await at(`/${first.slug}`, host)).toBe('https://example.com/first');
    expect(await at(`/?c=${second.displayId}`, host)).toBe('https://example.com/second');
    expect(await findByName(server.connection, projectId, first.slug)).toMatchObject({
      linkId: first.linkId,
    });
    expect(await findByName(server.connection, projectId, second.displayId)).toMatchObject({
      linkId: second.linkId,
    });
  });

  test('serve their own links by slug and display id, and nothing else', async () => {
    const { projectId, slug, displayId } = await plantLink(server, { project: STORES });
    const foreign = await plantLink(server, { project: STORES });
    const host = 'go.kite.example';
    await plantHost(projectId, host);
    const at = (path: string, given = host) => visit(server.url, path, { host: given });
    const good = [
      `/${slug}`,
      `/${displayId}`,
      `/${displayId.toUpperCase()}`,
      `/?c=${displayId}`,
      `/?c=${slug}&sub1=x`,
    ];
    for (const path of good) expect(await at(path), path).toMatchObject({ status: 302, location: APP_STORE });
    expect((await at(`/${slug}`, 'GO.Kite.Example:8443')).status).toBe(302);
    expect((await at(`/${slug}`, 'go.kite.example.')).status).toBe(302);
    expect((await at(`/i/${slug}`)).status).toBe(204);
    for (const path of [
      '/',
      `/${foreign.slug}`,
      `/l/${slug}`,
      '/api/user/sessions',
      '/api/docs',
      '/healthz',
      '/index.html',
      '/assets/x',
    ]) {
      const answer = await at(path);
      expect(answer.status, path).toBe(404);
      expect(answer.body.toString(), path).toContain('We couldn’t find this link');
    }
    expect(await clicksOf(projectId)).toHaveLength(good.length + 2);
    expect(await clicksOf(foreign.projectId)).toEqual([]);
  });

  test('are not named by X-Forwarded-Host unless the operator says so', async () => {
    const { projectId, slug } = await plantLink(server, { project: STORES });
    await plantHost(projectId, 'via.kite.example');
    const headers = { 'x-forwarded-host': 'via.kite.example' };
    // Without the header it is an address of the main host: the dashboard's, where that is built.
    expect((await visit(server.url, `/${slug}`, { headers })).headers.location).toBeUndefined();
    const env = { TRUST_FORWARDED_HOST: 'true' };
    const other = await startTestServer({ env, sharedDatabaseUrl: server.databaseUrl });
    try {
      expect((await visit(other.url, `/${slug}`, { headers })).status).toBe(302);
    } finally {
      await other.stop();
    }
  });

  test('serve the files of the phones’ systems, and the main host has none', async () => {
    const { projectId } = await plantLink(server, { project: STORES });
    const object = { applinks: { details: [] } };
    const now = server.clock.now();
    await server.db
      .insertInto('verification_objects')
      .values({ project_id: projectId, platform: 'IOS', object: JSON.stringify(object), updated_at: now })
      .execute();
    await plantHost(projectId, 'files.kite.example');
    const path = '/.well-known/apple-app-site-association';
    const answer = await visit(server.url, path, { host: 'files.kite.example' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(JSON.parse(answer.body.toString())).toEqual(object);
    expect((await visit(server.url, path)).status).toBe(404);
    expect((await visit(server.url, '/.well-known/other', { host: 'files.kite.example' })).status).toBe(404);
  });

  test('the host of the house itself can be taken by nobody', async () => {
    const own = await startTestServer({ env: { PUBLIC_URL: 'http://app.kite.example' } });
    try {
      const { projectId } = await plantLink(own, { project: STORES });
      const now = own.clock.now();
      const row = { host: 'app.kite.example', project_id: projectId, domain_id: newId(now), created_at: now };
      await own.db.insertInto('link_hosts').values(row).execute();
      await own.db
        .insertInto('link_hosts')
        .values({ ...row, host: 'go.kite.example' })
        .execute();
      await announce(own.db, { kind: 'links', projectId });
      const look = (host: string) => visit(own.url, '/api/user/sessions', { host });
      await until(async () => (await look('go.kite.example')).body.toString().includes('find this link'));
      expect((await look('app.kite.example')).status).toBe(401);
    } finally {
      await own.stop();
    }
  });
});

test('on the main host everything else goes its old way', async () => {
  expect((await visit(server.url, '/api/user/sessions')).status).toBe(401);
  expect((await visit(server.url, '/login')).status).not.toBe(302);
});
