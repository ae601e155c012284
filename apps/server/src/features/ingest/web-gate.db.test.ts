import { request as send } from 'node:http';
import { createSdkCredential, updateSdkCredential } from '@trailmark/contract/sdk-credentials';
import {
  listWhitelistedHosts,
  MAX_REFUSED_HOSTS,
  removeWhitelistedHost,
  updateWebSettings,
  whitelistHost,
} from '@trailmark/contract/web-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildProject, type TestPerson } from '../../testing/build.ts';
import { projectToken } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const SHOP = 'https://shop.example.com';
const EVIL = 'https://evil.example';
const JSON_TYPE = { 'content-type': 'application/json' };
/** As sendBeacon and a fetch of text send it. */
const PLAIN = { 'content-type': 'text/plain;charset=UTF-8' };
/** A notification and a note take a moment. */
const SOON = { timeout: 20_000 };

let server: TestServer;
let owner: TestPerson;
let projectId: string;
let appToken: string;
let webToken: string;
let tokenId: string;

const allow = async (host: string) =>
  await owner.call(whitelistHost, { params: { project_id: projectId }, body: { host } });
const hosts = () => owner.call(listWhitelistedHosts, { params: { project_id: projectId } });

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ owner, projectId } = await buildProject(server));
  appToken = await projectToken(owner, projectId);
  ({ token: webToken, token_id: tokenId } = await allow('shop.example.com'));
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  json: { error?: { code: string; fields?: Record<string, string> } };
}

/** Not fetch, which sets Origin and the way of the body itself. */
function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return request('POST', path, { body: JSON.stringify(body), headers: { ...JSON_TYPE, ...headers } });
}

function request(
  method: string,
  path: string,
  { body, headers }: { body?: string; headers: Record<string, string> },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length: Record<string, string> =
      body === undefined || headers['transfer-encoding']
        ? {}
        : { 'content-length': `${Buffer.byteLength(body)}` };
    const sent = send(
      `${server.url}/api/${path}`,
      { method, headers: { ...length, ...headers } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            json: (text === '' ? {} : JSON.parse(text)) as Answer['json'],
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

let count = 0;
const event = (token: string, extra: Record<string, unknown> = {}) => {
  count += 1;
  return { token, install_instance_id: 'visitor1', event_name: 'tap', event_id: `e${count}`, ...extra };
};
const CAPTURE = 'client/capture-event';
const countEvents = async () =>
  (await server.db.selectFrom('events').select('id').where('project_id', '=', projectId).execute()).length;
const reasonOf = ({ status, json }: Answer) => [status, json.error?.code, json.error?.fields?.origin];
const allowedOrigin = ({ headers }: Answer) => headers['access-control-allow-origin'];
const accept = async (path: string, origin: string) =>
  await expect.poll(async () => (await post(path, event(webToken), { origin })).status, SOON).toBe(200);

describe('a page of a whitelisted host', () => {
  test('sends events and reads the answers', async () => {
    const answer = await post(CAPTURE, event(webToken, { platform: 'WEB' }), { origin: SHOP });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': SHOP,
      'access-control-expose-headers': 'retry-after, x-request-id',
      vary: 'origin',
      'cache-control': 'no-store',
    });
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(await countEvents()).toBe(1);
    await expect.poll(async () => (await hosts()).hosts[0]?.last_seen_at, SOON).not.toBeNull();
  });

  test.each([
    ['by the token in the address', { path: `${CAPTURE}?t=x`, headers: {} }],
    ['as plain text', { path: CAPTURE, headers: PLAIN }],
    ['as plain text with the token in the address', { path: `${CAPTURE}?t=x`, headers: PLAIN }],
    ['in pieces', { path: CAPTURE, headers: { 'transfer-encoding': 'chunked' } }],
    ['in pieces as plain text', { path: CAPTURE, headers: { ...PLAIN, 'transfer-encoding': 'chunked' } }],
  ])('sends it %s', async (_name, { path, headers }) => {
    const answer = await post(path, event(webToken), { origin: SHOP, ...headers });
    expect([answer.status, allowedOrigin(answer)]).toEqual([200, SHOP]);
    expect(await countEvents()).toBe(1);
  });

  test('sends with the token of the app or of another host too', async () => {
    const { token } = await allow('*.example.org');
    expect((await post(CAPTURE, event(appToken, { platform: 'WEB' }), { origin: SHOP })).status).toBe(200);
    await expect
      .poll(async () => (await post(CAPTURE, event(token), { origin: SHOP })).status, SOON)
      .toBe(200);
    await accept(CAPTURE, 'https://www.example.org');
  });

  test('reads why it was refused, whatever reads the request', async () => {
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }] as Record<string, string>[]) {
      const bad = await post(CAPTURE, event(webToken, { event_name: '' }), { origin: SHOP, ...headers });
      expect([bad.status, allowedOrigin(bad)]).toEqual([400, SHOP]);
      const unknown = await post(CAPTURE, event('tm_web_nobody'), { origin: SHOP, ...headers });
      expect([unknown.status, allowedOrigin(unknown)]).toEqual([401, SHOP]);
    }
    const large = await post(CAPTURE, event(webToken, { event_data: { a: 'x'.repeat(1_100_000) } }), {
      origin: SHOP,
    });
    expect([large.status, allowedOrigin(large)]).toEqual([413, SHOP]);
    const xml = await request('POST', CAPTURE, {
      body: '<a/>',
      headers: { 'content-type': 'text/xml', origin: SHOP },
    });
    expect([xml.status, allowedOrigin(xml)]).toEqual([415, SHOP]);
  });

  test('sends no events of apps: the token does not stand in for a signature', async () => {
    const { credential } = await owner.call(createSdkCredential, {
      body: { project_id: projectId, platform: 'ANDROID' },
    });
    expect(credential.active).toBe(true);
    const coupons = () =>
      post('client/issued-coupons', { token: webToken, install_instance_id: 'i1' }, { origin: SHOP });
    expect((await coupons()).status).toBe(200);
    await owner.call(updateSdkCredential, { body: { project_id: projectId, signing: 'required' } });
    await expect.poll(async () => (await post(CAPTURE, event(appToken))).status, SOON).toBe(401);
    // A page can name any person, and is not answered about them. Its token was kept in memory, the app's was not.
    await expect.poll(async () => (await coupons()).status, SOON).toBe(401);
    expect((await post(CAPTURE, event(webToken), { origin: SHOP })).status).toBe(200);
    const init = { token: webToken, install_instance_id: 'i1', platform: 'ANDROID', device_data: {} };
    const forged = await post('client/init', init, { origin: SHOP });
    expect([forged.status, forged.json.error?.fields]).toEqual([400, { platform: expect.any(String) }]);
    const items = [{ call: 'init', body: { install_instance_id: 'i1', platform: 'IOS', device_data: {} } }];
    const inBatch = await post('client/batch', { token: webToken, items }, { origin: SHOP });
    expect([inBatch.status, inBatch.json.error?.fields]).toEqual([400, { platform: expect.any(String) }]);
    // With the token of the app a signature is still needed.
    const asPage = await post(CAPTURE, event(appToken, { platform: 'WEB' }), { origin: SHOP });
    expect(asPage.status).toBe(401);
  });
});

