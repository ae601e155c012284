import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { manyOf, type SentRequest, sendToTool } from '../receivers/testing/send-to-tool.ts';
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

const mixpanel = () => sandbox.receivers.get('mixpanel');
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const TOKEN = basic('token-1:');
const importAt = (request: SentRequest = {}, url = 'https://api.mixpanel.com/import?strict=1') =>
  sendToTool(sandbox, url, { ...request, headers: { ...TOKEN, ...request.headers } });

interface Given {
  event?: unknown;
  properties?: Record<string, unknown>;
}
const eventOf = ({ event = 'View', properties = {} }: Given = {}) => ({
  event,
  properties: { time: NOW.getTime(), distinct_id: 'dana', $insert_id: 'a-1', ...properties },
});

describe('an import', () => {
  test.each(['api', 'api-eu', 'api-in'])('is taken at %s', async (host) => {
    const url = `https://${host}.mixpanel.com/import?strict=1`;
    const { status, body } = await importAt({ body: [eventOf()] }, url);
    expect([status, body]).toEqual([200, { code: 200, num_records_imported: 1, status: 'OK' }]);
    expect(mixpanel().received.items()).toMatchObject([
      { id: 'a-1', name: 'View', person: 'dana', times: 1 },
    ]);
  });

  test('may be compressed, or of lines', async () => {
    const gzipped = gzipSync(JSON.stringify([eventOf()]));
    const lines = [
      eventOf({ properties: { $insert_id: 'b' } }),
      eventOf({ properties: { $insert_id: 'c' } }),
    ];
    expect((await importAt({ body: gzipped, headers: { 'content-encoding': 'gzip' } })).status).toBe(200);
    const ndjson = { 'content-type': 'application/x-ndjson' };
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    expect((await importAt({ body: text, headers: ndjson })).body).toMatchObject({ num_records_imported: 2 });
    expect(mixpanel().received.counts().taken).toBe(3);
  });

  test('without events proves the credentials', async () => {
    expect((await importAt({ body: [] })).body).toMatchObject({ code: 200, num_records_imported: 0 });
    mixpanel().accept([{ token: 'other' }]);
    expect((await importAt({ body: [] })).status).toBe(401);
  });

  test.each([
    ['none', { authorization: '' }],
    ['no name', basic(':')],
    ['a service account without a project', basic('dana:secret')],
    ['another scheme', { authorization: 'Bearer token-1' }],
  ])('with %s as credentials is refused', async (_which, headers) => {
    const { status, body } = await importAt({ body: [eventOf()], headers });
    expect([status, body]).toEqual([
      ...[401, { code: 401, error: 'Invalid credentials', status: 'Unauthorized' }],
    ]);
    expect(mixpanel().received.counts()).toMatchObject({ taken: 0, failed_requests: 1 });
  });

  test('of a service account names the project', async () => {
    const url = 'https://api.mixpanel.com/import?strict=1&project_id=7';
    mixpanel().accept([{ username: 'dana', secret: 's', project_id: '7' }]);
    const request = { body: [eventOf()], headers: basic('dana:s') };
    expect((await importAt(request, url)).status).toBe(200);
    expect((await importAt(request, url.replace('=7', '=8'))).status).toBe(401);
  });

  test('of an accepted token is accepted at its own host only', async () => {
    mixpanel().accept([{ token: 'token-1', host: 'api-eu.mixpanel.com' }]);
    expect((await importAt({ body: [eventOf()] })).status).toBe(401);
    const url = 'https://api-eu.mixpanel.com/import?strict=1';
    expect((await importAt({ body: [eventOf()] }, url)).status).toBe(200);
  });

  const events = (count: number) =>
    Array.from({ length: count }, (_, n) => eventOf({ properties: { $insert_id: `id-${n}` } }));
  test.each<[string, number, SentRequest]>([
    ['no list', 400, { body: { event: 'x' } }],
    ['no JSON', 400, { body: '[' }],
    ['a form', 400, { body: 'data=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['broken gzip', 400, { body: '[]', headers: { 'content-encoding': 'gzip' } }],
    ['2001 events', 413, { body: events(2001) }],
    [
      'more than 10 MB',
      413,
      { body: Array.from({ length: 11 }, () => eventOf({ event: 'x'.repeat(950_000) })) },
    ],
    ['a GET', 405, { method: 'GET' }],
  ])('of %s is refused with %i', async (_which, expected, request) => {
    const { status, body } = await importAt(request);
    expect(status).toBe(expected);
    expect(body).not.toHaveProperty('failed_records');
    expect(mixpanel().received.counts().taken).toBe(0);
  });

  test('of 2000 events is taken', async () => {
    expect((await importAt({ body: events(2000) })).status).toBe(200);
  });

  const HOUR_MS = 3_600_000;
  test.each<[string, Given, string]>([
    ['without a name', { event: '' }, 'event'],
    ['without a time', { properties: { time: undefined } }, 'properties.time'],
    ['with a time as text', { properties: { time: '2026-11-16' } }, 'properties.time'],
    ['before 1971', { properties: { time: 31_535_999 } }, 'properties.time'],
    ['of the future', { properties: { time: NOW.getTime() + HOUR_MS + 1 } }, 'properties.time'],
    ['without a person', { properties: { distinct_id: undefined } }, 'properties.distinct_id'],
    ['of a number', { properties: { distinct_id: 7 } }, 'properties.distinct_id'],
    ['of nobody in particular', { properties: { distinct_id: 'Anonymous' } }, 'properties.distinct_id'],
    ['without an id', { properties: { $insert_id: undefined } }, 'properties.$insert_id'],
    ['with an id of 37 characters', { properties: { $insert_id: 'x'.repeat(37) } }, 'properties.$insert_id'],
    ['with an id of other characters', { properties: { $insert_id: 'a_b' } }, 'properties.$insert_id'],
    ['with an id that is refused', { properties: { $insert_id: 'null' } }, 'properties.$insert_id'],
    ['with 255 properties', { properties: manyOf(252, 1) }, 'properties'],
    ['with a list of 255', { properties: { list: Array(255).fill(1) } }, 'properties.list'],
    ['with an object of 255', { properties: { nested: manyOf(255, 1) } }, 'properties.nested'],
    ['that is nested too deep', { properties: { a: { b: { c: { d: {} } } } } }, 'properties.a'],
    ['of 1 MB', { properties: { text: 'x'.repeat(1_000_000) } }, 'event'],
  ])('leaves out an event %s, and takes the others', async (_which, given, field) => {
    const good = eventOf({ properties: { $insert_id: 'good' } });
    const { status, body } = await importAt({ body: [eventOf(given), good] });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 400,
      status: 'Bad Request',
      num_records_imported: 1,
      failed_records: [{ index: 0, field, message: expect.any(String) }],
    });
    expect(
      mixpanel()
        .received.items()
        .map(({ id }) => id),
    ).toEqual(['good']);
    expect(mixpanel().received.counts()).toMatchObject({ taken: 1, refused: 1 });
  });

  test.each<[string, Given]>([
    ['of an hour ahead', { properties: { time: NOW.getTime() + HOUR_MS } }],
    ['in seconds', { properties: { time: NOW.getTime() / 1000 } }],
    ['of nobody', { properties: { distinct_id: '' } }],
    ['with 254 properties', { properties: manyOf(251, 1) }],
    ['nested three deep', { properties: { a: { b: { c: { d: 1 } } } } }],
  ])('takes an event %s', async (_which, given) => {
    expect((await importAt({ body: [eventOf(given)] })).status).toBe(200);
  });

  test('that is not strict hides what it left out', async () => {
    const url = 'https://api.mixpanel.com/import?strict=0';
    const { status, body } = await importAt({ body: [eventOf({ event: '' })] }, url);
    expect([status, body]).toEqual([200, { code: 200, num_records_imported: 0, status: 'OK' }]);
    expect(mixpanel().received.counts()).toMatchObject({ taken: 0, refused: 0, dropped: 1 });
  });

  test('counts an event once that has the same name, time, person and id', async () => {
    await importAt({ body: [eventOf(), eventOf()] });
    await importAt({ body: [eventOf()] });
    await importAt({ body: [eventOf({ properties: { time: NOW.getTime() - 1 } })] });
    expect(mixpanel().received.counts()).toMatchObject({ taken: 2, repeats: 2 });
    expect(mixpanel().received.ids()).toMatchObject([
      { id: 'a-1', times: 3 },
      { id: 'a-1', times: 1 },
    ]);
  });
});

