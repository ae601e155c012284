import { describe, expect, test } from 'vitest';
import type { DeliveryEvent } from '../delivery-event.ts';
import type { PlannedRequest } from '../destination.ts';
import { ALL_EVENTS, buildDeliveryEvent } from '../testing/build-delivery-event.ts';
import { type PosthogConfig, type PosthogItem, posthog } from './posthog.ts';

const NOW = new Date('2026-11-16T10:00:05Z');
const CONFIG: PosthogConfig = { ...ALL_EVENTS, host: 'https://eu.i.posthog.com', projectToken: 'phc_1' };

const map = (over: Partial<DeliveryEvent> = {}, config = CONFIG) =>
  posthog.map(buildDeliveryEvent(over), config, NOW);
function itemOf(over: Partial<DeliveryEvent> = {}, config = CONFIG): PosthogItem {
  const mapped = map(over, config);
  if (!('send' in mapped)) throw new Error(mapped.skip);
  return mapped.send;
}

describe('an event', () => {
  test('has the time, the person, and an id that stays the same', () => {
    const { event, isOld } = itemOf();
    expect(event).toEqual({
      event: 'add_to_cart',
      timestamp: '2026-11-16T10:00:00.250Z',
      uuid: '01a1e8c4-88b7-7364-9aa0-9f2f4aaa66ed',
      distinct_id: 'user-1',
      properties: expect.objectContaining({ sku: 'tea', $ip: null, $geoip_disable: true }),
    });
    expect(event.properties).not.toHaveProperty('$set');
    expect(isOld).toBe(false);
    expect(itemOf({ id: 'install-1 1' }).event.uuid).toBe(itemOf({ id: 'install-1 1' }).event.uuid);
  });

  test('cannot replace those, or change the person, by properties of its own', () => {
    const data = JSON.parse(
      `{"__proto__":{"$set":{"plan":"x"}},"event":"x","distinct_id":"x","token":"x","$ip":"1.2.3.4",
        "$geoip_disable":false,"$set":{"plan":"x"},"$set_once":{"plan":"x"},"$unset":["plan"],
        "$process_person_profile":false,"$cookieless_mode":true,"$screen_name":"Basket"}`,
    );
    const { event } = itemOf({ data });
    expect(event).toMatchObject({ event: 'add_to_cart', distinct_id: 'user-1', uuid: itemOf().event.uuid });
    expect(event.properties).toMatchObject({ event: 'x', $screen_name: 'Basket' });
    const own = Object.entries(event.properties).filter(([name]) => /^(\$|distinct_id|token)/.test(name));
    expect(own).toEqual([
      ['$screen_name', 'Basket'],
      ['$ip', null],
      ['$geoip_disable', true],
    ]);
    expect(Object.getPrototypeOf(event.properties)).toBe(Object.prototype);
  });

  test.each<[string, Partial<DeliveryEvent>, string]>([
    ['the id that PostHog itself gave', { identities: { posthog_distinct_id: 'ph-7' } }, 'ph-7'],
    ['the install where no user is known', { userId: null }, 'install-1'],
    ['a user whose id only resembles a refused one', { userId: 'Nan' }, 'Nan'],
  ])('goes to %s', (_which, over, id) => {
    expect(itemOf(over).event.distinct_id).toBe(id);
  });

  test('with an amount that is no number has none', () => {
    const { properties } = itemOf({ kind: 'payment', amount: 'NaN', currency: 'INR' }).event;
    expect(properties).not.toHaveProperty('amount');
  });

  test('of an install sets the attribution of the person, under the chosen names', () => {
    const names = {
      eventNames: { Install: 'App installed' },
      propertyNames: { '[Trailmark] network': 'source' },
    };
    const { event } = itemOf(
      { kind: 'install', name: '$install', data: { $set: { plan: 'x' } } },
      { ...CONFIG, ...names },
    );
    expect(event.event).toBe('App installed');
    expect(event.properties.source).toBe('META');
    expect(event.properties.$set).toMatchObject({
      source: 'META',
      '[Trailmark] campaign': 'Festive baskets',
    });
    expect(event.properties.$set).not.toHaveProperty('plan');
  });
});

describe('an event that PostHog would drop', () => {
  test.each<[string, Partial<DeliveryEvent>, RegExp]>([
    ['without a name', { name: ' ' }, /needs the name/],
    ['without an id', { userId: null, installId: '' }, /needs the id/],
    ['with an id of spaces', { userId: '  ' }, /needs the id/],
    ['whose person has an id that PostHog refuses', { userId: 'Guest' }, /Guest as the id/],
    ['whose refused id is in quotes', { userId: '"null"' }, /"null" as the id/],
    ['whose id is too long', { userId: 'u'.repeat(201) }, /200 characters/],
    ['with the name of a command', { name: '$merge_dangerously' }, /reserves the event name \$merge/],
    ['that is too large', { data: { text: 'é'.repeat(500_000) } }, /less than 1 MB/],
  ])('%s is left out', (_which, over, reason) => {
    expect(map(over)).toEqual({ skip: expect.stringMatching(reason) });
  });

  test('is not looked at where it is not chosen', () => {
    expect(map({ userId: 'null' }, { ...CONFIG, events: ['install'] })).toEqual({
      skip: 'This event is not sent to PostHog.',
    });
  });
});

