import { describe, expect, test } from 'vitest';
import type { DeliveryEvent } from '../delivery-event.ts';
import { ALL_EVENTS, buildDeliveryEvent } from '../testing/build-delivery-event.ts';
import { type CleverTapConfig, type CleverTapItem, clevertap } from './clevertap.ts';

const NOW = new Date('2026-11-16T10:00:05Z');
const SECONDS = Date.parse('2026-11-16T10:00:00Z') / 1000;
const CONFIG: CleverTapConfig = { ...ALL_EVENTS, region: 'in1', accountId: 'account-1', passcode: 'pass-1' };

const map = (over: Partial<DeliveryEvent> = {}, config = CONFIG) =>
  clevertap.map(buildDeliveryEvent(over), config, NOW);
function itemOf(over: Partial<DeliveryEvent> = {}, config = CONFIG): CleverTapItem {
  const mapped = map(over, config);
  if (!('send' in mapped)) throw new Error(mapped.skip);
  return mapped.send;
}
const INSTALL: Partial<DeliveryEvent> = { kind: 'install', name: '$install', data: null };

describe('an event', () => {
  test('has the time in whole seconds and the person, and is the same each time', () => {
    const { event, profile } = itemOf();
    expect(event).toEqual({
      type: 'event',
      identity: 'user-1',
      ts: SECONDS,
      evtName: 'add_to_cart',
      evtData: expect.objectContaining({ sku: 'tea', price: 12.5, '[Trailmark] network': 'META' }),
    });
    expect(profile).toBeNull();
    expect(JSON.stringify(itemOf())).toBe(JSON.stringify(itemOf()));
  });

  test('cannot replace those by properties of its own', () => {
    const data = { type: 'profile', identity: 'other', objectId: 'other', ts: 1, evtName: 'x', evtData: 'x' };
    const { event } = itemOf({ data });
    expect(event).toMatchObject({ type: 'event', identity: 'user-1', ts: SECONDS, evtName: 'add_to_cart' });
    expect(event).not.toHaveProperty('objectId');
  });

  test.each<[string, Partial<DeliveryEvent>, CleverTapConfig['propertyNames']]>([
    ['a client', { data: { '[Trailmark] id': 'x' } }, {}],
    ['a name of the connection', {}, { '[Trailmark] id': 'id' }],
    ['another property under its name', { data: { sku: 'x' } }, { sku: '[Trailmark] id' }],
  ])('has an id that stays the same, whatever %s says', (_which, over, propertyNames) => {
    const { event, profile } = itemOf({ ...over, kind: 'install' }, { ...CONFIG, propertyNames });
    expect(event.evtData['[Trailmark] id']).toBe('01a1e8c4-88b7-7364-9aa0-9f2f4aaa66ed');
    expect(profile?.profileData).not.toHaveProperty('[Trailmark] id');
    const [one, again] = [itemOf({ ...over, id: 'i-1 1' }), itemOf({ ...over, id: 'i-1 1' })];
    expect(one.event.evtData['[Trailmark] id']).toBe(again.event.evtData['[Trailmark] id']);
  });

  test.each<[string, Partial<DeliveryEvent>, object]>([
    ['CleverTap itself', { identities: { clevertap_id: '__g1' } }, { objectId: '__g1' }],
    ['the user', { identities: { clevertap_id: '' } }, { identity: 'user-1' }],
    ['the install', { userId: null }, { identity: 'install-1' }],
  ])('goes to the id of %s', (_which, over, id) => {
    const { event, profile } = itemOf({ ...INSTALL, ...over });
    expect(event).toMatchObject(id);
    expect(profile).toMatchObject(id);
    expect('objectId' in event && 'identity' in event).toBe(false);
  });

  test('of an install sets the attribution in the profile', () => {
    const { event, profile } = itemOf(INSTALL);
    expect(event.evtName).toBe('Install');
    expect(profile).toEqual({
      type: 'profile',
      identity: 'user-1',
      ts: SECONDS,
      profileData: expect.objectContaining({ '[Trailmark] campaign': 'Festive baskets' }),
    });
  });

  test.each([
    ['text of 512 bytes is kept', 'a'.repeat(512), 'a'.repeat(512)],
    ['longer text is cut', 'a'.repeat(513), 'a'.repeat(512)],
    ['a character of two bytes is not cut', `a${'é'.repeat(300)}`, `a${'é'.repeat(255)}`],
    ['a character of four bytes is not cut', `abc${'🍵'.repeat(200)}`, `abc${'🍵'.repeat(127)}`],
    ['a list becomes text', ['a', 1], '["a",1]'],
    ['an object becomes text, and is cut', { a: 'b'.repeat(600) }, `{"a":"${'b'.repeat(506)}`],
    ['a number is kept', 7, 7],
    ['false is kept', false, false],
  ])('of whose values %s', (_which, given, sent) => {
    expect(itemOf({ data: { given } }).event.evtData.given).toEqual(sent);
  });

  test('of whose profile long text is cut too', () => {
    const { credit } = buildDeliveryEvent();
    const { profile } = itemOf({ ...INSTALL, credit: { ...credit, campaignName: 'a'.repeat(600) } });
    expect(profile?.profileData['[Trailmark] campaign']).toBe('a'.repeat(512));
  });

  // Besides these, a described event has nine properties of ours, and its id.
  const numbered = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, n]));
  test.each<[string, Partial<DeliveryEvent>, RegExp]>([
    ['of nobody', { userId: null, installId: '' }, /without the id/],
    ['with a name of CleverTap', { name: 'App Launched' }, /does not accept App Launched/],
    ['with such a name in other letters', { name: 'app launched' }, /one of its own/],
    ['with too long a name', { name: 'n'.repeat(121) }, /names of events of at most 120/],
    ['with too long a property', { data: { ['p'.repeat(121)]: 1 } }, /names of properties of at most 120/],
    ['with too many properties', { data: numbered(91) }, /100 properties/],
    ['without a name', { name: ' ' }, /needs the name/],
    ['of a person whose id is blank', { userId: ' ' }, /without the id/],
    ['from before 1970', { occurredAt: new Date('1969-12-31T23:59:59Z') }, /before 1970/],
    ['whose amount is no number', { kind: 'payment', amount: 'NaN', currency: 'INR' }, /amounts that are/],
    ['whose amount is infinite', { kind: 'refund', amount: '9'.repeat(400) }, /amounts that are/],
  ])('%s is left out', (_which, over, reason) => {
    expect(map(over)).toEqual({ skip: expect.stringMatching(reason) });
  });

  test('with as many properties as CleverTap accepts is sent', () => {
    expect(Object.keys(itemOf({ data: numbered(90) }).event.evtData)).toHaveLength(100);
  });

  test('that is not chosen is left out', () => {
    expect(map({}, { ...CONFIG, events: ['install'] })).toEqual({
      skip: 'This event is not sent to CleverTap.',
    });
  });

  test('is sent under the names that the connection gives', () => {
    const names = { eventNames: { Stayed: 'Stayed long' }, propertyNames: { sku: 'Product' } };
    const { event } = itemOf({ name: 'Stayed' }, { ...CONFIG, ...names });
    expect(event.evtName).toBe('Stayed long');
    expect(event.evtData).toMatchObject({ Product: 'tea' });
    expect(event.evtData).not.toHaveProperty('sku');
  });
});

