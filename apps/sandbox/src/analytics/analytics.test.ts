import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../start.ts';

const TOKEN = 'sandbox-analytics-token';
const BASIC = `Basic ${Buffer.from(`${TOKEN}:`).toString('base64')}`;

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.analytics.clear());
afterAll(() => sandbox.stop());

let lastInsertId = 0;
const secondsNow = () => Date.now() / 1000;

function buildEvent(changes: Record<string, unknown> = {}, event: unknown = 'Page viewed') {
  lastInsertId += 1;
  const properties = {
    token: TOKEN,
    time: secondsNow(),
    $insert_id: `insert${lastInsertId}`,
    distinct_id: '$device:1f',
    $device_id: '1f',
    ...changes,
  };
  return { event, properties };
}

const FORM = 'application/x-www-form-urlencoded';

const asForm = (data: string, contentType = FORM) => ({
  body: `data=${encodeURIComponent(data)}`,
  contentType,
});
const base64 = (value: unknown) => asForm(Buffer.from(JSON.stringify(value)).toString('base64'));
const formJson = (value: unknown) => asForm(JSON.stringify(value));
const json = (value: unknown) => ({ body: JSON.stringify(value), contentType: 'application/json' });

type Sent = { body: string | Uint8Array<ArrayBuffer>; contentType: string };

async function post(path: string, { body, contentType }: Sent, headers: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.analyticsUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': contentType, ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as unknown, headers: response.headers };
}

const OK = { status: 1, error: null };

