import { gzipSync } from 'node:zlib';
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

const URL_EU = 'https://eu.i.posthog.com/batch/';
const posthog = () => sandbox.receivers.get('posthog');
const send = (request: SentRequest, url = URL_EU) => sendToTool(sandbox, url, request);
const UUID = '01a1e8c4-88b7-7364-9aa0-9f2f4aaa66ed';
const eventOf = (over: Record<string, unknown> = {}) => ({
  event: 'View',
  timestamp: '2026-11-16T09:59:00.000Z',
  uuid: UUID,
  distinct_id: 'dana',
  properties: { sku: 'tea', $set: { network: 'META' } },
  ...over,
});
const bodyOf = (batch: unknown[], over: Record<string, unknown> = {}) => ({
  api_key: 'phc_1',
  batch,
  ...over,
});

describe('a batch', () => {
  test.each([
    ...[URL_EU, 'https://us.i.posthog.com/batch/', 'https://posthog.kite.example/batch/'],
    ...['https://posthog.kite.example:8443/batch/', 'https://kite.example/stats/batch/'],
  ])('is taken at %s', async (url) => {
    const answer = await send({ body: bodyOf([eventOf()]) }, url);
    expect([answer.status, answer.body]).toEqual([200, { status: 'Ok' }]);
    expect(posthog().received.items()).toMatchObject([{ id: UUID, name: 'View', person: 'dana' }]);
    expect(posthog().received.profiles()).toEqual({ dana: { network: 'META' } });
  });

  test.each([
    ...['https://us.posthog.com/batch/', 'https://us.i.posthog.com/api/projects'],
    'https://eu.i.posthog.com/x/batch/',
  ])('is not taken at %s', async (url) => {
    expect((await send({ body: bodyOf([eventOf()]) }, url)).status).toBe(404);
    expect(sandbox.receivers.strays()).toMatchObject([{ method: 'POST', url }]);
  });

  test('may be compressed, and an event may come alone', async () => {
    const gzipped = gzipSync(JSON.stringify(bodyOf([eventOf()])));
    expect((await send({ body: gzipped, headers: { 'content-encoding': 'gzip' } })).status).toBe(200);
    const alone = { api_key: 'phc_1', ...eventOf({ uuid: UUID.replace('0', '1') }) };
    expect((await send({ body: alone }, 'https://us.i.posthog.com/i/v0/e/')).status).toBe(200);
    expect(posthog().received.counts().taken).toBe(2);
  });

  test.each<[string, SentRequest, number]>([
    ['no key', { body: { batch: [eventOf()] } }, 401],
    ['a personal key', { body: bodyOf([eventOf()], { api_key: 'phx_1' }) }, 401],
    ['no events', { body: bodyOf([]) }, 400],
    ['no JSON', { body: '{' }, 400],
    ['another type', { body: bodyOf([eventOf()]), headers: { 'content-type': 'text/plain' } }, 400],
    ['20 MB', { body: bodyOf([], { text: 'x'.repeat(20_000_000) }) }, 413],
    ['an event of 1 MB', { body: bodyOf([eventOf({ properties: { text: 'x'.repeat(1_000_000) } })]) }, 413],
    ['a GET', { method: 'GET' }, 405],
  ])('with %s is refused', async (_which, request, status) => {
    expect((await send(request)).status).toBe(status);
    expect(posthog().received.counts()).toMatchObject({ taken: 0, failed_requests: 1 });
  });

  test('of another project is refused', async () => {
    posthog().accept([{ api_key: 'phc_2' }]);
    const answer = await send({ body: bodyOf([eventOf()]) });
    expect([answer.status, answer.body]).toMatchObject([
      ...[401, { type: 'authentication_error', code: 'invalid_api_key' }],
    ]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['has no name', { event: '' }, 'event is missing'],
    ['has no person', { distinct_id: undefined }, 'distinct_id is missing'],
    ['has a time that is none', { timestamp: 'yesterday' }, 'timestamp is not ISO 8601'],
    ['has an id that is no UUID', { uuid: 'a-1' }, 'uuid is not a UUID'],
  ])('lets an event go that %s, and says nothing', async (_which, over, reason) => {
    const good = eventOf({ uuid: UUID.replace('0', '2') });
    const answer = await send({ body: bodyOf([eventOf(over), good]) });
    expect([answer.status, answer.body]).toEqual([200, { status: 'Ok' }]);
    expect(posthog().received.requests().at(-1)).toMatchObject({ taken: 1, dropped: [{ index: 0, reason }] });
  });

  test('may have the person among the properties', async () => {
    await send({ body: bodyOf([eventOf({ distinct_id: undefined, properties: { distinct_id: 'dana' } })]) });
    expect(posthog().received.items()).toMatchObject([{ person: 'dana' }]);
  });

  test('is warned about where old events are no migration', async () => {
    const old = eventOf({ timestamp: '2026-11-14T09:59:59.000Z' });
    const warnings = () => posthog().received.requests().at(-1)?.warnings;
    await send({ body: bodyOf([old]) });
    expect(warnings()).toHaveLength(1);
    await send({ body: bodyOf([old], { historical_migration: true }) });
    expect(warnings()).toEqual([]);
  });

  test('counts an event once that has the same id, time, person and name', async () => {
    await send({ body: bodyOf([eventOf(), eventOf(), eventOf({ timestamp: '2026-11-16T09:59:00.001Z' })]) });
    expect(posthog().received.counts()).toMatchObject({ taken: 2, repeats: 1 });
  });
});

describe('a fault', () => {
  test.each([400, 401, 408, 413, 429, 500, 502, 503, 504])('answers %i', async (status) => {
    posthog().setFaults([{ answer: status }]);
    const answer = await send({ body: bodyOf([eventOf()]) });
    expect([answer.status, answer.body]).toMatchObject([status, { type: expect.any(String), attr: null }]);
  });

  test('lets go of every second event without a word', async () => {
    posthog().setFaults([{ refuse_every: 2 }]);
    const answer = await send({ body: bodyOf([eventOf(), eventOf({ event: 'Other' })]) });
    expect(answer.status).toBe(200);
    expect(posthog().received.counts()).toMatchObject({ taken: 1, dropped: 1 });
  });

  test('ends the quota of the project', async () => {
    posthog().setFaults([{ answer: 200 }]);
    expect(await send({ body: bodyOf([eventOf()]) })).toMatchObject({
      status: 200,
      body: { status: 'Ok', quota_limited: ['events'] },
    });
    expect(posthog().received.counts().taken).toBe(0);
  });
});
