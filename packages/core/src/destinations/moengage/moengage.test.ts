import { describe, expect, test } from 'vitest';
import type { DeliveryEvent } from '../delivery-event.ts';
import { ALL_EVENTS, buildDeliveryEvent } from '../testing/build-delivery-event.ts';
import { type MoEngageConfig, type MoEngageItem, moengage } from './moengage.ts';

const NOW = new Date('2026-11-16T10:00:05Z');
const SECONDS = Date.parse('2026-11-16T10:00:00Z') / 1000;
const CONFIG: MoEngageConfig = { ...ALL_EVENTS, dataCentre: '03', workspaceId: 'WORK1', apiKey: 'key-1' };

const map = (over: Partial<DeliveryEvent> = {}, config = CONFIG) =>
  moengage.map(buildDeliveryEvent(over), config, NOW);
function itemOf(over: Partial<DeliveryEvent> = {}, config = CONFIG): MoEngageItem {
  const mapped = map(over, config);
  if (!('send' in mapped)) throw new Error(mapped.skip);
  return mapped.send;
}
const actionOf = (over: Partial<DeliveryEvent> = {}, config = CONFIG) =>
  itemOf(over, config).event.actions[0];
const INSTALL: Partial<DeliveryEvent> = { kind: 'install', name: '$install', data: null };