describe('events', () => {
  it.each([
    ['base64 in a form, as the browser library sends', base64],
    ['JSON in a form', formJson],
    ['plain JSON', json],
    [
      'a beacon, which is the form called plain text',
      (value: unknown) => ({ ...base64(value), contentType: 'text/plain;charset=UTF-8' }),
    ],
  ])('are taken as %s', async (_name, encode) => {
    const events = [buildEvent({ title: 'Übersicht + 100 %' }), buildEvent()];
    expect(await post('/track/?verbose=1&ip=1&_=1', encode(events))).toMatchObject({ status: 200, body: OK });
    expect(sandbox.analytics.events()).toEqual(events);
    expect(sandbox.analytics.violations()).toEqual([]);
  });

  it('are taken one by one, without the trailing slash, and with a bare answer unless verbose', async () => {
    expect(await post('/track', base64(buildEvent()))).toMatchObject({ status: 200, body: 1 });
    expect(sandbox.analytics.events()).toHaveLength(1);
  });

  it('may come 50 at a time and no more', async () => {
    const batch = (size: number) => Array.from({ length: size }, () => buildEvent());
    expect((await post('/track/?verbose=1', base64(batch(50)))).status).toBe(200);
    const refused = await post('/track/?verbose=1', base64(batch(51)));
    expect(refused).toMatchObject({
      status: 400,
      body: { status: 0, error: 'body: more than 50 items in one batch' },
    });
    expect(sandbox.analytics.events()).toHaveLength(50);
  });

  const withoutId = { distinct_id: undefined, $device_id: undefined };
  const manyProperties = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`p${n}`, n]));
  it.each<[string, () => unknown, string]>([
    ['no token', () => [buildEvent({ token: undefined })], '[0].properties.token: is missing'],
    [
      'another token',
      () => [buildEvent(), buildEvent({ token: 'x' })],
      '[1].properties.token: is not the token',
    ],
    ['no name', () => [{ ...buildEvent(), event: undefined }], '[0].event: is missing'],
    ['an empty name', () => [buildEvent({}, '')], '[0].event: is empty'],
    ['no properties', () => [{ event: 'x' }], '[0].properties'],
    ['no time', () => [buildEvent({ time: undefined })], '[0].properties.time: is missing or not a number'],
    ['a time as text', () => [buildEvent({ time: '1' })], '[0].properties.time: is missing or not a number'],
    ['an old time', () => [buildEvent({ time: secondsNow() - 6 * 86_400 })], 'is older than five days'],
    [
      'an old time in ms',
      () => [buildEvent({ time: Date.now() - 6 * 86_400_000 })],
      'is older than five days',
    ],
    ['a future time', () => [buildEvent({ time: secondsNow() + 7200 })], 'is more than an hour ahead'],
    ['no insert id', () => [buildEvent({ $insert_id: undefined })], '[0].properties.$insert_id'],
    ['a long insert id', () => [buildEvent({ $insert_id: 'a'.repeat(37) })], 'is not 1 to 36'],
    ['nobody', () => [buildEvent(withoutId)], '[0].properties: has no distinct_id or $device_id'],
    ['a placeholder person', () => [buildEvent({ distinct_id: 'undefined' })], 'is a placeholder, not an id'],
    ['too many properties', () => [buildEvent(manyProperties)], 'has 255 properties or more'],
    ['an empty batch', () => [], 'the batch is empty'],
    ['a string', () => 'hello', '[0]'],
  ])('are refused with %s', async (_name, build, error) => {
    const refused = await post('/track/?verbose=1', json(build()));
    expect(refused).toMatchObject({
      status: 400,
      body: { status: 0, error: expect.stringContaining(error) },
    });
    expect(sandbox.analytics.events()).toEqual([]);
    expect(sandbox.analytics.violations()).toMatchObject([
      { path: '/analytics/track/', error: expect.stringContaining(error) },
    ]);
  });

  it.each<[string, Sent, string]>([
    [
      'base64 whose plus signs became spaces',
      { body: 'data=W3s gfV0=', contentType: FORM },
      'neither JSON nor base64',
    ],
    ['base64 of something else', asForm('aGVsbG8='), 'once decoded from base64, is not JSON'],
    ['broken JSON', asForm('[{'), 'data is not JSON'],
    ['a form without data', { body: 'payload=1', contentType: FORM }, 'no data field'],
    ['a broken JSON body', { body: '{', contentType: 'application/json' }, 'the body is not JSON'],
    [
      'another content type',
      { body: '[]', contentType: 'application/xml' },
      'application/xml is not accepted',
    ],
  ])('are refused as %s', async (_name, sent, error) => {
    const refused = await post('/track/?verbose=1', sent);
    expect(refused).toMatchObject({
      status: 400,
      body: { status: 0, error: expect.stringContaining(error) },
    });
  });

  it('are counted once when repeated, and the repeat is reported', async () => {
    const event = buildEvent();
    await post('/track/?verbose=1', base64([event]));
    const again = await post('/track/?verbose=1', base64([event, event, buildEvent()]));
    expect(again).toMatchObject({ status: 200, body: OK });
    expect(sandbox.analytics.events()).toHaveLength(2);
    expect(sandbox.analytics.violations()).toEqual([]);
    expect(sandbox.analytics.duplicates()).toEqual([
      { insertId: event.properties.$insert_id, event: 'Page viewed', times: 3 },
    ]);
  });

  it('are refused when two of them share an insert id', async () => {
    const event = buildEvent();
    await post('/track/?verbose=1', base64([event]));
    const clash = await post('/track/?verbose=1', base64([buildEvent(), { ...event, event: 'Signed in' }]));
    expect(clash.status).toBe(400);
    expect(sandbox.analytics.violations()[0]?.error).toContain(
      'was already used by another event (Page viewed)',
    );
    expect(sandbox.analytics.events()).toEqual([event]);
  });
});

