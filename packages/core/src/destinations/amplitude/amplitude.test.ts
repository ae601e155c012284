import { describe, expect, test } from 'vitest';
import type { DeliveryEvent } from '../delivery-event.ts';
import type { PlannedRequest } from '../destination.ts';
import { ALL_EVENTS, buildDeliveryEvent } from '../testing/build-delivery-event.ts';
import { type AmplitudeConfig, type AmplitudeItem, amplitude } from './amplitude.ts';

const NOW = new Date('2026-11-16T10:00:05Z');
const CONFIG: AmplitudeConfig = { ...ALL_EVENTS, region: 'eu', apiKey: 'key-1' };

const map = (over: Partial<DeliveryEvent> = {}, config = CONFIG) =>
  amplitude.map(buildDeliveryEvent(over), config, NOW);
function itemOf(over: Partial<DeliveryEvent> = {}, config = CONFIG): AmplitudeItem {
  const mapped = map(over, config);
  if (!('send' in mapped)) throw new Error(mapped.skip);
  return mapped.send;
}

describe('an event', () => {
  test('has the time in milliseconds, the person, and an id that stays the same', () => {
    expect(itemOf()).toEqual({
      user_id: 'user-1',
      device_id: 'install-1',
      event_type: 'add_to_cart',
      time: Date.parse('2026-11-16T10:00:00.250Z'),
      insert_id: '01a1e8c4-88b7-7364-9aa0-9f2f4aaa66ed',
      platform: 'Android',
      country: 'India',
      event_properties: expect.objectContaining({ sku: 'tea', price: 12.5, '[Trailmark] network': 'META' }),
    });
    expect(itemOf({ id: 'install-1 1' }).insert_id).toBe(itemOf({ id: 'install-1 1' }).insert_id);
  });

  test('cannot replace those by properties of its own', () => {
    const data = JSON.parse(
      '{"__proto__":{"user_id":"x"},"user_id":"x","insert_id":"x","time":1,"$revenue":9,"$price":9,"$quantity":9}',
    );
    const item = itemOf({ kind: 'payment', amount: '5', currency: 'INR', data });
    expect(item).toMatchObject({ user_id: 'user-1', insert_id: itemOf().insert_id, time: itemOf().time });
    expect(item.revenue).toBe(5);
    expect(item.event_properties).toMatchObject({ user_id: 'x', time: 1 });
    expect(Object.keys(item.event_properties).filter((name) => name.startsWith('$'))).toEqual([]);
    expect(Object.getPrototypeOf(item.event_properties)).toBe(Object.prototype);
  });

  test.each<[string, Partial<DeliveryEvent>, Partial<AmplitudeItem>]>([
    ['the device of the SDK', { identities: { amplitude_device_id: 'd-7' } }, { device_id: 'd-7' }],
    ['the install alone', { userId: null }, { device_id: 'install-1' }],
    ['a user with a short id', { userId: '7' }, { user_id: '7', device_id: 'install-1' }],
    ['a user without a device', { installId: '' }, { user_id: 'user-1' }],
  ])('is of %s', (_which, over, ids) => {
    const { user_id, device_id } = itemOf(over);
    expect({ user_id, device_id }).toEqual(ids);
  });

  test('says no platform and no country that is not known', () => {
    const { platform, country } = itemOf({ platform: 'other', country: '' });
    expect([platform, country]).toEqual([undefined, undefined]);
  });

  test('of an install sets the attribution of the user, under the chosen names', () => {
    const names = {
      eventNames: { Install: 'App installed' },
      propertyNames: { '[Trailmark] network': '$add' },
    };
    const item = itemOf({ kind: 'install', name: '$install', data: null }, { ...CONFIG, ...names });
    expect(item.event_type).toBe('App installed');
    expect(item.user_properties).toEqual({
      $set: expect.objectContaining({ $add: 'META', '[Trailmark] campaign': 'Festive baskets' }),
    });
  });
});