describe('an event', () => {
  test('has the time in whole seconds and the person, and is the same each time', () => {
    const { event, customer } = itemOf();
    expect(event).toEqual({
      type: 'event',
      customer_id: 'user-1',
      actions: [
        {
          action: 'add_to_cart',
          platform: 'ANDROID',
          current_time: SECONDS,
          attributes: expect.objectContaining({ sku: 'tea', price: 12.5, '[Trailmark] network': 'META' }),
        },
      ],
    });
    expect(customer).toBeNull();
    expect(JSON.stringify(itemOf())).toBe(JSON.stringify(itemOf()));
  });

  test('cannot replace those by properties of its own', () => {
    const data = { type: 'customer', customer_id: 'other', action: 'x', platform: 'web', current_time: 1 };
    const { event } = itemOf({ data });
    expect(event).toMatchObject({ type: 'event', customer_id: 'user-1' });
    expect(event.actions[0]).toMatchObject({
      action: 'add_to_cart',
      platform: 'ANDROID',
      current_time: SECONDS,
    });
  });

  test.each<[string, Partial<DeliveryEvent>, MoEngageConfig['propertyNames']]>([
    ['a client', { data: { '[Trailmark] id': 'x' } }, {}],
    ['a name of the connection', {}, { '[Trailmark] id': 'moe_id' }],
    ['another property under its name', { data: { sku: 'x' } }, { sku: '[Trailmark] id' }],
  ])('has an id that stays the same, whatever %s says', (_which, over, propertyNames) => {
    const { event, customer } = itemOf({ ...over, kind: 'install' }, { ...CONFIG, propertyNames });
    expect(event.actions[0].attributes['[Trailmark] id']).toBe('01a1e8c4-88b7-7364-9aa0-9f2f4aaa66ed');
    expect(customer?.attributes).not.toHaveProperty('[Trailmark] id');
    const [one, again] = [actionOf({ ...over, id: 'i-1 1' }), actionOf({ ...over, id: 'i-1 1' })];
    expect(one.attributes['[Trailmark] id']).toBe(again.attributes['[Trailmark] id']);
  });

  test.each<[string, Partial<DeliveryEvent>, string]>([
    ['MoEngage', { identities: { moengage_customer_id: 'customer-7' } }, 'customer-7'],
    ['the user', {}, 'user-1'],
    ['the install', { userId: null }, 'install-1'],
  ])('goes to the id of %s', (_which, over, id) => {
    const { event, customer } = itemOf({ ...INSTALL, ...over });
    expect([event.customer_id, customer?.customer_id]).toEqual([id, id]);
  });

  test.each([
    ['android', 'ANDROID'],
    ['ios', 'iOS'],
    ['IOS', 'iOS'],
    ['web', 'web'],
  ])('of the platform %s is one of %s', (platform, sent) => {
    expect(actionOf({ platform }).platform).toBe(sent);
  });

  test('of another platform has none', () => {
    expect(actionOf({ platform: 'other' })).not.toHaveProperty('platform');
  });

  test('of an install sets the attribution of the customer', () => {
    const { event, customer } = itemOf(INSTALL);
    expect(event.actions[0].action).toBe('Install');
    expect(customer).toEqual({
      type: 'customer',
      customer_id: 'user-1',
      attributes: expect.objectContaining({ '[Trailmark] campaign': 'Festive baskets' }),
    });
  });

  test('is sent without the attributes whose names are those of MoEngage', () => {
    const propertyNames = { '[Trailmark] network': 'moe_network' };
    const { event, customer } = itemOf(
      { ...INSTALL, data: { moe_spam: true, MOE_x: 1, some_moe_: 2 } },
      { ...CONFIG, propertyNames },
    );
    const names = Object.keys({ ...event.actions[0].attributes, ...customer?.attributes });
    expect(names.filter((name) => /moe_/i.test(name))).toEqual(['some_moe_']);
  });

  test('is sent under the names that the connection gives', () => {
    const names = { eventNames: { moe_x: 'x' }, propertyNames: { moe_sku: 'Product' } };
    const action = actionOf({ name: 'moe_x', data: { moe_sku: 'tea' } }, { ...CONFIG, ...names });
    expect(action).toMatchObject({ action: 'x', attributes: { Product: 'tea' } });
  });

  // Besides these, a described event has nine properties of ours, and its id.
  const numbered = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, n]));
  test.each<[string, Partial<DeliveryEvent>, RegExp]>([
    ['of nobody', { userId: null, installId: '' }, /an empty text as the id/],
    ['whose person has an id that MoEngage refuses', { userId: 'Guest' }, /Guest as the id/],
    ['whose person has an id of one character', { userId: '1' }, /accept 1 as the id/],
    ['with a name of MoEngage', { name: 'moe_app_opened' }, /start with moe_/],
    ['from the future', { occurredAt: new Date('2026-11-16T10:00:05.001Z') }, /future/],
    ['with too many attributes', { data: numbered(91) }, /100 attributes/],
    ['without a name', { name: ' ' }, /needs the name/],
    ['of a person whose id is blank', { userId: '  ' }, /an empty text as the id/],
    ['that is too large', { data: { text: 'é'.repeat(50_000) } }, /less than 95 KB/],
  ])('%s is left out', (_which, over, reason) => {
    expect(map(over)).toEqual({ skip: expect.stringMatching(reason) });
  });

  test('with as many attributes as MoEngage accepts is sent', () => {
    expect(Object.keys(actionOf({ data: numbered(90) }).attributes)).toHaveLength(100);
  });

  test('with an amount that is no number has none', () => {
    const { attributes } = actionOf({ kind: 'payment', amount: 'NaN', currency: 'INR' });
    expect(attributes).not.toHaveProperty('amount');
  });

  test('of this moment is taken', () => {
    expect(map({ occurredAt: NOW })).toHaveProperty('send');
  });

  test('that is not chosen is left out', () => {
    expect(map({}, { ...CONFIG, events: ['install'] })).toEqual({
      skip: 'This event is not sent to MoEngage.',
    });
  });
});

