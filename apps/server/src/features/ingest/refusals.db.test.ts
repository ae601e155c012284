import { createHash, createHmac } from 'node:crypto';
import { deleteProject } from '@trailmark/contract/projects';
import { createSdkCredential, updateSdkCredential } from '@trailmark/contract/sdk-credentials';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { buildProject, type TestPerson } from '../../testing/build.ts';
import { projectToken } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const BUFFER = 40;

let server: TestServer;
let owner: TestPerson;
let projectId: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ env: { EVENT_BUFFER: String(BUFFER) } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ owner, projectId } = await buildProject(server));
  token = await projectToken(owner, projectId);
});

async function post(call: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/api/client/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, headers: response.headers, json: (await response.json()) as Refused };
}
interface Refused {
  error?: { code: string; fields?: Record<string, string> };
  data?: unknown;
}

const event = (extra: Record<string, unknown> = {}) =>
  JSON.stringify({ token, install_instance_id: 'phone1', event_name: 'tap', ...extra });

const countEvents = async () =>
  (await server.db.selectFrom('events').select('id').where('project_id', '=', projectId).execute()).length;

describe('a request is refused', () => {
  test.each([
    ['without a token', { token: undefined }],
    ['with a token of nobody', { token: 'tm_nobody' }],
    ['with a token that is no text', { token: { a: 1 } }],
    ['with a token of NUL', { token: 'a\u0000' }],
  ])('%s', async (_name, extra) => {
    const answer = await post('capture-event', event(extra));
    expect([answer.status, answer.json.error?.code]).toEqual([401, 'token_invalid']);
  });

  test('when its project was deleted', async () => {
    expect((await post('capture-event', event())).status).toBe(200);
    const query = { project_id: projectId, confirm_name: 'Kite Grocery' };
    await owner.call(deleteProject, { query });
    // Other processes hear of it by a notification, which takes a moment.
    await expect
      .poll(async () => (await post('capture-event', event({ event_id: 'x' }))).status, { timeout: 20_000 })
      .toBe(401);
  });

  test.each([
    ['{', 'malformed_request'],
    ['[]', 'validation_failed'],
    ['null', 'validation_failed'],
    ['"text"', 'validation_failed'],
  ])('with the body %s', async (body, code) => {
    const answer = await post('capture-event', body);
    expect([answer.status, answer.json.error?.code]).toEqual([400, code]);
  });

  test('when it is too large', async () => {
    const answer = await post('capture-event', event({ event_data: { a: 'x'.repeat(1_100_000) } }));
    expect([answer.status, answer.json.error?.code]).toEqual([413, 'payload_too_large']);
  });

  test.each([
    ['event_name', { event_name: '' }],
    ['event_name', { event_name: '$open' }],
    ['event_name', { event_name: 'a\u0000' }],
    ['event_name', { event_name: 'x'.repeat(101) }],
    ['install_instance_id', { install_instance_id: '' }],
    ['install_instance_id', { install_instance_id: '\ud800' }],
    ['event_data', { event_data: [1] }],
    ['event_data', { event_data: { a: 'x'.repeat(40_000) } }],
    ['event_id', { event_id: 'x'.repeat(201) }],
    ['install_instance_id', { install_instance_id: '<null>' }],
    ['install_instance_id', { install_instance_id: 'ERROR_GENERATING_INSTALL_INSTANCE_ID' }],
    ['user_id', { user_id: 'x'.repeat(201) }],
    ['time_since_app_install', { time_since_app_install: 'soon' }],
  ])('for its %s, with the reason: %j', async (field, extra) => {
    const answer = await post('capture-event', event(extra));
    expect([answer.status, Object.keys(answer.json.error?.fields ?? {})]).toEqual([400, [field]]);
    expect(await countEvents()).toBe(0);
  });

  test.each([
    ['items', undefined],
    ['items', 'many'],
    ['items', []],
    ['items', Array.from({ length: 501 }, () => ({}))],
  ])('as a batch for its %s: %j', async (field, items) => {
    const answer = await post('batch', JSON.stringify({ token, items }));
    expect([answer.status, Object.keys(answer.json.error?.fields ?? {})]).toEqual([400, [field]]);
  });

  test('when too much waits, at once and with a time to come back; what was taken is kept', async () => {
    const blocker = await server.pool.connect();
    await blocker.query('begin');
    await blocker.query('lock table installs in access exclusive mode');
    const sent = Array.from({ length: BUFFER * 3 }, (_, n) =>
      post('capture-event', event({ event_id: `e${n}` })),
    );
    const first = await Promise.race(sent.map((one) => one.then((answer) => answer)));
    await blocker.query('rollback');
    blocker.release();
    expect([first.status, first.json.error?.code]).toEqual([503, 'unavailable']);
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
    const answers = await Promise.all(sent);
    const taken = answers.filter((answer) => answer.status === 200).length;
    // One project holds half of it; the rest is for others.
    expect(taken).toBeGreaterThanOrEqual(BUFFER / 2);
    expect(taken + answers.filter((answer) => answer.status === 503).length).toBe(sent.length);
    expect(await countEvents()).toBe(taken);
  });
});