describe('a page of any other host', () => {
  test.each([
    ['another host', { origin: EVIL }, /evil\.example/],
    ['another port', { origin: `${SHOP}:8443` }, /8443/],
    ['a host below it', { origin: 'https://www.shop.example.com' }, /www/],
    ['localhost', { origin: 'http://localhost:3000' }, /localhost/],
    ['a sandboxed frame', { origin: 'null' }, /no host/],
    ['no origin', {}, /required/],
  ])('is refused: %s', async (_name, headers, reason) => {
    for (const body of [
      event(webToken),
      event(appToken, { platform: 'WEB' }),
      event(appToken, { platform: 'web' }),
    ]) {
      const answer = await post(CAPTURE, body, headers);
      expect(reasonOf(answer)).toEqual([403, 'forbidden', expect.stringMatching(reason)]);
      // It may read why.
      expect(allowedOrigin(answer)).toBe('origin' in headers ? headers.origin : undefined);
    }
    const items = [
      { call: 'capture-event', body: { install_instance_id: 'a', event_name: 'a' } },
      { call: 'capture-event', body: { install_instance_id: 'a', event_name: 'b', platform: 'WEB' } },
    ];
    expect((await post('client/batch', { token: appToken, items }, headers)).status).toBe(403);
    expect(await countEvents()).toBe(0);
  });

  test('cannot send as plain text with the token of an app, since no browser asks beforehand', async () => {
    for (const headers of [{ origin: EVIL }, {}] as Record<string, string>[]) {
      const answer = await post(CAPTURE, event(appToken, { platform: 'ANDROID' }), { ...PLAIN, ...headers });
      expect(answer.status).toBe(403);
    }
    expect(await countEvents()).toBe(0);
  });

  test('is refused from the moment that its host is removed, and so is its token', async () => {
    await accept(CAPTURE, SHOP);
    await owner.call(removeWhitelistedHost, { params: { project_id: projectId }, body: { tokenId } });
    await expect
      .poll(async () => (await post(CAPTURE, event(webToken), { origin: SHOP })).status, SOON)
      .toBe(401);
    const asApp = event(appToken, { platform: 'WEB' });
    expect((await post(CAPTURE, asApp, { origin: SHOP })).status).toBe(403);
  });

  test('of another project’s host is refused too', async () => {
    const other = await buildProject(server);
    await other.owner.call(whitelistHost, {
      params: { project_id: other.projectId },
      body: { host: 'evil.example' },
    });
    expect((await post(CAPTURE, event(webToken), { origin: EVIL })).status).toBe(403);
    const theirs = await projectToken(other.owner, other.projectId);
    const answer = await post(CAPTURE, event(theirs, { platform: 'WEB' }), { origin: SHOP });
    expect(answer.status).toBe(403);
  });
});