describe('requests', () => {
  test('are one for customers and events, with the workspace', () => {
    const [install, event] = [itemOf(INSTALL), itemOf()];
    const [planned, ...others] = moengage.requests([install, event], CONFIG, NOW);
    expect(others).toEqual([]);
    expect(planned).toMatchObject({ endpoint: 'transition', items: [install, event] });
    expect(planned?.request).toMatchObject({
      method: 'POST',
      url: 'https://api-03.moengage.com/v1/transition/WORK1',
      headers: {
        'content-type': 'application/json',
        authorization: 'Basic V09SSzE6a2V5LTE=',
        'moe-appkey': 'WORK1',
      },
    });
    expect(JSON.parse(planned?.request.body ?? '')).toEqual({
      type: 'transition',
      elements: [install.customer, install.event, event.event],
    });
  });

  test.each(['01', '02', '04', '05', '06', '101'] as const)('go to the data centre %s', (dataCentre) => {
    const [planned] = moengage.requests([itemOf()], { ...CONFIG, dataCentre, workspaceId: 'a/b' }, NOW);
    expect(planned?.request.url).toBe(`https://api-${dataCentre}.moengage.com/v1/transition/a%2Fb`);
  });

  test('of the largest event stay below 100 KB', () => {
    const length =
      moengage.limits.maxBytes - Buffer.byteLength(JSON.stringify(itemOf({ data: { text: '' } })));
    const [planned] = moengage.requests([itemOf({ data: { text: 'a'.repeat(length) } })], CONFIG, NOW);
    expect(Buffer.byteLength(planned?.request.body ?? '')).toBeLessThan(100_000);
    expect(map({ data: { text: 'a'.repeat(length + 1) } })).toHaveProperty('skip');
  });
});

describe('an answer', () => {
  const items = [itemOf(INSTALL), itemOf({ name: 'view' }), itemOf({ userId: 'user-2' })];
  const answered = (status: number, body: unknown, some = items, headers = {}) => {
    const planned = moengage.requests(some, CONFIG, NOW)[0]!;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return moengage.judge({ status, headers, body: text }, planned, NOW);
  };
  const all = (verdict: unknown) => ({ verdicts: items.map(() => verdict) });
  const error = {
    attribute: 'customer_id',
    message: 'not found',
    type: 'AttributeError',
    request_id: 'oWvx',
  };
  const fail = { status: 'fail', error };

  test('of 200 that says success means that all were taken', () => {
    const body = { status: 'success', message: 'Your request has been accepted.' };
    expect(answered(200, body)).toEqual(all('delivered'));
  });

  test.each(['', 'OK', '<html>Welcome</html>', '{}', '[]', '{"status":"up"}'])(
    'of 200 that says %s is not MoEngage’s',
    (body) => {
      const retry = 'answered 200 with something that is not an answer of MoEngage';
      expect(answered(200, body)).toEqual(all({ retry }));
    },
  );

  test.each([
    ['400', 400, fail, 'answered 400: customer_id: not found (request oWvx)'],
    ['200 that says fail', 200, fail, 'answered 200: customer_id: not found (request oWvx)'],
    ['400 without an attribute', 400, { ...fail, error: { message: 'no' } }, 'answered 400: no'],
    ['200 with another error', 200, { status: 'fail', error: 'no' }, 'answered 200: {"status":"fail",'],
    ['400 that is no JSON', 400, 'bad', 'answered 400: bad'],
    ['413', 413, '', 'answered 413: too large'],
  ])('of %s is sent again in halves, until one is by itself', (_which, status, body, reason) => {
    expect(answered(status, body)).toEqual({ split: expect.stringContaining(reason) });
    expect(answered(status, body, items.slice(0, 1))).toEqual({
      verdicts: [{ rejected: expect.stringContaining(reason) }],
    });
  });

  test('with many words keeps the id of the request', () => {
    const body = { ...fail, error: { ...error, message: 'no '.repeat(200) } };
    expect(answered(400, body)).toEqual({ split: expect.stringMatching(/… \(request oWvx\)$/) });
  });

  test.each([
    [401, { reconnect: expect.any(String) }],
    [403, { reconnect: expect.any(String) }],
    [415, { rejected: 'answered 415: customer_id: not found (request oWvx)' }],
    [429, { retry: expect.any(String) }],
    [500, { retry: expect.any(String) }],
    [503, { retry: expect.any(String) }],
  ])('of %i is the same for all', (status, verdict) => {
    expect(answered(status, fail)).toEqual(all(verdict));
  });

  test('that names a time to wait is obeyed', () => {
    expect(answered(429, '', items, { 'retry-after': '7' })).toEqual(
      all({ retry: 'answered 429', afterSeconds: 7 }),
    );
  });
});