describe('profiles', () => {
  const UPDATE = { $token: 'token-1', $distinct_id: 'dana', $ip: '0', $set: { network: 'META' } };
  const engage = (body: unknown, url = 'https://api-in.mixpanel.com/engage?verbose=1') =>
    sendToTool(sandbox, url, { body });

  test('are updated', async () => {
    expect((await engage([UPDATE])).body).toEqual({ status: 1, error: null });
    await engage([{ ...UPDATE, $set: { plan: 'pro' } }]);
    expect(mixpanel().received.profiles()).toEqual({ dana: { network: 'META', plan: 'pro' } });
  });

  test('are answered by a number without verbose', async () => {
    expect((await engage([UPDATE], 'https://api.mixpanel.com/engage')).body).toBe('1');
    expect((await engage([], 'https://api.mixpanel.com/engage')).body).toBe('0');
  });

  test.each([
    ['no token', { ...UPDATE, $token: '' }],
    ['no person', { ...UPDATE, $distinct_id: undefined }],
    ['no operation', { ...UPDATE, $set: undefined }],
    ['two operations', { ...UPDATE, $add: { x: 1 } }],
    ['an operation that is no object', { ...UPDATE, $set: 'x' }],
  ])('with %s are refused, with all others', async (_which, update) => {
    const { status, body } = await engage([UPDATE, update]);
    expect([status, body]).toEqual([200, { status: 0, error: expect.any(String) }]);
    expect(mixpanel().received.profiles()).toEqual({});
  });

  test('of another token are refused', async () => {
    mixpanel().accept([{ token: 'other' }]);
    expect((await engage([UPDATE])).status).toBe(401);
  });
});

