import { describe, expect, test } from 'vitest';
import type { DeliveryEvent } from '../delivery-event.ts';
import { ALL_EVENTS, buildDeliveryEvent } from '../testing/build-delivery-event.ts';
import { type MixpanelConfig, type MixpanelItem, mixpanel } from './mixpanel.ts';

const NOW = new Date('2026-11-16T10:00:05Z');
const CONFIG: MixpanelConfig = { ...ALL_EVENTS, region: 'eu', projectToken: 'token-1' };

const map = (over: Partial<DeliveryEvent> = {}, config = CONFIG) =>
  mixpanel.map(buildDeliveryEvent(over), config, NOW);
function itemOf(over: Partial<DeliveryEvent> = {}): MixpanelItem {
  const mapped = map(over);
  if (!('send' in mapped)) throw new Error(mapped.skip);
  return mapped.send;
}

describe('an event', () => {
  test('has the time in milliseconds, the person, and an id that stays the same', () => {
    const { event, profile } = itemOf();
    expect(event.event).toBe('add_to_cart');
    expect(event.properties).toMatchObject({
      time: Date.parse('2026-11-16T10:00:00.250Z'),
      distinct_id: 'user-1',
      $insert_id: '01a1e8c4-88b7-7364-9aa0-9f2f4aaa66ed',
      ip: '0',
      sku: 'tea',
    });
    expect(profile).toBeNull();
  });

  test('cannot replace those by properties of its own', () => {
    const { event } = itemOf({ data: { time: 1, distinct_id: 'other', $insert_id: 'x', ip: '1.2.3.4' } });
    expect(event.properties).toMatchObject({ distinct_id: 'user-1', ip: '0' });
    expect(event.properties.time).not.toBe(1);
    expect(event.properties.$insert_id).not.toBe('x');
  });

  test('goes to the id that Mixpanel itself gave where the client sent it', () => {
    const { event } = itemOf({ identities: { mixpanel_distinct_id: '$device:7' } });
    expect(event.properties.distinct_id).toBe('$device:7');
  });

  test('of an install sets the attribution in the profile', () => {
    const { event, profile } = itemOf({ kind: 'install', name: '$install', id: 'install-1 1', data: null });
    expect(event.event).toBe('Install');
    expect(String(event.properties.$insert_id)).toMatch(/^[A-Za-z0-9-]{1,36}$/);
    expect(profile).toMatchObject({
      $token: 'token-1',
      $distinct_id: 'user-1',
      $ip: '0',
      $set: { '[Trailmark] network': 'META', '[Trailmark] campaign': 'Festive baskets' },
    });
  });

  const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`p${n}`, n]));
  test.each<[string, Partial<DeliveryEvent>, RegExp]>([
    ['whose person has an id that Mixpanel refuses', { userId: 'Anonymous' }, /Anonymous as the id/],
    ['from the future', { occurredAt: new Date('2026-11-16T11:00:06Z') }, /future/],
    ['from before 1971', { occurredAt: new Date('1970-06-01T00:00:00Z') }, /1971/],
    ['with too many properties', { data: many }, /254 properties/],
    ['without a name', { name: ' ' }, /needs the name/],
    ['that is too large', { data: { text: 'é'.repeat(500_000) } }, /less than 1 MB/],
  ])('%s is left out', (_which, over, reason) => {
    expect(map(over)).toEqual({ skip: expect.stringMatching(reason) });
  });

  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
  const keys = (count: number) => Object.fromEntries(numbers(count).map((n) => [`k${n}`, n]));
  test.each<[string, unknown, unknown]>([
    ['three levels are kept', { a: [{ b: 1 }] }, { a: [{ b: 1 }] }],
    ['the fourth level becomes text', { a: [{ b: { c: [1] } }, 2] }, { a: [{ b: '{"c":[1]}' }, 2] }],
    ['an empty fourth level too', [[[[]]]], [[['[]']]]],
    ['254 elements are kept', numbers(254), numbers(254)],
    ['255 elements become the start of a text', numbers(255), JSON.stringify(numbers(255)).slice(0, 255)],
    ['254 keys are kept', keys(254), keys(254)],
    ['255 keys become text', { a: keys(255) }, { a: JSON.stringify(keys(255)).slice(0, 255) }],
    ['half a character is none', [[[['😀'.repeat(200)]]]], [[[`["${'😀'.repeat(126)}\ufffd`]]]],
  ])('of whose values %s', (_which, given, sent) => {
    expect(itemOf({ data: { given } }).event.properties.given).toEqual(sent);
  });

  test('with an amount that is no number has none', () => {
    const { properties } = itemOf({ kind: 'payment', amount: 'NaN', currency: 'INR' }).event;
    expect(properties).not.toHaveProperty('amount');
  });

  test('up to an hour ahead is taken', () => {
    expect(map({ occurredAt: new Date('2026-11-16T11:00:05Z') })).toHaveProperty('send');
  });

  test('that is not chosen is left out', () => {
    expect(map({}, { ...CONFIG, events: ['install'] })).toEqual({
      skip: 'This event is not sent to Mixpanel.',
    });
  });
});