describe('the money of an event', () => {
  test.each<[DeliveryEvent['kind'], number, string]>([
    ['payment', 499, 'Payment'],
    ['refund', -499, 'Refund'],
  ])('of a %s is revenue of %i', (kind, revenue, revenueType) => {
    const item = itemOf({ kind, name: `$${kind}`, amount: '499.00', currency: 'INR' });
    expect(item).toMatchObject({ price: revenue, quantity: 1, revenue, revenueType, currency: 'INR' });
  });

  test('of another kind, or that is not known, is no revenue', () => {
    expect(itemOf({ amount: '499.00', currency: 'INR' })).not.toHaveProperty('revenue');
    expect(itemOf({ kind: 'payment', amount: null })).not.toHaveProperty('revenue');
  });

  test.each(['NaN', 'Infinity', '9'.repeat(400)])('of %s is no revenue and no amount', (amount) => {
    const item = itemOf({ kind: 'payment', amount, currency: 'INR' });
    expect(item).not.toHaveProperty('revenue');
    expect(item).not.toHaveProperty('price');
    expect(item.event_properties).not.toHaveProperty('amount');
  });
});

describe('an event that Amplitude would refuse', () => {
  const large = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`p${n}`, 'x'.repeat(1024)]));
  test.each<[string, Partial<DeliveryEvent>, RegExp]>([
    ['without an id', { userId: null, installId: '' }, /has neither/],
    ['of a user with a refused id', { userId: 'Anonymous' }, /Anonymous as the id/],
    ['of a device with a refused id', { installId: 'lmy47d' }, /lmy47d as the id/],
    ['of an all-zero device', { installId: '00000000-0000-0000-0000-000000000000' }, /0000 as the id/],
    ['of a user whose id is too long', { userId: 'u'.repeat(1025) }, /1024 characters/],
    ['without a name', { name: ' ' }, /needs the name/],
    ['with the name of one of its own', { name: '[Amplitude] Start Session' }, /reserves the event name/],
    ['that would change the user', { name: '$identify' }, /reserves the event name \$identify/],
    ['that is too large', { data: large }, /less than 1 MB/],
  ])('%s is left out', (_which, over, reason) => {
    expect(map(over)).toEqual({ skip: expect.stringMatching(reason) });
  });

  test('for a long text is sent with the start of it', () => {
    const text = 'é'.repeat(1023);
    const { event_properties } = itemOf({ data: { note: `${text}😀`, all: [{ note: `${text}abc` }] } });
    expect(event_properties.note).toBe(`${text}\ufffd`);
    expect(event_properties.all).toEqual([{ note: `${text}a` }]);
  });

  const nested = (depth: number, inner: unknown = 1): unknown =>
    depth === 0 ? inner : [nested(depth - 1, inner)];
  test.each<[string, unknown, unknown]>([
    // The properties themselves are the first of forty levels.
    ['39 levels are kept', nested(39), nested(39)],
    ['what is deeper becomes text', nested(41), nested(39, '[[1]]')],
    ['long text of that is cut', nested(40, 'x'.repeat(2000)), nested(39, `["${'x'.repeat(1022)}`)],
  ])('for its nesting is sent: %s', (_which, given, sent) => {
    expect(itemOf({ data: { given } }).event_properties.given).toEqual(sent);
  });

  test('is not looked at where it is not chosen', () => {
    expect(map({ userId: 'null' }, { ...CONFIG, events: ['install'] })).toEqual({
      skip: 'This event is not sent to Amplitude.',
    });
  });
});

describe('a request', () => {
  test('has the key, the events, and the shortest id', () => {
    const items = [itemOf(), itemOf({ id: 'b' })];
    const [planned, ...more] = amplitude.requests(items, CONFIG, NOW);
    expect(more).toEqual([]);
    expect(planned).toMatchObject({ endpoint: 'httpapi', items });
    expect(planned?.request).toMatchObject({
      method: 'POST',
      url: 'https://api.eu.amplitude.com/2/httpapi',
      headers: { 'content-type': 'application/json' },
    });
    expect(JSON.parse(planned?.request.body ?? '')).toEqual({
      api_key: 'key-1',
      events: JSON.parse(JSON.stringify(items)),
      options: { min_id_length: 1 },
    });
  });

  test('goes to the region, and has room for fewer events than Amplitude takes', () => {
    const [planned] = amplitude.requests([itemOf()], { ...CONFIG, region: 'us' }, NOW);
    expect(planned?.request.url).toBe('https://api2.amplitude.com/2/httpapi');
    expect(amplitude.limits.maxItems).toBeLessThan(2000);
    expect(amplitude.limits.maxBytes).toBeLessThan(1_000_000);
  });
});

