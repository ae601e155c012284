import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildPerson } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

let upstream: Server;
let server: TestServer;
let received: Received[] = [];
let answer = { status: 200, headers: {} as Record<string, string>, body: Buffer.from('1') };

/** The one host that analytics may go to: it keeps what it gets and answers as the test sets it. */
async function startUpstream(): Promise<Server> {
  const started = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(parts) });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  started.listen(0, '127.0.0.1');
  await once(started, 'listening');
  return started;
}

const urlOf = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;

beforeAll(async () => {
  upstream = await startUpstream();
  server = await startTestServer({
    env: { MIXPANEL_TOKEN: 'public-token', MIXPANEL_UPSTREAM: `${urlOf(upstream)}/base/` },
  });
});
afterAll(async () => {
  await server.stop();
  upstream.closeAllConnections();
  upstream.close();
});
beforeEach(() => {
  received = [];
  answer = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('1') };
});

/** A request as its bytes: paths that clients would tidy up arrive as they are. */
async function sendRaw(target: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.end(`POST ${target} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  let text = '';
  for await (const part of socket) text += String(part);
  return text.slice(0, text.indexOf('\r\n'));
}

describe('what is let through', () => {
  test.each([
    ['track', 'POST'],
    ['engage', 'POST'],
    ['groups', 'POST'],
    ['record', 'POST'],
    ['flags', 'GET'],
  ])('%s goes by %s to the same place of the upstream, with its query', async (kind, method) => {
    const body = method === 'POST' ? { body: 'data=%5B%5D' } : {};
    for (const path of [`/ingest/${kind}?ip=1&v=a%26b`, `/ingest/${kind}/?ip=1&v=a%26b`]) {
      const response = await fetch(server.url + path, { method, ...body });
      expect([response.status, await response.text()]).toEqual([200, '1']);
    }
    expect(received.map((one) => [one.method, one.url])).toEqual([
      [method, `/base/${kind}/?ip=1&v=a%26b`],
      [method, `/base/${kind}/?ip=1&v=a%26b`],
    ]);
    if (method === 'POST') expect(received[0]?.body.toString()).toBe('data=%5B%5D');
  });

  test('a body of any bytes arrives as it was, compressed or not, with what says so', async () => {
    const body = randomBytes(300_000);
    const headers = { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' };
    await fetch(`${server.url}/ingest/record`, { method: 'POST', body, headers });
    expect(received[0]?.body.equals(body)).toBe(true);
    expect(received[0]?.headers).toMatchObject(headers);
  });

  test('the answer comes back as it was: status, type, pause and bytes', async () => {
    const body = randomBytes(2000);
    answer = {
      status: 429,
      headers: { 'content-type': 'image/gif', 'retry-after': '7', 'set-cookie': 'spy=1', 'x-other': 'y' },
      body,
    };
    const response = await fetch(`${server.url}/ingest/track`, { method: 'POST', body: 'x' });
    expect(response.status).toBe(429);
    expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
    expect(response.headers.get('content-type')).toBe('image/gif');
    expect(response.headers.get('retry-after')).toBe('7');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('x-other')).toBeNull();
  });

  test('a redirect of the upstream leads nowhere', async () => {
    answer = { status: 302, headers: { location: `${urlOf(upstream)}/elsewhere` }, body: Buffer.from('') };
    const response = await fetch(`${server.url}/ingest/track`, { method: 'POST', redirect: 'manual' });
    expect(response.headers.get('location')).toBeNull();
    expect(received).toHaveLength(1);
  });

  test('a body without a type is let through, and one without a body', async () => {
    await fetch(`${server.url}/ingest/track`, { method: 'POST' });
    await fetch(`${server.url}/ingest/track`, { method: 'POST', body: new Uint8Array([1, 2]) });
    expect(received.map((one) => [...one.body])).toEqual([[], [1, 2]]);
  });
});

describe('what stays here', () => {
  test('neither the bearer token nor a cookie leaves the house', async () => {
    const { token } = await buildPerson(server);
    await fetch(`${server.url}/ingest/track`, {
      method: 'POST',
      body: 'x',
      headers: {
        authorization: `Bearer ${token}`,
        cookie: 'trailmark_browser=secret',
        referer: 'http://127.0.0.1/settings?p_id=1',
        origin: 'http://127.0.0.1',
        'x-custom': 'secret',
      },
    });
    const { headers } = received[0]!;
    expect(Object.keys(headers).sort()).not.toContain('authorization');
    for (const name of ['cookie', 'referer', 'origin', 'x-custom']) expect(headers[name]).toBeUndefined();
    expect(JSON.stringify(received)).not.toContain(token);
  });

  test('the public token by which the flags are asked for is no secret and goes along', async () => {
    const authorization = `Basic ${Buffer.from('public-token:').toString('base64')}`;
    await fetch(`${server.url}/ingest/flags`, { headers: { authorization } });
    expect(received[0]?.headers.authorization).toBe(authorization);
  });

  test('the address of the visitor goes along, as far as it can be believed', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.5, 198.51.100.7', 'user-agent': 'Browser/1' };
    await fetch(`${server.url}/ingest/track`, { method: 'POST', headers });
    expect(received[0]?.headers).toMatchObject({
      'x-forwarded-for': '198.51.100.7',
      'user-agent': 'Browser/1',
    });
  });

  test.each([
    ['GET', '/ingest/track'],
    ['PUT', '/ingest/track'],
    ['DELETE', '/ingest/engage'],
    ['POST', '/ingest/flags'],
    ['POST', '/ingest'],
    ['POST', '/ingest/'],
    ['POST', '/ingest/import'],
    ['GET', '/ingest/settings'],
    ['POST', '/ingest/track/more'],
    ['POST', '/ingest/tracks'],
    ['POST', '/ingest/TRACK'],
  ])('%s %s is not let through', async (method, path) => {
    const response = await fetch(server.url + path, { method });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
    expect(received).toEqual([]);
  });

  test.each([
    '/ingest/track/../import',
    '/ingest/track/..%2fimport',
    '/ingest/track%2f..%2fimport',
    '/ingest/track/%2e%2e/import',
    '/ingest/%2e%2e/import',
    '/ingest//track',
    '/ingest/track//',
    '/ingest/track;/import',
    '/ingest/track\\..\\import',
    'http://example.com/ingest/import',
    '//example.com/ingest/track',
  ])('%s leads to nowhere else', async (target) => {
    const status = await sendRaw(target);
    expect(status).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(received).toEqual([]);
  });

  test.each(['http://example.com/ingest/track', '/ingest/track?../../import', '/ingest/track#/../import'])(
    '%s leads to track or to nowhere',
    async (target) => {
      await sendRaw(target);
      for (const one of received) expect(one.url).toMatch(/^\/base\/track\/(\?|$)/);
    },
  );

  test('a body beyond eight megabytes is refused', async () => {
    const response = await fetch(`${server.url}/ingest/record`, {
      method: 'POST',
      body: Buffer.alloc(8 * 1024 * 1024 + 1),
    });
    expect(response.status).toBe(413);
    expect(received).toEqual([]);
  });
});

describe('the upstream', () => {
  test('that is not set up does not exist', async () => {
    const { analytics } = server.kit.env;
    server.kit.env.analytics = null;
    const response = await fetch(`${server.url}/ingest/track`, { method: 'POST', body: 'x' });
    server.kit.env.analytics = analytics;
    expect([response.status, ((await response.json()) as { status: number }).status]).toEqual([404, 404]);
  });

  test('that is down is distinguished from us being down', async () => {
    const { analytics } = server.kit.env;
    server.kit.env.analytics = { ...analytics!, upstream: 'http://127.0.0.1:1' };
    const response = await fetch(`${server.url}/ingest/track`, { method: 'POST', body: 'x' });
    server.kit.env.analytics = analytics;
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('60');
    expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } });
  });
});