describe('requests', () => {
  test('are one for profiles and events, with the account', () => {
    const [install, event] = [itemOf(INSTALL), itemOf()];
    const [planned, ...others] = clevertap.requests([install, event], CONFIG, NOW);
    expect(others).toEqual([]);
    expect(planned).toMatchObject({ endpoint: 'upload', items: [install, event] });
    expect(planned?.request).toMatchObject({
      method: 'POST',
      url: 'https://in1.api.clevertap.com/1/upload',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-clevertap-account-id': 'account-1',
        'x-clevertap-passcode': 'pass-1',
      },
    });
    expect(JSON.parse(planned?.request.body ?? '')).toEqual({
      d: [install.profile, install.event, event.event],
    });
  });

  test.each(['us1', 'sg1', 'eu1', 'aps3', 'mec1', 'sk1'] as const)('go to the region %s', (region) => {
    const [planned] = clevertap.requests([itemOf()], { ...CONFIG, region }, NOW);
    expect(planned?.request.url).toBe(`https://${region}.api.clevertap.com/1/upload`);
  });

  test('have at most 1000 records', () => {
    const items = Array.from({ length: clevertap.limits.maxItems }, () => itemOf(INSTALL));
    const [planned] = clevertap.requests(items, CONFIG, NOW);
    expect(JSON.parse(planned?.request.body ?? '').d).toHaveLength(1000);
  });
});

