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

const urlOf = (endpoint: string, dataCentre = '01') =>
  `https://api-${dataCentre}.moengage.com/v1/${endpoint}/WORK1`;
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const moengage = () => sandbox.receivers.get('moengage');
const send = (request: SentRequest, url = urlOf('transition')) =>
  sendToTool(sandbox, url, { ...request, headers: { ...basic('WORK1:key-1'), ...request.headers } });
const SECONDS = NOW.getTime() / 1000;
const eventOf = (action: Record<string, unknown> = {}, over: Record<string, unknown> = {}) => ({
  type: 'event',
  customer_id: 'user-1',
  actions: [
    { action: 'View', attributes: { sku: 'tea' }, platform: 'ANDROID', current_time: SECONDS, ...action },
  ],
  ...over,
});
const CUSTOMER = { type: 'customer', customer_id: 'user-1', attributes: { network: 'META' } };
const bodyOf = (...elements: unknown[]) => ({ type: 'transition', elements });

describe('a transition', () => {
  test.each(['01', '02', '03', '04', '05', '06', '101'])(
    'is taken in the data centre %s',
    async (dataCentre) => {
      const answer = await send({ body: bodyOf(CUSTOMER, eventOf()) }, urlOf('transition', dataCentre));
      expect([answer.status, answer.body]).toMatchObject([200, { status: 'success' }]);
      expect(moengage().received.items()).toMatchObject([{ id: null, name: 'View', person: 'user-1' }]);
      expect(moengage().received.profiles()).toEqual({ 'user-1': { network: 'META' } });
    },
  );

  test.each<[string, SentRequest, number]>([
    ['no credentials', { headers: { authorization: '' } }, 401],
    ['credentials of another workspace', { headers: basic('WORK2:key-1') }, 401],
    ['the header of another workspace', { headers: { 'moe-appkey': 'WORK2' } }, 401],
    ['another type', { headers: { 'content-type': 'text/plain' } }, 415],
    ['more than 100 KB', { body: bodyOf(eventOf({ attributes: { text: 'x'.repeat(100_000) } })) }, 413],
    ['no JSON', { body: '{' }, 400],
    ['no type', { body: { elements: [eventOf()] } }, 400],
    ['no elements', { body: bodyOf() }, 400],
    ['a GET', { method: 'GET' }, 405],
  ])('with %s is refused', async (_which, request, status) => {
    const body = request.method === 'GET' ? {} : { body: bodyOf(eventOf()) };
    const answer = await send({ ...body, ...request });
    expect(answer.status).toBe(status);
    if (status !== 405) {
      const error = { message: expect.any(String), type: expect.any(String), request_id: expect.any(String) };
      expect(answer.body).toMatchObject({ status: 'fail', error });
    }
    expect(moengage().received.counts()).toMatchObject({ taken: 0, failed_requests: 1 });
  });

  test('with another key is refused', async () => {
    moengage().accept([{ workspace_id: 'WORK1', api_key: 'other' }]);
    expect((await send({ body: bodyOf(eventOf()) })).status).toBe(401);
  });

  test.each<[string, unknown, RegExp]>([
    ['of nobody', eventOf({}, { customer_id: undefined }), /customer_id/],
    ['of an id that is refused', eventOf({}, { customer_id: 'Guest' }), /customer_id/],
    ['of an id of one character', eventOf({}, { customer_id: '7' }), /customer_id/],
    ['without actions', eventOf({}, { actions: [] }), /actions/],
    ['without a name', eventOf({ action: '' }), /action is missing/],
    ['with a name of MoEngage', eventOf({ action: 'moe_x' }), /action must not/],
    ['with an attribute of MoEngage', eventOf({ attributes: { moe_x: 1 } }), /moe_x/],
    ['with 101 attributes', eventOf({ attributes: manyOf(101, 1) }), /attributes/],
    ['of another platform', eventOf({ platform: 'android' }), /platform/],
    ['of the future', eventOf({ current_time: SECONDS + 1 }), /future/],
    ['in milliseconds', eventOf({ current_time: NOW.getTime() }), /current_time/],
    ['of no type', { customer_id: 'user-1' }, /type/],
    ['of a customer without attributes', { ...CUSTOMER, attributes: undefined }, /attributes/],
  ])('lets an element %s go, and says nothing', async (_which, element, reason) => {
    const answer = await send({ body: bodyOf(element, eventOf({ action: 'Good' })) });
    expect([answer.status, answer.body]).toMatchObject([200, { status: 'success' }]);
    expect(moengage().received.requests().at(-1)?.dropped).toEqual([
      { index: 0, reason: expect.stringMatching(reason) },
    ]);
    expect(
      moengage()
        .received.items()
        .map(({ name }) => name),
    ).toEqual(['Good']);
  });

  test('counts every repeat, and recognises it', async () => {
    await send({ body: bodyOf(eventOf(), eventOf()) });
    await send({ body: bodyOf(eventOf({ current_time: SECONDS - 1 })) });
    expect(moengage().received.counts()).toMatchObject({ taken: 3, repeats: 1 });
  });
});

describe('one event or customer', () => {
  test('is taken', async () => {
    expect((await send({ body: eventOf() }, urlOf('event'))).body).toMatchObject({ status: 'success' });
    expect((await send({ body: CUSTOMER }, urlOf('customer'))).body).toMatchObject({ status: 'success' });
    expect(moengage().received.counts()).toMatchObject({ taken: 1, profiles: 1 });
  });

  test.each([
    ['event', eventOf({ action: '' }), 'action'],
    ['event', CUSTOMER, 'type'],
    ['customer', { ...CUSTOMER, customer_id: 'null' }, 'customer_id'],
  ])('of the endpoint %s is refused with its attribute', async (endpoint, body, attribute) => {
    const answer = await send({ body }, urlOf(endpoint));
    expect([answer.status, answer.body]).toMatchObject([400, { status: 'fail', error: { attribute } }]);
    expect(moengage().received.counts()).toMatchObject({ taken: 0, refused: 1 });
  });
});

describe('a fault', () => {
  test.each([200, 400, 401, 403, 413, 415, 429, 500])('answers %i', async (status) => {
    moengage().setFaults([{ answer: status, reason: 'not today' }]);
    const answer = await send({ body: bodyOf(eventOf()) });
    expect([answer.status, answer.body]).toMatchObject([
      ...[status, { status: 'fail', error: { message: 'not today', request_id: expect.any(String) } }],
    ]);
    expect(moengage().received.counts().taken).toBe(0);
  });

  test('lets go of every second element without a word', async () => {
    moengage().setFaults([{ refuse_every: 2 }]);
    await send({ body: bodyOf(eventOf(), eventOf({ action: 'Other' })) });
    expect(moengage().received.counts()).toMatchObject({ taken: 1, dropped: 1, failed_requests: 0 });
  });
});
