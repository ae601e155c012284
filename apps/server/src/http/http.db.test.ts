import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Refusal } from '@trailmark/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkoutRoot } from '../platform/package-root.ts';
import { freshIp } from '../testing/browser.ts';
import { buildPerson } from '../testing/build.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = (await buildPerson(server)).token;
});
afterAll(() => server.stop());

function put(body: string | Buffer, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/api/user`, {
    method: 'PUT',
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  });
}

async function expectRefusal(response: Response, status: number, code: string): Promise<Refusal> {
  const refusal = (await response.json()) as Refusal;
  expect([response.status, refusal.status, refusal.error.code]).toEqual([status, status, code]);
  expect(refusal.msg).toMatch(/\S/);
  expect(refusal.error.request_id).toBe(response.headers.get('x-request-id'));
  expect(Object.keys(refusal).sort()).toEqual(['error', 'msg', 'status']);
  return refusal;
}

describe('the envelope', () => {
  test('of a success holds msg, status and data', async () => {
    const response = await fetch(`${server.url}/api/open/config`);
    const answer = (await response.json()) as object;
    expect(Object.keys(answer).sort()).toEqual(['data', 'msg', 'status']);
    expect(answer).toMatchObject({ msg: 'ok', status: 200 });
  });

  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/user/verify/more'],
    ['POST', '/api/user/verify'],
    ['PATCH', '/api/project'],
    ['GET', '/assets/none.js'],
  ])('of %s %s is a 404', async (method, path) => {
    await expectRefusal(await fetch(server.url + path, { method }), 404, 'not_found');
  });

  test('of an address that cannot be decoded is a 400', async () => {
    await expectRefusal(await fetch(`${server.url}/api/%zz`), 400, 'malformed_request');
  });

  test.each(['{', 'nonsense', '{"a":1', '{"__proto__":{"a":1}}', ''])(
    'of the body %j is a 400',
    async (body) => {
      await expectRefusal(await put(body), 400, 'malformed_request');
    },
  );

  test('of a body that is too large is a 413', async () => {
    const body = JSON.stringify({ first_name: 'x'.repeat(256 * 1024) });
    await expectRefusal(await put(body), 413, 'payload_too_large');
  });

  test.each(['application/xml', 'application/x-www-form-urlencoded', 'nonsense'])(
    'of a body of the type %s is a 415',
    async (type) => {
      await expectRefusal(await put('a=b', { 'content-type': type }), 415, 'unsupported_media_type');
    },
  );

  test('of bad fields names every one of them', async () => {
    const body = JSON.stringify({ first_name: 1, role: 'king', analytics_opt_out: 'maybe' });
    const { error, msg } = await expectRefusal(await put(body), 400, 'validation_failed');
    expect(Object.keys(error.fields ?? {})).toEqual(['first_name', 'role', 'analytics_opt_out']);
    expect(msg.startsWith('first_name ')).toBe(true);
  });

  test('of an unexpected error reveals no internals', async () => {
    const { db } = server.kit;
    server.kit.db = new Proxy(db, {
      get: () => {
        throw new Error('relation "secret_table" does not exist');
      },
    });
    const response = await put('{}');
    server.kit.db = db;
    const refusal = await expectRefusal(response, 500, 'internal_error');
    expect(JSON.stringify(refusal)).not.toMatch(/secret_table|at .*\.ts/);
  });

  test.each([
    ['a database that cannot be reached', 'ECONNREFUSED'],
    ['two changes that wait for each other', '40P01'],
  ])('of %s is a 503 with a pause', async (_what, code) => {
    const { db } = server.kit;
    server.kit.db = new Proxy(db, {
      get: () => {
        throw Object.assign(new Error('as the driver says it'), { code });
      },
    });
    const response = await put('{}');
    server.kit.db = db;
    await expectRefusal(response, 503, 'unavailable');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

test('the OpenAPI document is the one that is checked in', async () => {
  const response = await fetch(`${server.url}/api/docs/json`);
  const checkedIn = JSON.parse(readFileSync(join(checkoutRoot, 'openapi.json'), 'utf8'));
  expect(await response.json()).toEqual(checkedIn);
});

describe('every answer', () => {
  test('has a request id of its own, which callers cannot choose', async () => {
    const ids = new Set<string | null>();
    for (let at = 0; at < 3; at += 1) {
      const response = await fetch(`${server.url}/api/open/config`, { headers: { 'x-request-id': 'mine' } });
      ids.add(response.headers.get('x-request-id'));
    }
    expect(ids.size).toBe(3);
    expect(ids.has('mine')).toBe(false);
  });

  test('of a call is kept by no cache', async () => {
    for (const path of ['/api/open/config', '/api/user/verify', '/api/nothing']) {
      const response = await fetch(server.url + path);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('carries the headers that keep foreign scripts, frames and referrers out', async () => {
    for (const path of ['/api/open/config', '/api/nothing', '/api/docs', '/login']) {
      const { headers } = await fetch(server.url + path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('content-security-policy')).toMatch(/\S/);
    }
  });

  test('opens the api to no other site', async () => {
    const response = await fetch(`${server.url}/api/open/config`, {
      headers: { origin: 'https://example.com' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await fetch(`${server.url}/api/user`, {
      method: 'OPTIONS',
      headers: { origin: 'https://example.com', 'access-control-request-method': 'PUT' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the content security policy', () => {
  async function policyOf(of: TestServer): Promise<Record<string, string>> {
    const { headers } = await fetch(`${of.url}/api/open/config`);
    const directives = (headers.get('content-security-policy') ?? '').split(';').map((part) => part.trim());
    return Object.fromEntries(
      directives.map((one) => [one.split(' ')[0] ?? '', one.split(' ').slice(1).join(' ')]),
    );
  }

  test('lets only our own scripts run', async () => {
    const policy = await policyOf(server);
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'form-action': "'self'",
    });
    expect(policy['script-src']).not.toMatch(/unsafe|\*|http/);
    expect(policy).not.toHaveProperty('upgrade-insecure-requests');
  });

  test('lets the messenger in only where it is set up, and never inline scripts', async () => {
    const other = await startTestServer({
      env: { INTERCOM_APP_ID: 'abc', MIXPANEL_TOKEN: 'token', PUBLIC_URL: 'https://trailmark.example.com' },
    });
    try {
      const policy = await policyOf(other);
      expect(policy['script-src']).toBe("'self' https://widget.intercom.io https://js.intercomcdn.com");
      expect(policy['script-src']).not.toMatch(/unsafe/);
      expect(policy['worker-src']).toBe("'self' blob:");
      expect(policy).toHaveProperty('upgrade-insecure-requests');
      const { headers } = await fetch(`${other.url}/api/open/config`);
      expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/);
    } finally {
      await other.stop();
    }
  });
});

describe('the address of a caller', () => {
  const sessionIp = async (of: TestServer, forwarded: string) => {
    const response = await fetch(`${of.url}/api/open/callback-form`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
      body: JSON.stringify({ name: 'A', email: 'a@example.com' }),
    });
    expect(response.status).toBe(200);
    const rows = await of.db
      .selectFrom('callback_forms')
      .select('ip')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    of.clock.advance(1);
    return rows[0]?.ip;
  };

  test('is what the trusted proxy forwards, whatever was claimed before it', async () => {
    const ip = freshIp();
    expect(await sessionIp(server, `1.2.3.4, ${ip}`)).toBe(ip);
  });

  test.each([
    { trust: '', forwarded: '192.0.2.1', ip: '127.0.0.1' },
    { trust: '1', forwarded: '192.0.2.1, 192.0.2.2', ip: '192.0.2.2' },
    { trust: '2', forwarded: '192.0.2.1, 192.0.2.2, 192.0.2.3', ip: '192.0.2.2' },
    { trust: '127.0.0.1,192.0.2.0/24', forwarded: '198.51.100.1, 192.0.2.2', ip: '198.51.100.1' },
    { trust: '10.0.0.0/8', forwarded: '192.0.2.1', ip: '127.0.0.1' },
    { trust: 'loopback', forwarded: 'unknown', ip: '127.0.0.1' },
    { trust: '1', forwarded: '192.0.2.1, <script>', ip: '127.0.0.1' },
    { trust: '1', forwarded: 'fe80::1%eth0', ip: '127.0.0.1' },
  ])('with TRUST_PROXY=$trust and $forwarded is $ip', async ({ trust, forwarded, ip }) => {
    const other = await startTestServer({ env: { TRUST_PROXY: trust } });
    try {
      expect(await sessionIp(other, forwarded)).toBe(ip);
    } finally {
      await other.stop();
    }
  });
});
