import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SentRequest, sendToTool } from '../receivers/testing/send-to-tool.ts';
import { type Sandbox, startSandbox } from '../start.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
const NOW = new Date('2026-11-16T10:00:00Z');
beforeEach(() => {
  sandbox.receivers.forget();
  sandbox.receivers.clock.follow(() => NOW);
});

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const MESSAGE = { type: 'install', timestamp: '2026-11-16T09:59:00.000Z', data: { user_id: 'dana' } };
const endpoint = () => sandbox.receivers.get('webhook-orders');

interface Signed {
  id?: string;
  at?: Date;
  secrets?: string[];
  body?: unknown;
  headers?: Record<string, string>;
}

function signed({
  id = 'msg-1',
  at = NOW,
  secrets = [SECRET],
  body = MESSAGE,
  headers = {},
}: Signed = {}): RequestInit {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`;
  });
  const own = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
  return { method: 'POST', body: text, headers: { 'content-type': 'application/json', ...own, ...headers } };
}
const send = (given: Signed = {}, over: RequestInit = {}) =>
  fetch(`${sandbox.webhooksUrl}/orders`, { redirect: 'manual', ...signed(given), ...over });

describe('a message', () => {
  test('is taken once, by any secret as long as none is set', async () => {
    expect((await send()).status).toBe(204);
    expect((await send({ at: new Date(NOW.getTime() + 60_000), secrets: [OTHER_SECRET] })).status).toBe(204);
    expect(endpoint().received.counts()).toMatchObject({ taken: 1, repeats: 1 });
    expect(endpoint().received.items()).toMatchObject([
      { id: 'msg-1', name: 'install', person: 'dana', times: 2 },
    ]);
  });

  test('is verified as the specification has it', async () => {
    // The vector of https://github.com/standard-webhooks/standard-webhooks
    sandbox.receivers.clock.follow(() => new Date(1_614_265_330_000));
    endpoint().accept([{ secret: SECRET }]);
    const headers = {
      'content-type': 'application/json',
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const answer = await send({}, { headers, body: '{"test": 2432232314}' });
    // The signature is right; only the body is no event.
    expect([answer.status, await answer.json()]).toEqual([
      ...[400, { error: 'type is not identifiers with dots between them' }],
    ]);
    expect((await send({}, { headers, body: '{"test": 2432232315}' })).status).toBe(401);
  });

  test('is verified by any of the secrets that are set, and any of its signatures', async () => {
    endpoint().accept([{ secret: OTHER_SECRET }]);
    expect((await send({ secrets: [SECRET] })).status).toBe(401);
    expect((await send({ secrets: [SECRET, OTHER_SECRET] })).status).toBe(204);
    endpoint().accept([{ secret: SECRET }, { secret: OTHER_SECRET }]);
    expect((await send({ secrets: [SECRET] })).status).toBe(204);
  });

  const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
  test.each<[string, Signed, number]>([
    ['of 5 minutes ago', { at: later(-300) }, 204],
    ['of 5 minutes and a second ago', { at: later(-301) }, 401],
    ['of more than 5 minutes ahead', { at: later(301) }, 401],
    ['without an id', { headers: { 'webhook-id': '' } }, 401],
    ['with a dot in its id', { id: 'msg.1' }, 401],
    ['without a time', { headers: { 'webhook-timestamp': '' } }, 401],
    ['with a time as text', { headers: { 'webhook-timestamp': NOW.toISOString() } }, 401],
    ['without a signature', { headers: { 'webhook-signature': '' } }, 401],
    [
      'with a signature of no version',
      { headers: { 'webhook-signature': 'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' } },
      401,
    ],
    [
      'with the signature of another',
      { headers: { 'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' } },
      401,
    ],
    ['of another content type', { headers: { 'content-type': 'text/plain' } }, 415],
    ['that is no JSON', { body: '{' }, 400],
    ['without a type', { body: { ...MESSAGE, type: undefined } }, 400],
    ['with spaces in its type', { body: { ...MESSAGE, type: 'an install' } }, 400],
    ['with a type of parts', { body: { ...MESSAGE, type: 'webhook.test' } }, 204],
    ['without a timestamp', { body: { ...MESSAGE, timestamp: undefined } }, 400],
    ['with a timestamp that is a number', { body: { ...MESSAGE, timestamp: 1_794_823_200 } }, 400],
    ['without data', { body: { ...MESSAGE, data: [] } }, 400],
  ])('%s is judged', async (_which, given, status) => {
    endpoint().accept([{ secret: SECRET }]);
    expect((await send(given)).status).toBe(status);
    expect(endpoint().received.counts()).toMatchObject({
      taken: status === 204 ? 1 : 0,
      refused: status === 204 ? 0 : 1,
    });
  });

  test('is only for its own endpoint', async () => {
    endpoint().accept([{ secret: OTHER_SECRET }]);
    const answer = await fetch(`${sandbox.webhooksUrl}/refunds`, signed());
    expect(answer.status).toBe(204);
    expect(endpoint().received.counts().requests).toBe(0);
    expect((await fetch(`${sandbox.webhooksUrl}/refunds`)).status).toBe(405);
  });

  test('of more than 20 kB is warned about', async () => {
    await send({ body: { ...MESSAGE, data: { text: 'x'.repeat(20_000) } } });
    expect(endpoint().received.requests().at(-1)).toMatchObject({
      status: 204,
      warnings: [expect.any(String)],
    });
  });

  test('can also be sent to a host of its own', async () => {
    const { body, headers } = signed();
    const url = 'https://hooks.kite.example/webhooks/orders';
    const request = { body, headers: headers as Record<string, string> };
    expect((await sendToTool(sandbox, url, request)).status).toBe(204);
    expect(endpoint().received.counts().taken).toBe(1);
  });
});

describe('a fault', () => {
  test.each([301, 400, 404, 410, 429, 500, 502, 503, 504])('answers %i', async (status) => {
    endpoint().setFaults([{ answer: status, retry_after: 30 }]);
    const answer = await send();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, '30']);
    expect(answer.headers.get('location')).toBe(status === 301 ? '/webhooks/orders-moved' : null);
    expect(endpoint().received.counts().taken).toBe(0);
  });

  test('refuses every second message, also when it comes again', async () => {
    endpoint().setFaults([{ refuse_every: 2 }]);
    const statuses = [];
    for (const id of ['a', 'b', 'b', 'a', 'c']) statuses.push((await send({ id })).status);
    expect(statuses).toEqual([204, 400, 400, 204, 204]);
  });
});

describe('Slack', () => {
  const URL_SLACK = 'https://hooks.slack.com/services/T0001/B0002/abcDEF123';
  const slack = () => sandbox.receivers.get('slack');
  const post = (request: SentRequest, url = URL_SLACK) => sendToTool(sandbox, url, request);

  test('says ok', async () => {
    const answer = await post({ body: { text: 'Hello', blocks: [{ type: 'section' }] } });
    expect([answer.status, answer.body, answer.headers.get('content-type')]).toMatchObject([
      ...[200, 'ok', expect.stringMatching(/^text\/plain/)],
    ]);
    expect(slack().received.items()).toMatchObject([{ name: 'Hello' }]);
  });

  test.each<[string, SentRequest, number, string]>([
    ['no JSON', { body: '{' }, 400, 'invalid_payload'],
    ['a text that is none', { body: { text: 7 } }, 400, 'invalid_payload'],
    ['no text', { body: {} }, 400, 'no_text'],
    ['51 blocks', { body: { blocks: Array(51).fill({ type: 'divider' }) } }, 400, 'invalid_blocks'],
    ['a block of no type', { body: { text: 'x', blocks: [{}] } }, 400, 'invalid_blocks'],
  ])('refuses %s', async (_which, request, status, said) => {
    const answer = await post(request);
    expect([answer.status, answer.body]).toEqual([status, said]);
    expect(slack().received.counts().taken).toBe(0);
  });

  test('knows its services', async () => {
    const message = { body: { text: 'Hello' } };
    expect((await post(message, 'https://hooks.slack.com/services/x')).body).toBe('no_service');
    slack().accept([{ path: '/services/T0001/B0002/other' }]);
    expect(await post(message)).toMatchObject({ status: 404, body: 'no_service' });
  });

  test.each([
    [403, 'action_prohibited'],
    [404, 'no_service'],
    [410, 'channel_is_archived'],
    [500, 'rollup_error'],
  ])('answers %i by a fault', async (status, said) => {
    slack().setFaults([{ answer: status }]);
    expect(await post({ body: { text: 'Hello' } })).toMatchObject({ status, body: said });
  });
});
