import { request as open } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Refusal } from '@trailmark/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProject } from '../testing/build.ts';
import { projectToken } from '../testing/device.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createMetrics } from './metrics.ts';

const PATH = '/api/client/capture-event';
const LIMIT = 1024 * 1024;

let server: TestServer;
let token: string;
const lines: string[] = [];
const metrics = createMetrics();
beforeAll(async () => {
  server = await startTestServer({ log: { write: (line) => lines.push(line) } });
  metrics.watch(server.app);
  const { owner, projectId } = await buildProject(server);
  token = await projectToken(owner, projectId);
});
afterAll(() => server.stop());

const event = (extra: Record<string, unknown> = {}) =>
  JSON.stringify({ token, install_instance_id: 'phone1', event_name: 'tap', ...extra });

interface Sent {
  body: string;
  /** In pieces of unknown length. */
  isChunked?: boolean;
  type?: string;
  path?: string;
}

async function post({ body, isChunked, type = 'application/json', path = PATH }: Sent) {
  const bytes = Buffer.from(body);
  const length = isChunked ? {} : { 'content-length': String(bytes.length) };
  return await new Promise<{ status: number; headers: Record<string, unknown>; json: unknown }>(
    (resolve, reject) => {
      const request = open(server.url + path, {
        method: 'POST',
        agent: false,
        headers: { 'content-type': type, ...length },
      });
      request.once('error', reject).once('response', async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response) parts.push(part as Buffer);
        const json: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
        resolve({ status: response.statusCode ?? 0, headers: response.headers, json });
      });
      request.write(bytes);
      request.end();
    },
  );
}

/** One goes in front of fastify, the others through it. */
const WAYS: [string, Omit<Sent, 'body'>][] = [
  ['as clients send it', {}],
  ['with a charset', { type: 'Application/JSON; charset=UTF-8' }],
  ['in pieces', { isChunked: true }],
  ['with a query', { path: `${PATH}?a=b` }],
  ['with other parameters of its type', { type: 'application/json;charset=utf-8;a=b' }],
];

describe.each(WAYS)('a call %s', (_name, way) => {
  test('is answered without the headers of pages', async () => {
    const { status, headers, json } = await post({ ...way, body: event() });
    expect([status, json]).toEqual([200, { msg: 'ok', status: 200, data: {} }]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(Object.keys(headers)).not.toContain('content-security-policy');
    expect(Object.keys(headers)).not.toContain('x-frame-options');
  });

  test.each([
    ['that is no JSON', () => '{', 400, 'malformed_request'],
    ['that is no object', () => '[]', 400, 'validation_failed'],
    ['of nobody', () => event({ token: 'tm_nobody' }), 401, 'token_invalid'],
    ['with a bad field', () => event({ event_name: 1 }), 400, 'validation_failed'],
    ['that is too large', () => event({ event_data: { a: 'x'.repeat(LIMIT) } }), 413, 'payload_too_large'],
  ])('%s is refused', async (_what, body, status, code) => {
    const answer = await post({ ...way, body: body() });
    const { error } = answer.json as Refusal;
    expect([answer.status, error.code]).toEqual([status, code]);
    expect(error.request_id).toBe(answer.headers['x-request-id']);
  });

  test('is logged and measured by its route', async () => {
    const { headers } = await post({ ...way, body: event() });
    const line = lines
      .map((one) => JSON.parse(one) as Record<string, unknown>)
      .find((one) => one.reqId === headers['x-request-id'] && one.msg === 'request');
    expect(line).toMatchObject({ method: 'POST', route: PATH, status: 200, ip: '127.0.0.1' });
    const listener = await metrics.listen(0);
    const { port } = listener.address() as AddressInfo;
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await new Promise((resolve) => listener.close(resolve));
    expect(text).toContain(
      `trailmark_http_request_seconds_count{method="POST",route="${PATH}",status="200"}`,
    );
  });
});

test('a body of another type is refused', async () => {
  const { status, json } = await post({ body: 'a=b', type: 'application/x-www-form-urlencoded' });
  expect([status, (json as Refusal).error.code]).toEqual([415, 'unsupported_media_type']);
});

test('a surprise is logged under the request id and says nothing of the inside', async () => {
  const { clock } = server.kit;
  let calls = 0;
  // The first time is that of the request id.
  server.kit.clock = {
    now: () => {
      calls += 1;
      if (calls > 1) throw new Error('the reason of the surprise');
      return clock.now();
    },
  };
  const { status, headers, json } = await post({ body: event() });
  server.kit.clock = clock;
  expect([status, (json as Refusal).error.code]).toEqual([500, 'internal_error']);
  expect(JSON.stringify(json)).not.toContain('surprise');
  const line = lines.find((one) => one.includes('the reason of the surprise')) ?? '';
  expect(line).toContain(String(headers['x-request-id']));
});

test('a client that leaves in the middle of its body is no fault of ours', async () => {
  const before = lines.length;
  const request = open(server.url + PATH, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'content-length': '1000' },
  });
  request.on('error', () => {});
  await new Promise<void>((resolve) => request.write('{"token":', () => resolve()));
  request.destroy();
  await expect.poll(() => lines.slice(before).join('')).toContain('"status":400');
  expect(lines.slice(before).join('')).not.toContain('"level":50');
});