const ITEMS = [
  itemOf({ id: 'a' }),
  itemOf({ id: 'b', userId: 'user-2', installId: 'install-2' }),
  itemOf({ id: 'c', userId: null, installId: 'constructor' }),
];
function answered(status: number, body: unknown, items = ITEMS, headers = {}) {
  const [planned] = amplitude.requests(items, CONFIG, NOW);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return amplitude.judge({ status, headers, body: text }, planned as PlannedRequest<AmplitudeItem>, NOW);
}
const FOREIGN = { retry: 'answered 200 with something that is not an answer of Amplitude' };
const all = (verdict: unknown) => ({ verdicts: ITEMS.map(() => verdict) });

describe('an answer', () => {
  test.each([
    [200, { code: 200, events_ingested: 3 }, 'delivered'],
    [200, '', FOREIGN],
    [200, '<html>Welcome</html>', FOREIGN],
    [200, '{}', FOREIGN],
    [200, '200', FOREIGN],
    [200, { code: 400 }, FOREIGN],
    [204, '', { retry: 'answered 204 with something that is not an answer of Amplitude' }],
    [400, { code: 400, error: 'Invalid API key' }, { reconnect: expect.stringContaining('API key') }],
    [
      400,
      { error: 'Request missing required field', missing_field: 'api_key' },
      { reconnect: expect.any(String) },
    ],
    [401, '', { reconnect: 'answered 401' }],
    [404, '', { rejected: 'answered 404' }],
    [429, 'slow down', { retry: 'answered 429: slow down' }],
    [500, '', { retry: 'answered 500' }],
    [503, '', { retry: 'answered 503' }],
  ])('of %i with %j is the same for all', (status, body, verdict) => {
    expect(answered(status, body)).toEqual(all(verdict));
  });

  const again = 'again';
  test.each([
    ['events_with_invalid_fields', { time: [1] }, /^time: has a value/],
    ['events_with_missing_fields', { event_type: [1] }, /^event_type: is missing/],
    ['events_with_invalid_id_lengths', { user_id: [1] }, /^user_id: is too short/],
    ['silenced_events', [1], /^device_id: is blocked/],
  ])('of 400 with %s refuses those, and the rest was not taken', (list, named, reason) => {
    expect(answered(400, { code: 400, error: 'some', [list]: named })).toEqual({
      verdicts: [again, { rejected: expect.stringMatching(reason) }, again],
    });
  });

  test.each([
    ['400 that names no event', 400, { code: 400, error: 'Invalid event JSON' }],
    ['400 with empty lists', 400, { events_with_invalid_fields: {}, silenced_events: [] }],
    ['400 that names an event which was not there', 400, { events_with_invalid_fields: { time: [9] } }],
    ['400 that is no JSON', 400, 'bad request'],
    ['413', 413, { code: 413, error: 'Payload too large' }],
  ])('of %s is sent again in halves, until one is by itself', (_which, status, body) => {
    expect(answered(status, body)).toEqual({ split: expect.stringContaining(String(status)) });
    expect(answered(status, body, ITEMS.slice(0, 1))).toEqual({
      verdicts: [{ rejected: expect.stringContaining(String(status)) }],
    });
  });

  test('of 429 waits for the throttled, and refuses what is over a daily quota', () => {
    const later = { retry: expect.stringContaining('429') };
    const rejected = { rejected: expect.stringContaining('daily quota') };
    expect(answered(429, { code: 429, throttled_events: [1] })).toEqual({
      verdicts: [later, { retry: expect.any(String), afterSeconds: 30 }, later],
    });
    const quota = {
      exceeded_daily_quota_users: { 'user-1': 5 },
      exceeded_daily_quota_devices: { 'install-2': 5 },
    };
    expect(answered(429, { ...quota, throttled_events: [0] })).toEqual({
      verdicts: [rejected, rejected, later],
    });
    expect(answered(429, {}, ITEMS, { 'retry-after': '7' })).toEqual(all({ ...later, afterSeconds: 7 }));
  });
});