describe('signed requests', () => {
  interface Key {
    key_id: string;
    secret: string;
    id: string;
  }

  async function makeKey(): Promise<Key> {
    const made = await owner.call(createSdkCredential, {
      body: { project_id: projectId, platform: 'ANDROID' },
    });
    return { key_id: made.credential.key_id, id: made.credential.id, secret: made.secret_key };
  }

  function sign(key: Key, body: string, given: { at?: number } = {}): Record<string, string> {
    const timestamp = String(given.at ?? server.clock.now().getTime());
    const hash = createHash('sha256').update(body).digest('base64');
    const signature = createHmac('sha256', key.secret).update(`${timestamp}\n${hash}`).digest('base64');
    return {
      authorization: 'HMAC',
      'x-key-id': key.key_id,
      'x-timestamp': timestamp,
      'x-signature': signature,
    };
  }

  const insist = (signing: 'required' | 'optional') =>
    owner.call(updateSdkCredential, { body: { project_id: projectId, signing } });
  const send = async (body: string, headers: Record<string, string>) => {
    const answer = await post('capture-event', body, headers);
    return answer.json.error?.code ?? answer.status;
  };

  test('are taken when the signature fits, and refused when anything is wrong', async () => {
    const key = await makeKey();
    await expect.poll(() => send(event(), sign(key, event())), { timeout: 10_000 }).toBe(200);
    const other = event({ event_id: 'other' });
    expect(await send(other, sign(key, event()))).toBe('signature_invalid');
    expect(await send(other, sign({ ...key, secret: 'guess' }, other))).toBe('signature_invalid');
    expect(await send(other, sign({ ...key, key_id: 'nobody' }, other))).toBe('signature_invalid');
    expect(await send(other, { ...sign(key, other), 'x-signature': 'AAAA' })).toBe('signature_invalid');
    const now = server.clock.now().getTime();
    expect(await send(other, sign(key, other, { at: now - 6 * MINUTE_MS }))).toBe('signature_invalid');
    expect(await send(other, sign(key, other, { at: now + 6 * MINUTE_MS }))).toBe('signature_invalid');
    expect(await send(other, { ...sign(key, other), 'x-timestamp': 'yesterday' })).toBe('signature_invalid');
    expect(await send(other, sign(key, other, { at: now - 4 * MINUTE_MS }))).toBe(200);
  });

  test('are the only ones taken where the project insists', async () => {
    const key = await makeKey();
    await insist('required');
    await expect.poll(() => send(event(), {}), { timeout: 10_000 }).toBe('signature_invalid');
    expect(await send(event(), sign(key, event()))).toBe(200);
    await insist('optional');
    await expect.poll(() => send(event(), {}), { timeout: 10_000 }).toBe(200);
  });

  test('that come again get the very answer they got before', async () => {
    const key = await makeKey();
    const body = JSON.stringify({
      token,
      install_instance_id: 'signed1',
      platform: 'ANDROID',
      device_data: {},
    });
    const headers = sign(key, body);
    await expect.poll(async () => (await post('init', body, headers)).status, { timeout: 10_000 }).toBe(200);
    const first = await post('init', body, headers);
    server.clock.advance(2 * MINUTE_MS);
    const again = await post('init', body, headers);
    expect(again.json).toEqual(first.json);
    const opens = await server.db
      .selectFrom('events')
      .select('id')
      .where('project_id', '=', projectId)
      .where('kind', '=', 'open')
      .execute();
    expect(opens).toHaveLength(1);
  });
});
