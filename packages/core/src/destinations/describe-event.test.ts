import { describe, expect, test } from 'vitest';
import { amountOf, describeEvent, type EventChoice, isChosen, isFor, personOf } from './describe-event.ts';
import { ALL_EVENTS, buildDeliveryEvent } from './testing/build-delivery-event.ts';

const choose = (over: Partial<EventChoice>): EventChoice => ({ ...ALL_EVENTS, ...over });

describe('a page view', () => {
  const view = buildDeliveryEvent({ kind: 'event', name: '$page_view' });

  test.each([
    ['everything', null, false],
    ['all events of the app', ['event'], false],
    ['other visits', ['$session_start'], false],
    ['page views', ['install', '$page_view'], true],
  ])('is sent where the choice is %s: %s', (_, events, expected) => {
    expect(isChosen(view, { events })).toBe(expected);
    expect(describeEvent(view, choose({ events }))?.name).toBe(expected ? 'Page view' : undefined);
  });

  test.each([
    ['webhook', true],
    ['mixpanel', true],
    ['META', false],
    ['GOOGLE', false],
    ['TIKTOK', false],
    ['JIO_COUPONS', false],
  ])('is for %s: %s', (kind, expected) => {
    expect(isFor(kind, view)).toBe(expected);
  });
});

describe('an event', () => {
  test('has its own name, what it was sent with, and its attribution; nothing that is not known', () => {
    expect(describeEvent(buildDeliveryEvent(), ALL_EVENTS)).toEqual({
      name: 'add_to_cart',
      properties: {
        sku: 'tea',
        price: 12.5,
        platform: 'android',
        country: 'IN',
        '[Trailmark] network': 'META',
        '[Trailmark] campaign': 'Festive baskets',
        '[Trailmark] campaign id': 'c-1',
        '[Trailmark] link': 'Story',
        '[Trailmark] ad set': 'Metro',
        '[Trailmark] match type': 'click_id',
        '[Trailmark] installed at': '2026-11-15T08:00:00.000Z',
      },
      userProperties: null,
    });
  });

  test.each([
    ['install', 'Install', true],
    ['reinstall', 'Reinstall', true],
    ['reengagement', 'Re-engagement', false],
    ['reattribution', 'Reattribution', true],
    ['signup', 'Sign-up', false],
    ['payment', 'Payment', false],
    ['refund', 'Refund', false],
  ] as const)('of the kind %s is called %s', (kind, name, decides) => {
    const described = describeEvent(buildDeliveryEvent({ kind, name: `$${kind}` }), ALL_EVENTS);
    expect(described?.name).toBe(name);
    expect(described?.userProperties !== null).toBe(decides);
  });

  test.each([
    ['$install', true],
    ['$reattribution', true],
    ['$reengagement', false],
  ])('of a revised %s', (name, decides) => {
    const described = describeEvent(buildDeliveryEvent({ kind: 'decision_revised', name }), ALL_EVENTS);
    expect([described?.name, described?.userProperties !== null]).toEqual(['Attribution revised', decides]);
  });

  test('keeps a property that is called as one of ours, where we know nothing of it', () => {
    const described = describeEvent(
      buildDeliveryEvent({ data: { amount: 3, currency: 'points' } }),
      ALL_EVENTS,
    );
    expect(described?.properties).toMatchObject({ amount: 3, currency: 'points' });
  });

  test('that takes money back has a negative amount', () => {
    const money = { amount: '499.00', currency: 'INR' };
    const paid = describeEvent(buildDeliveryEvent({ kind: 'payment', ...money }), ALL_EVENTS);
    const refunded = describeEvent(buildDeliveryEvent({ kind: 'refund', ...money }), ALL_EVENTS);
    expect(paid?.properties).toMatchObject({ amount: 499, currency: 'INR' });
    expect(refunded?.properties).toMatchObject({ amount: -499, currency: 'INR' });
  });

  test.each([
    ['499.00', 499],
    ['0', 0],
    [null, null],
    [' ', null],
    ['NaN', null],
    ['Infinity', null],
    ['-Infinity', null],
    ['9'.repeat(400), null],
    ['12 rupees', null],
  ])('of the amount %s has %s, and never an amount of null', (amount, number) => {
    const event = buildDeliveryEvent({ kind: 'payment', amount, currency: 'INR' });
    expect(amountOf(event)).toBe(number);
    const { properties = {} } = describeEvent(event, ALL_EVENTS) ?? {};
    const sent = JSON.parse(JSON.stringify(properties));
    expect([sent.amount, sent.currency]).toEqual(number === null ? [undefined, undefined] : [number, 'INR']);
  });

  test('is sent without numbers that JSON has not', () => {
    const data = JSON.parse('{"huge":1e400,"least":-1e400,"fine":1}');
    const described = describeEvent(buildDeliveryEvent({ data }), ALL_EVENTS);
    expect(described?.properties).toHaveProperty('fine', 1);
    expect(Object.values(described?.properties ?? {}).filter((value) => typeof value === 'number')).toEqual([
      1,
    ]);
  });

  test.each([
    ['all, unless some are chosen', choose({}), true],
    ['by its name', choose({ events: ['add_to_cart'] }), true],
    ['by its kind', choose({ events: ['event'] }), true],
    ['not where only others are chosen', choose({ events: ['install', 'purchase'] }), false],
    ['not where nothing is', choose({ events: [] }), false],
  ])('is sent: %s', (_which, choice, isSent) => {
    expect(describeEvent(buildDeliveryEvent(), choice) !== null).toBe(isSent);
  });

  test('and its properties can be renamed, and a name that every object has is none', () => {
    const choice = choose({
      eventNames: { add_to_cart: 'Added', Install: 'App installed' },
      propertyNames: { sku: 'product', '[Trailmark] network': 'source' },
    });
    const described = describeEvent(buildDeliveryEvent({ data: { sku: 'tea', toString: 1 } }), choice);
    expect(described?.name).toBe('Added');
    expect(described?.properties).toMatchObject({ product: 'tea', source: 'META', toString: 1 });
    expect(described?.properties).not.toHaveProperty('sku');
    const install = describeEvent(buildDeliveryEvent({ kind: 'install', name: '$install' }), choice);
    expect(install?.name).toBe('App installed');
    expect(install?.userProperties).toMatchObject({ source: 'META' });
    expect(describeEvent(buildDeliveryEvent({ name: 'toString' }), choice)?.name).toBe('toString');
  });
});

test.each([
  ['the id that the client gave for the tool', { identities: { tool_id: 'd-1' }, userId: 'u-1' }, 'd-1'],
  ['the user', { identities: { other_id: 'd-1' }, userId: 'u-1' }, 'u-1'],
  ['the install', { identities: { tool_id: '' }, userId: null }, 'install-1'],
])('a person is %s', (_which, over, id) => {
  expect(personOf(buildDeliveryEvent(over), 'tool_id')).toBe(id);
});
