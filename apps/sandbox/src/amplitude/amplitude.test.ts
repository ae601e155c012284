import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SentRequest, sendToTool } from '../receivers/testing/send-to-tool.ts';
import { type Sandbox, startSandbox } from '../start.ts';

let sandbox: Sandbox;
let now: Date;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => {
  sandbox.receivers.forget();
  now = new Date('2026-11-16T10:00:00Z');
  sandbox.receivers.clock.follow(() => now);
});

const URL_US = 'https://api2.amplitude.com/2/httpapi';
const amplitude = () => sandbox.receivers.get('amplitude');
const send = (request: SentRequest, url = URL_US) => sendToTool(sandbox, url, request);
const eventOf = (over: Record<string, unknown> = {}) => ({
  user_id: 'user-1',
  device_id: 'device-1',
  event_type: 'View',
  time: Date.parse('2026-11-16T10:00:00Z'),
  insert_id: 'a-1',
  event_properties: { sku: 'tea' },
  ...over,
});
const bodyOf = (events: unknown[], over: Record<string, unknown> = {}) => ({
  api_key: 'key-1',
  events,
  ...over,
});

describe('a request', () => {
  test.each([
    ...[URL_US, 'https://api.eu.amplitude.com/2/httpapi', 'https://api2.amplitude.com/batch'],
    'https://api.eu.amplitude.com/batch',
  ])('is taken at %s', async (url) => {
    const body = JSON.stringify(bodyOf([eventOf({ user_properties: { $set: { network: 'META' } } })]));
    const answer = await send({ body }, url);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        code: 200,
        events_ingested: 1,
        payload_size_bytes: body.length,
        server_upload_time: now.getTime(),
      },
    ]);
    expect(amplitude().received.items()).toMatchObject([{ id: 'a-1', name: 'View', person: 'user-1' }]);
    expect(amplitude().received.profiles()).toEqual({ 'user-1': { network: 'META' } });
  });

  const many = (count: number) =>
    Array.from({ length: count }, () => ({ ...eventOf(), event_properties: {} }));
  test.each<[string, SentRequest, number, Record<string, unknown>]>([
    ['no key', { body: { events: [eventOf()] } }, 400, { missing_field: 'api_key' }],
    ['no events', { body: bodyOf([]) }, 400, { missing_field: 'events' }],
    ['no JSON', { body: '{' }, 400, { error: 'Invalid JSON request body' }],
    [
      'another type',
      { body: bodyOf([eventOf()]), headers: { 'content-type': 'text/plain' } },
      400,
      { code: 400 },
    ],
    ['2001 events', { body: bodyOf(many(2001)) }, 413, { code: 413 }],
    [
      '1 MB',
      { body: bodyOf(Array.from({ length: 1000 }, () => eventOf({ ip: 'x'.repeat(1000) }))) },
      413,
      { code: 413 },
    ],
  ])('with %s is refused', async (_which, request, status, said) => {
    const answer = await send(request);
    expect([answer.status, answer.body]).toMatchObject([status, said]);
    expect(amplitude().received.counts().taken).toBe(0);
  });

  test('of 1 MB is taken as a batch', async () => {
    const events = Array.from({ length: 1000 }, () => eventOf({ ip: 'x'.repeat(1000) }));
    expect((await send({ body: bodyOf(events) }, 'https://api2.amplitude.com/batch')).status).toBe(200);
  });

  test('with another key is refused with 400', async () => {
    amplitude().accept([{ api_key: 'other' }]);
    const answer = await send({ body: bodyOf([eventOf()]) });
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { error: expect.stringMatching(/^Invalid API key/) },
    ]);
  });
});