describe('requests', () => {
  test('are one for profiles and one for events, each with what it needs', () => {
    const [install, event] = [itemOf({ kind: 'install', name: '$install' }), itemOf()];
    const [profiles, events] = mixpanel.requests([install, event], CONFIG, NOW);
    expect(profiles).toMatchObject({ endpoint: 'engage', items: [install] });
    expect(profiles?.request.url).toBe('https://api-eu.mixpanel.com/engage?verbose=1');
    expect(JSON.parse(profiles?.request.body ?? '')).toEqual([install.profile]);
    expect(events).toMatchObject({ endpoint: 'import', items: [install, event] });
    expect(events?.request).toMatchObject({
      url: 'https://api-eu.mixpanel.com/import?strict=1',
      headers: { 'content-type': 'application/json', authorization: 'Basic dG9rZW4tMTo=' },
    });
    expect(JSON.parse(events?.request.body ?? '')).toEqual([install.event, event.event]);
  });

  test('leave profiles out where there are none, and go to the region', () => {
    const planned = mixpanel.requests([itemOf()], { ...CONFIG, region: 'in' }, NOW);
    expect(planned.map(({ request }) => request.url)).toEqual([
      'https://api-in.mixpanel.com/import?strict=1',
    ]);
  });
});

describe('an answer', () => {
  const items = [itemOf({ kind: 'install', name: '$install' }), itemOf({ id: 'b' }), itemOf({ id: 'c' })];
  const answered = (endpoint: string, status: number, body: unknown, some = items) => {
    const planned = { ...mixpanel.requests(some, CONFIG, NOW)[0], endpoint, items: some } as ReturnType<
      typeof mixpanel.requests
    >[number];
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return mixpanel.judge({ status, headers: {}, body: text }, planned, NOW);
  };
  const all = (verdict: unknown) => ({ verdicts: items.map(() => verdict) });

  test('of 200 means that all were taken', () => {
    expect(answered('import', 200, { code: 200, num_records_imported: 3, status: 'OK' })).toEqual(
      all('delivered'),
    );
  });

  test('of 400 refuses the events that it names, and only those: the rest was taken', () => {
    const failed_records = [{ index: 1, $insert_id: 'b', field: 'properties.time', message: 'is too old' }];
    expect(answered('import', 400, { code: 400, error: 'some', failed_records })).toEqual({
      verdicts: ['delivered', { rejected: 'properties.time: is too old' }, 'delivered'],
    });
  });

  test('that names an event which was not there refuses none of the others for it', () => {
    const failed_records = [{ index: 9, message: 'is too old' }];
    expect(answered('import', 400, { failed_records })).toEqual(all('delivered'));
  });

  test.each([
    ['400 that names no event', 400, 'not valid JSON'],
    ['400 with an empty list', 400, { failed_records: [] }],
    ['413', 413, ''],
  ])('of %s is sent again in halves, until one is by itself', (_which, status, body) => {
    expect(answered('import', status, body)).toEqual({ split: expect.stringContaining(String(status)) });
    expect(answered('import', status, body, items.slice(0, 1))).toEqual({
      verdicts: [{ rejected: expect.stringContaining(String(status)) }],
    });
  });

  test.each([
    ['import', 401, { reconnect: expect.any(String) }],
    ['import', 429, { retry: expect.any(String) }],
    ['import', 502, { retry: expect.any(String) }],
    ['engage', 503, { retry: expect.any(String) }],
    ['engage', 401, { reconnect: expect.any(String) }],
  ])('of %s with %i is the same for all', (endpoint, status, verdict) => {
    expect(answered(endpoint, status, { error: 'no' })).toEqual(all(verdict));
  });

  test.each([
    ['import', ''],
    ['import', '<html>Welcome</html>'],
    ['import', '{}'],
    ['import', 'null'],
    ['import', '1'],
    ['import', { status: 'OK' }],
    ['engage', ''],
    ['engage', '<html>Welcome</html>'],
    ['engage', '{}'],
    ['engage', '2'],
    ['engage', { status: 'up' }],
  ])('of %s with 200 and %j is not Mixpanel’s', (endpoint, body) => {
    const retry = 'answered 200 with something that is not an answer of Mixpanel';
    expect(answered(endpoint, 200, body)).toEqual(all({ retry }));
  });

  test('for profiles says in its body whether it was taken', () => {
    expect(answered('engage', 200, { status: 1, error: null })).toEqual(all('delivered'));
    expect(answered('engage', 200, '1')).toEqual(all('delivered'));
    expect(answered('engage', 200, '0')).toEqual({ split: 'refused' });
    expect(answered('engage', 200, { status: 0, error: 'bad token' })).toEqual({ split: 'bad token' });
    expect(answered('engage', 200, { status: 0, error: 'bad token' }, items.slice(0, 1))).toEqual({
      verdicts: [{ rejected: 'bad token' }],
    });
  });
});