describe('a fault', () => {
  const body = [1, 2, 3, 4].map((n) => eventOf({ properties: { $insert_id: `id-${n}` } }));

  test.each([401, 413, 429, 500, 502, 503])('answers %i as documented', async (status) => {
    mixpanel().setFaults([{ answer: status, retry_after: 7 }]);
    const answer = await importAt({ body });
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ code: status, error: expect.any(String), status: expect.any(String) });
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(mixpanel().received.counts().taken).toBe(0);
  });

  test('refuses every second event, the same ones when they come again', async () => {
    mixpanel().setFaults([{ refuse_every: 2 }]);
    for (const _ of [1, 2]) {
      const answer = await importAt({ body });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        failed_records: [
          { index: 1, $insert_id: 'id-2' },
          { index: 3, $insert_id: 'id-4' },
        ],
        num_records_imported: 2,
      });
    }
    expect(mixpanel().received.counts()).toMatchObject({ taken: 2, repeats: 2, refused: 4 });
  });

  test('of profiles is answered by 200', async () => {
    mixpanel().setFaults([{ answer: 200, only: 'engage' }]);
    const { status, body: said } = await sendToTool(sandbox, 'https://api.mixpanel.com/engage?verbose=1', {
      body: [],
    });
    expect([status, said]).toMatchObject([200, { status: 0 }]);
    expect((await importAt({ body })).body).toMatchObject({ num_records_imported: 4 });
  });
});