describe('profiles and groups', () => {
  const person = { $token: TOKEN, $distinct_id: 'u1' };
  const group = { $token: TOKEN, $group_key: 'company', $group_id: 'kite' };

  it.each<[string, object]>([
    ['$set', { $set: { $email: 'asha@kite.example' } }],
    ['$set_once', { $set_once: { first: 1 } }],
    ['$add', { $add: { logins: 1 } }],
    ['$append', { $append: { tags: 'a' } }],
    ['$union', { $union: { tags: ['a'] } }],
    ['$unset', { $unset: ['tags'] }],
    ['$remove', { $remove: { tags: 'a' } }],
    ['$delete', { $delete: '' }],
  ])('take %s', async (_name, operation) => {
    const update = { ...person, $device_id: '1f', ...operation };
    expect(await post('/engage/?verbose=1', base64([update]))).toMatchObject({ status: 200, body: OK });
    expect(sandbox.analytics.profiles()).toEqual([update]);
  });

  it.each<[string, object, string]>([
    ['no operation', person, '[0]: must have exactly one operation'],
    ['two operations', { ...person, $set: {}, $add: {} }, '[0]: must have exactly one operation'],
    ['no token', { $distinct_id: 'u1', $set: {} }, '[0].$token: is missing'],
    ['another token', { ...person, $token: 'x', $set: {} }, '[0].$token: is not the token'],
    ['no person', { $token: TOKEN, $set: {} }, '[0].$distinct_id'],
    ['adding text', { ...person, $add: { logins: 'one' } }, '[0].$add.logins'],
    ['unsetting by object', { ...person, $unset: { tags: 1 } }, '[0].$unset'],
  ])('refuse a person with %s', async (_name, update, error) => {
    const refused = await post('/engage/?verbose=1', json([update]));
    expect(refused).toMatchObject({
      status: 400,
      body: { status: 0, error: expect.stringContaining(error) },
    });
    expect(sandbox.analytics.profiles()).toEqual([]);
  });

  it('take a group, and refuse one without its key', async () => {
    const update = { ...group, $set: { name: 'Kite' } };
    expect((await post('/groups/?verbose=1', base64([update]))).status).toBe(200);
    expect(sandbox.analytics.groups()).toEqual([update]);
    const { $group_key: _key, ...keyless } = update;
    expect((await post('/groups/?verbose=1', base64([keyless]))).status).toBe(400);
    expect((await post('/groups/?verbose=1', base64([{ ...group, $add: { n: 1 } }]))).status).toBe(400);
  });
});

describe('recordings', () => {
  const events = [
    { type: 4, timestamp: 1_700_000_000_000, data: {} },
    { type: 2, timestamp: 1_700_000_000_001, data: {} },
  ];
  const query = {
    distinct_id: 'u1',
    seq: '0',
    batch_start_time: '1700000000',
    replay_id: 'r1',
    replay_length_ms: '1',
    replay_start_time: '1700000000',
    replay_start_url: 'http://127.0.0.1/overview',
    $current_url: 'http://127.0.0.1/overview',
    $lib_version: '2.83.0',
    mp_lib: 'web',
    format: 'gzip',
  };
  const gzip = (value: unknown) => ({
    body: new Uint8Array(gzipSync(JSON.stringify(value))),
    contentType: 'application/octet-stream',
  });
  const plain = (value: unknown) => ({
    body: JSON.stringify(value),
    contentType: 'application/octet-stream',
  });
  const record = (params: Record<string, string>, sent: Sent, authorization = BASIC) =>
    post(`/record/?${new URLSearchParams(params)}`, sent, { authorization });

  it.each([
    ['gzip', gzip],
    ['body', plain],
  ])('are taken as %s', async (format, encode) => {
    expect(await record({ ...query, format }, encode(events))).toMatchObject({
      status: 200,
      body: { code: 200 },
    });
    expect(sandbox.analytics.recordings()).toMatchObject([
      { replay_id: 'r1', seq: 0, distinct_id: 'u1', events },
    ]);
  });

  const { replay_id: _id, ...withoutReplay } = query;
  it.each<[string, Record<string, string>, Sent, string]>([
    ['a missing parameter', withoutReplay, gzip(events), 'replay_id: is missing'],
    ['an unknown format', { ...query, format: 'zip' }, gzip(events), 'format'],
    ['a body that is not gzip', query, plain(events), 'not gzip'],
    ['another content type', query, { ...gzip(events), contentType: 'text/plain' }, 'content type is not'],
    ['no full snapshot at the start', query, gzip(events.slice(0, 1)), 'no full snapshot'],
    ['no events', query, gzip([]), 'has no events'],
  ])('are refused with %s', async (_name, params, sent, error) => {
    const refused = await record(params, sent);
    expect(refused).toMatchObject({
      status: 400,
      body: { status: 0, error: expect.stringContaining(error) },
    });
    expect(sandbox.analytics.recordings()).toEqual([]);
  });

  it('are refused with any authorization but the token', async () => {
    expect((await record(query, gzip(events), 'Bearer secret')).status).toBe(400);
    expect(sandbox.analytics.violations()[0]?.error).toContain('Authorization');
  });
});