describe('an answer', () => {
  const items = [itemOf(INSTALL), itemOf({ name: 'view' }), itemOf({ userId: 'user-2' })];
  const [install, view, other] = items as [CleverTapItem, CleverTapItem, CleverTapItem];
  const answered = (status: number, body: unknown, some = items, headers = {}) => {
    const planned = clevertap.requests(some, CONFIG, NOW)[0]!;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return clevertap.judge({ status, headers, body: text }, planned, NOW);
  };
  const all = (verdict: unknown) => ({ verdicts: items.map(() => verdict) });
  const refused = (record: unknown, code: number | string = 525, error = 'bad time') => ({
    status: 'fail',
    code,
    error,
    record,
  });
  const partial = (...unprocessed: unknown[]) => ({ status: 'partial', processed: 1, unprocessed });

  test.each([
    ['all were taken', { status: 'success', processed: 4, unprocessed: [] }],
    ['the same without a list', { status: 'success', processed: 4 }],
    ['the same with nothing in it', { status: 'success', processed: 4, unprocessed: null }],
  ])('of 200 that says %s', (_which, body) => {
    expect(answered(200, body)).toEqual(all('delivered'));
  });

  test.each(['', 'OK', '<html>Welcome</html>', '{}', '[]', '{"status":"up"}'])(
    'of 200 that says %s is not CleverTap’s',
    (body) => {
      const retry = 'answered 200 with something that is not an answer of CleverTap';
      expect(answered(200, body)).toEqual(all({ retry }));
    },
  );

  test('of 200 refuses the events that it names, and only those', () => {
    expect(answered(200, partial(refused(view.event)))).toEqual({
      verdicts: ['delivered', { rejected: 'code 525: bad time' }, 'delivered'],
    });
  });

  test.each([555, '555'])('of 200 has only events with code %j sent again', (code) => {
    const body = partial(refused(other.event, code, 'server'), refused(view.event));
    expect(answered(200, body)).toEqual({
      verdicts: ['delivered', { rejected: 'code 525: bad time' }, { retry: 'code 555: server' }],
    });
  });

  test.each([514, 555])('that refuses a profile with %i never has its event sent again', (code) => {
    expect(answered(200, partial(refused(install.profile, code, 'no')))).toEqual({
      verdicts: [{ rejected: expect.stringContaining(`code ${code}: no`) }, 'delivered', 'delivered'],
    });
  });

  test('that refuses both parts of an item goes by the event', () => {
    const body = partial(refused(install.profile, 514), refused(install.event, 555, 'server'));
    expect(answered(200, body)).toEqual({
      verdicts: [{ retry: 'code 555: server' }, 'delivered', 'delivered'],
    });
  });

  test('finds a record whose numbers became text and whose data is in another order', () => {
    const evtData = Object.fromEntries(Object.entries(view.event.evtData).reverse());
    const record = { ...view.event, ts: String(view.event.ts), evtData };
    expect(answered(200, partial(refused(record)))).toEqual({
      verdicts: ['delivered', { rejected: 'code 525: bad time' }, 'delivered'],
    });
  });

  test('distinguishes events of one second by their ids, and refuses each once', () => {
    const twins = ['a', 'b', 'c'].map((id) => itemOf({ id }));
    const evtData = Object.fromEntries(Object.entries(twins[2]?.event.evtData ?? {}).reverse());
    const body = partial(refused(twins[1]?.event, 555), refused({ ...twins[2]?.event, evtData }));
    expect(answered(200, body, twins)).toEqual({
      verdicts: ['delivered', { retry: 'code 555: bad time' }, { rejected: 'code 525: bad time' }],
    });
    const unnamed = partial(...['b', 'a'].map(() => refused({ ...twins[0]?.event, evtData: null })));
    expect(answered(200, unnamed, twins)).toEqual({
      verdicts: [{ rejected: 'code 525: bad time' }, { rejected: 'code 525: bad time' }, 'delivered'],
    });
  });

  test.each([
    ['an event that was not there', { ...view.event, evtName: 'else' }],
    ['no record', null],
  ])('that names %s refuses none of the others for it', (_which, record) => {
    expect(answered(200, partial(refused(record)))).toEqual(all('delivered'));
  });

  test('that took none refuses all, whether or not it names them', () => {
    const body = {
      status: 'fail',
      processed: 0,
      unprocessed: [refused(null), refused(view.event, 512, 'form')],
    };
    expect(answered(200, body)).toEqual({
      verdicts: [
        { rejected: 'code 525: bad time' },
        { rejected: 'code 512: form' },
        { rejected: 'code 525: bad time' },
      ],
    });
  });

  test.each([
    ['400', 400, { status: 'fail', error: 'not valid JSON' }],
    ['200 that took none and names none', 200, { status: 'fail', error: 'no' }],
    ['413', 413, ''],
  ])('of %s is sent again in halves, until one is by itself', (_which, status, body) => {
    expect(answered(status, body)).toEqual({ split: expect.stringContaining(String(status)) });
    expect(answered(status, body, items.slice(0, 1))).toEqual({
      verdicts: [{ rejected: expect.stringContaining(String(status)) }],
    });
  });

  test.each([
    [401, { reconnect: expect.stringContaining('region') }],
    [403, { reconnect: expect.any(String) }],
    [404, { rejected: expect.any(String) }],
    [429, { retry: expect.any(String) }],
    [500, { retry: expect.any(String) }],
    [503, { retry: expect.any(String) }],
  ])('of %i is the same for all', (status, verdict) => {
    expect(answered(status, { status: 'fail', error: 'no' })).toEqual(all(verdict));
  });

  test('that names a time to wait is obeyed', () => {
    expect(answered(429, '', items, { 'retry-after': '7' })).toEqual(
      all({ retry: 'answered 429', afterSeconds: 7 }),
    );
  });
});