describe('requests', () => {
  const fresh = itemOf();
  const old = itemOf({ id: 'b', occurredAt: new Date('2026-11-14T10:00:04Z') });
  const bodies = (items: PosthogItem[]) =>
    posthog.requests(items, CONFIG, NOW).map(({ request }) => JSON.parse(request.body));

  test('have the token and the events', () => {
    const [planned, ...more] = posthog.requests([fresh], CONFIG, NOW);
    expect(more).toEqual([]);
    expect(planned).toMatchObject({ endpoint: 'batch', items: [fresh] });
    expect(planned?.request).toMatchObject({
      method: 'POST',
      url: 'https://eu.i.posthog.com/batch/',
      headers: { 'content-type': 'application/json' },
    });
    expect(JSON.parse(planned?.request.body ?? '')).toEqual({ api_key: 'phc_1', batch: [fresh.event] });
  });

  test('are a historical migration only for events of more than 48 hours ago', () => {
    const limit = itemOf({ occurredAt: new Date('2026-11-14T10:00:05Z') });
    expect(bodies([limit])).toEqual([{ api_key: 'phc_1', batch: [limit.event] }]);
    expect(bodies([old])).toEqual([{ api_key: 'phc_1', historical_migration: true, batch: [old.event] }]);
    expect(bodies([old, fresh])).toEqual([...bodies([fresh]), ...bodies([old])]);
    expect(posthog.requests([old, fresh], CONFIG, NOW).map(({ items }) => items)).toEqual([[fresh], [old]]);
  });

  test.each([
    ['https://us.i.posthog.com', 'https://us.i.posthog.com/batch/'],
    ['https://posthog.example.com/', 'https://posthog.example.com/batch/'],
    ['https://example.com/posthog', 'https://example.com/posthog/batch/'],
  ])('go to the host %s', (host, url) => {
    expect(posthog.requests([fresh], { ...CONFIG, host }, NOW)[0]?.request.url).toBe(url);
  });

  test('stay below what PostHog takes', () => {
    expect(posthog.limits).toMatchObject({ maxItems: 500, maxBytes: 19_000_000 });
  });
});

describe('an answer', () => {
  const items = [itemOf(), itemOf({ id: 'b' }), itemOf({ id: 'c' })];
  const answered = (status: number, body: string, some = items, headers = {}) => {
    const [planned] = posthog.requests(some, CONFIG, NOW);
    return posthog.judge({ status, headers, body }, planned as PlannedRequest<PosthogItem>, NOW);
  };
  const all = (verdict: unknown) => ({ verdicts: items.map(() => verdict) });

  const OVER_QUOTA = 'answered 200, but the project is over its quota of events in PostHog';
  const FOREIGN = { retry: 'answered 200 with something that is not an answer of PostHog' };
  test.each([
    [200, '{"status":1}', 'delivered'],
    [200, '{"status":"Ok"}', 'delivered'],
    [200, '{"status":1,"quota_limited":null}', 'delivered'],
    [200, '{"status":1,"quota_limited":[]}', 'delivered'],
    [200, '{"status":"Ok","quota_limited":["recordings"]}', 'delivered'],
    [200, '{"status":"Ok","quota_limited":["recordings","events"]}', { retry: OVER_QUOTA }],
    [200, '{"status":1,"quota_limited":[""]}', { retry: OVER_QUOTA }],
    [200, '', FOREIGN],
    [200, '<html>Welcome</html>', FOREIGN],
    [200, '{}', FOREIGN],
    [200, '1', FOREIGN],
    [200, '["status"]', FOREIGN],
    [401, 'invalid token', { reconnect: 'answered 401: invalid token' }],
    [404, '', { rejected: 'answered 404' }],
    [408, '', { retry: 'answered 408' }],
    [429, '', { retry: 'answered 429' }],
    [500, '', { retry: 'answered 500' }],
    [503, '', { retry: 'answered 503' }],
  ])('of %i with %s is the same for all', (status, body, verdict) => {
    expect(answered(status, body)).toEqual(all(verdict));
  });

  test('of 429 says how long to wait', () => {
    expect(answered(429, '', items, { 'retry-after': '7' })).toEqual(
      all({ retry: 'answered 429', afterSeconds: 7 }),
    );
  });

  test.each([
    [400, 'maximum event size exceeded'],
    [413, ''],
  ])('of %i is sent again in halves, until one is by itself', (status, body) => {
    expect(answered(status, body)).toEqual({ split: expect.stringContaining(String(status)) });
    expect(answered(status, body, items.slice(0, 1))).toEqual({
      verdicts: [{ rejected: expect.stringContaining(String(status)) }],
    });
  });
});