describe('flags', () => {
  const ask = (params: Record<string, string>, authorization = BASIC) =>
    fetch(`${sandbox.analyticsUrl}/flags/?${new URLSearchParams(params)}`, { headers: { authorization } });
  const context = JSON.stringify({ distinct_id: 'u1', device_id: '1f' });

  it('are none', async () => {
    const response = await ask({ context, token: TOKEN, mp_lib: 'web' });
    expect([response.status, await response.json()]).toEqual([200, { flags: {} }]);
  });

  it.each<[string, Record<string, string>, string?]>([
    ['no context', { token: TOKEN }],
    ['a broken context', { context: '{', token: TOKEN }],
    ['a context of nobody', { context: '{}', token: TOKEN }],
    ['another token', { context, token: 'x' }],
    ['another authorization', { context, token: TOKEN }, 'Basic eDo='],
  ])('are refused with %s', async (_name, params, authorization) => {
    expect((await ask(params, authorization)).status).toBe(400);
    expect(sandbox.analytics.violations()).toHaveLength(1);
  });
});

describe('the record of requests', () => {
  it('holds the headers as they came, the items, and the outcome', async () => {
    const leaked = { cookie: 'session=1', authorization: 'Bearer secret', 'x-forwarded-for': '203.0.113.9' };
    await post('/track/?verbose=1', base64([buildEvent(), buildEvent()]), leaked);
    await post('/track/?verbose=1', base64([{}]));
    expect(sandbox.analytics.requests()).toMatchObject([
      {
        method: 'POST',
        path: '/analytics/track/',
        query: { verbose: '1' },
        headers: { ...leaked, host: new URL(sandbox.httpUrl).host },
        status: 200,
        items: 2,
      },
      { status: 400, items: 0 },
    ]);
    expect(sandbox.analytics.requests()[1]?.headers).not.toHaveProperty('cookie');
  });

  it('notes an address that the upstream does not have', async () => {
    expect((await post('/track/track/', base64([buildEvent()]))).status).toBe(404);
    expect(sandbox.analytics.violations()).toMatchObject([{ path: '/analytics/track/track/' }]);
  });

  it('is read and emptied over HTTP', async () => {
    await post('/track/?verbose=1', base64([buildEvent()]));
    const address = `${sandbox.httpUrl}/analytics.json`;
    const state = (await (await fetch(address)).json()) as Record<string, unknown[]>;
    expect(Object.fromEntries(Object.entries(state).map(([name, list]) => [name, list.length]))).toEqual({
      events: 1,
      profiles: 0,
      groups: 0,
      recordings: 0,
      requests: 1,
      violations: 0,
      duplicates: 0,
    });
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(204);
    expect(sandbox.analytics.requests()).toEqual([]);
  });

  it('lets a page of another origin send with credentials', async () => {
    const origin = 'http://127.0.0.1:3000';
    const { headers } = await post('/track/?verbose=1', base64([buildEvent()]), { origin });
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    const preflight = await fetch(`${sandbox.analyticsUrl}/record/`, {
      method: 'OPTIONS',
      headers: { origin },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
  });
});

describe('failing on demand', () => {
  const order = async (what: unknown) => {
    const { body, contentType } = json(what);
    const headers = { 'content-type': contentType };
    return (await fetch(`${sandbox.analyticsUrl}/fail`, { method: 'POST', headers, body })).status;
  };

  it('answers with the given status, keeps nothing, and recovers', async () => {
    expect(await order({ count: 1, status: 429, retry_after: 2 })).toBe(204);
    const failed = await post('/track/?verbose=1', base64([buildEvent()]));
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([429, '2']);
    expect(sandbox.analytics.events()).toEqual([]);
    expect(sandbox.analytics.violations()).toEqual([]);
    expect((await post('/track/?verbose=1', base64([buildEvent()]))).status).toBe(200);
    expect(sandbox.analytics.requests().map(({ status }) => status)).toEqual([429, 200]);
  });

  it('refuses a senseless order', async () => {
    expect(await order({ count: 1, status: 200 })).toBe(400);
    expect((await post('/track/?verbose=1', base64([buildEvent()]))).status).toBe(200);
  });
});