describe('one event that is refused', () => {
  const good = eventOf({ insert_id: 'good' });

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['without a type', { event_type: undefined }, { events_with_missing_fields: { event_type: [1] } }],
    [
      'of nobody',
      { user_id: undefined, device_id: undefined },
      { events_with_missing_fields: { user_id: [1], device_id: [1] } },
    ],
    ['of an id that is refused', { user_id: 'Unknown' }, { events_with_invalid_fields: { user_id: [1] } }],
    [
      'of an empty advertising id',
      { device_id: '00000000-0000-0000-0000-000000000000' },
      { events_with_invalid_fields: { device_id: [1] } },
    ],
    [
      'of ids that are too short',
      { user_id: 'abcd', device_id: undefined },
      { events_with_invalid_id_lengths: { user_id: [1] } },
    ],
    ['in seconds', { time: 1_794_823_200 }, { events_with_invalid_fields: { time: [1] } }],
    ['with a time as text', { time: '2026' }, { events_with_invalid_fields: { time: [1] } }],
    [
      'of a reserved type',
      { event_type: '[Amplitude] Start' },
      { events_with_invalid_fields: { event_type: [1] } },
    ],
    [
      'with a long text',
      { event_properties: { a: [{ b: 'x'.repeat(1025) }] } },
      { events_with_invalid_fields: { event_properties: [1] } },
    ],
    ['with a price as text', { price: '7' }, { events_with_invalid_fields: { price: [1] } }],
    ['with half a piece', { quantity: 0.5 }, { events_with_invalid_fields: { quantity: [1] } }],
    [
      'that mixes operators and names',
      { user_properties: { $set: {}, plan: 'x' } },
      { events_with_invalid_fields: { user_properties: [1] } },
    ],
  ])('%s refuses the whole request', async (_which, over, said) => {
    const answer = await send({ body: bodyOf([good, eventOf(over)]) });
    expect([answer.status, answer.body]).toMatchObject([400, { code: 400, ...said }]);
    expect(amplitude().received.counts()).toMatchObject({ taken: 0, failed_requests: 1 });
  });

  test('for its short id is taken where the request asks for it, or where the other id is long', async () => {
    const options = { min_id_length: 1 };
    expect(
      (await send({ body: bodyOf([eventOf({ user_id: '7', device_id: '8' })], { options }) })).status,
    ).toBe(200);
    expect((await send({ body: bodyOf([eventOf({ user_id: '7' })]) })).status).toBe(200);
  });
});

describe('repeats', () => {
  test('are those with the same id and device within 7 days', async () => {
    await send({ body: bodyOf([eventOf(), eventOf({ event_type: 'Other' })]) });
    await send({ body: bodyOf([eventOf({ device_id: 'device-2' })]) });
    expect(amplitude().received.counts()).toMatchObject({ taken: 2, repeats: 1 });
    now = new Date(now.getTime() + 7 * 86_400_000 - 1);
    await send({ body: bodyOf([eventOf()]) });
    expect(amplitude().received.counts()).toMatchObject({ taken: 2, repeats: 2 });
    now = new Date(now.getTime() + 1);
    await send({ body: bodyOf([eventOf()]) });
    expect(amplitude().received.counts()).toMatchObject({ taken: 3, repeats: 2 });
  });

  test('are not recognised without an id', async () => {
    await send({ body: bodyOf([eventOf({ insert_id: undefined }), eventOf({ insert_id: undefined })]) });
    expect(amplitude().received.counts()).toMatchObject({ taken: 2, repeats: 0 });
  });
});

describe('a fault', () => {
  const body = bodyOf([eventOf(), eventOf({ user_id: 'user-2', device_id: 'device-2', insert_id: 'a-2' })]);

  test('throttles the events of one user', async () => {
    amplitude().setFaults([{ throttle: true }]);
    const answer = await send({ body });
    expect([answer.status, answer.body]).toMatchObject([
      429,
      { throttled_events: [0], throttled_users: { 'user-1': 31 }, exceeded_daily_quota_users: {} },
    ]);
    expect(amplitude().received.counts().taken).toBe(0);
  });

  test('ends the daily quota of one user', async () => {
    amplitude().setFaults([{ answer: 429, reason: 'daily_quota' }]);
    const answer = await send({ body });
    expect(answer.body).toMatchObject({
      throttled_events: [],
      exceeded_daily_quota_users: { 'user-1': 500_001 },
    });
  });

  test.each([
    [undefined, { events_with_invalid_fields: { event_properties: [1] } }],
    ['silenced', { silenced_events: [1] }],
  ])('refuses every second event (%s), and nothing is taken', async (reason, said) => {
    amplitude().setFaults([{ refuse_every: 2, ...(reason ? { reason } : {}) }]);
    const answer = await send({ body });
    expect([answer.status, answer.body]).toMatchObject([400, said]);
    expect(amplitude().received.counts().taken).toBe(0);
    expect((await send({ body: bodyOf([eventOf()]) })).status).toBe(200);
  });

  test.each([500, 502, 503, 504])('answers %i, with or without taking the events', async (status) => {
    amplitude().setFaults([
      { answer: status, count: 1 },
      { answer: status, take: true },
    ]);
    expect((await send({ body })).status).toBe(status);
    expect(amplitude().received.counts().taken).toBe(0);
    expect((await send({ body })).status).toBe(status);
    expect(amplitude().received.counts().taken).toBe(2);
  });

  test('of credentials is one of 400', async () => {
    amplitude().setFaults([{ bad_credentials: true }]);
    expect(await send({ body })).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/API key/) },
    });
  });
});