describe('an app', () => {
  test.each([{}, { origin: EVIL }, { origin: 'capacitor://localhost' }, { origin: 'null' }] as Record<
    string,
    string
  >[])('is not blocked with the headers %j', async (headers) => {
    for (const platform of ['ANDROID', 'IOS', 'FLUTTER', undefined]) {
      const answer = await post(CAPTURE, event(appToken, { platform }), headers);
      expect(answer.status).toBe(200);
      expect(allowedOrigin(answer)).toBeUndefined();
    }
  });

  test('without an origin gets no header of another kind', async () => {
    const answer = await post(CAPTURE, event(appToken, { platform: 'ANDROID' }));
    const names = Object.keys(answer.headers).filter((name) => /access-control|vary/.test(name));
    expect(names).toEqual([]);
  });
});

describe('what a browser asks beforehand', () => {
  const ask = (path: string, origin?: string) =>
    request('OPTIONS', path, {
      headers: {
        ...(origin === undefined ? {} : { origin }),
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });

  test('is answered for a host of the token', async () => {
    const answer = await ask(`client/batch?t=${webToken}`, SHOP);
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': SHOP,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '7200',
      vary: 'origin',
    });
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test.each([
    ['another host', () => [`client/batch?t=${webToken}`, EVIL]],
    ['a token of nobody', () => ['client/batch?t=tm_web_nobody', SHOP]],
    ['a token that cannot be looked up', () => ['client/batch?t=%00', SHOP]],
    ['an empty token', () => ['client/batch?t=', SHOP]],
    ['no origin', () => [`client/batch?t=${webToken}`, undefined]],
    ['a sandboxed frame', () => [`client/batch?t=${webToken}`, 'null']],
    ['a host of no project', () => ['client/batch', 'https://nobody.example']],
  ])('is not granted for %s', async (_name, of) => {
    const [path = '', origin] = of();
    const answer = await ask(path, origin);
    expect([answer.status, allowedOrigin(answer), answer.headers.vary]).toEqual([204, undefined, 'origin']);
  });

  test('without a token is granted where any project allows the host', async () => {
    await allow('*.some.example');
    expect(allowedOrigin(await ask('client/init', SHOP))).toBe(SHOP);
    const below = 'https://a.b.some.example';
    await expect.poll(async () => allowedOrigin(await ask('client/init', below)), SOON).toBe(below);
    expect(allowedOrigin(await ask('client/init', 'https://some.example'))).toBeUndefined();
    const local = 'http://localhost:3000';
    expect(allowedOrigin(await ask('client/init', local))).toBe(local);
  });

  test('is not granted for calls of servers', async () => {
    expect(allowedOrigin(await ask('v1/capture-event', SHOP))).toBeUndefined();
  });

  test('tells of a host that would be refused', async () => {
    await ask(`client/batch?t=${webToken}`, 'https://new.example.com');
    await expect
      .poll(async () => (await hosts()).refused_hosts, SOON)
      .toMatchObject([{ host: 'new.example.com', count: 1, is_localhost: false }]);
  });
});

describe('refused hosts', () => {
  test('are listed with how often, until they are allowed', async () => {
    const before = server.clock.now().toISOString();
    for (let n = 0; n < 3; n += 1) await post(CAPTURE, event(webToken), { origin: EVIL });
    await post(CAPTURE, event(webToken), { origin: 'http://localhost:3000' });
    await expect
      .poll(async () => (await hosts()).refused_hosts, SOON)
      .toEqual([
        { host: 'evil.example', is_localhost: false, count: 3, first_at: before, last_at: before },
        { host: 'localhost:3000', is_localhost: true, count: 1, first_at: before, last_at: before },
      ]);
    await allow('evil.example');
    expect((await hosts()).refused_hosts).toHaveLength(1);
    await accept(CAPTURE, EVIL);
    await owner.call(updateWebSettings, {
      params: { project_id: projectId },
      body: { allow_localhost: true },
    });
    expect((await hosts()).refused_hosts).toEqual([]);
    await accept(CAPTURE, 'http://127.0.0.1:5173');
  });

  test('are at most fifty; those that come again stay', async () => {
    const flood = async (round: number) => {
      for (let n = 0; n < MAX_REFUSED_HOSTS + 10; n += 1) {
        await post(CAPTURE, event(webToken), { origin: `https://r${round}-${n}.example` });
      }
    };
    for (let n = 0; n < 5; n += 1) await post(CAPTURE, event(webToken), { origin: EVIL });
    await flood(1);
    const isFull = async () => (await hosts()).refused_hosts.length;
    await expect.poll(isFull, SOON).toBe(MAX_REFUSED_HOSTS);
    server.clock.advance(1000);
    await flood(2);
    await expect
      .poll(async () => (await hosts()).refused_hosts.some(({ host }) => host.startsWith('r2-')), SOON)
      .toBe(true);
    const { refused_hosts } = await hosts();
    expect(refused_hosts).toHaveLength(MAX_REFUSED_HOSTS);
    expect(refused_hosts[0]).toMatchObject({ host: 'evil.example', count: 5 });
  });
});
