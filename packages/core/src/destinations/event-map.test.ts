import { describe, expect, test } from 'vitest';
import { type EventMap, mapOf, moneyOf } from './event-map.ts';
import type { NetworkEvent } from './network-event.ts';
import { buildEventMap, buildNetworkEvent } from './testing/build-network-event.ts';

const creditedTo = (network: string): Partial<NetworkEvent> => ({
  credit: { ...buildNetworkEvent().credit, network },
});
const consent = (adUserData: boolean | null): Partial<NetworkEvent> => ({
  consent: { isEea: null, adUserData, adPersonalization: null },
});

describe('an event map', () => {
  test.each<[string, Partial<EventMap>, Partial<NetworkEvent>, boolean]>([
    ['for the kind', {}, {}, true],
    ['for another kind', { event: 'signup' }, {}, false],
    ['for the name', { event: 'level_done' }, { kind: 'event', name: 'level_done' }, true],
    ['of credited installs', { installs: 'attributed' }, creditedTo('META'), true],
    ['of credited installs, of another network', { installs: 'attributed' }, creditedTo('TIKTOK'), false],
    ['of credited installs, organic', { installs: 'attributed' }, creditedTo('ORGANIC'), false],
    ['of all installs', { installs: 'all' }, creditedTo('TIKTOK'), true],
    ['of organic installs', { installs: 'organic' }, creditedTo('ORGANIC'), true],
    ['of organic installs, credited', { installs: 'organic' }, creditedTo('META'), false],
    ['of an install that is only marked as suspicious', {}, { verdict: 'tag' }, true],
    ['of an install that networks are not told of', { installs: 'all' }, { verdict: 'no_postback' }, false],
    ['of first ones', { times: 'first' }, { isFirst: true }, true],
    ['of first ones, the second', { times: 'first' }, { isFirst: false, isFirstOfDay: true }, false],
    ['of one a day', { times: 'daily' }, { isFirst: false, isFirstOfDay: true }, true],
    ['of one a day, the second', { times: 'daily' }, { isFirst: false, isFirstOfDay: false }, false],
    ['with consent, granted', { consent: 'granted' }, consent(true), true],
    ['with consent, not asked', { consent: 'granted' }, consent(null), false],
    ['unless denied, not asked', { consent: 'not_denied' }, consent(null), true],
    ['unless denied, denied', { consent: 'not_denied' }, consent(false), false],
    ['of installs, on the web', { networkEvent: 'MobileAppInstall' }, { platform: 'web' }, false],
    ['of installs, in an app', { networkEvent: 'MobileAppInstall' }, { platform: 'ios' }, true],
    ['of purchases, on the web', { networkEvent: 'Purchase' }, { platform: 'web' }, true],
    ['whatever the consent', { consent: 'ignored' }, consent(false), true],
  ])('%s', (_which, map, event, isSent) => {
    const found = mapOf(buildNetworkEvent(event), [buildEventMap(map)], 'META');
    expect('map' in found).toBe(isSent);
    if ('skip' in found) expect(found.skip).toMatch(/\.$/);
  });

  test('for the name counts before one for the kind', () => {
    const maps = [buildEventMap({ id: 'kind' }), buildEventMap({ id: 'name', event: '$payment' })];
    expect(mapOf(buildNetworkEvent(), maps, 'META')).toMatchObject({ map: { id: 'name' } });
  });
});

describe('the value', () => {
  test.each<[string, EventMap['value'], Partial<NetworkEvent>, ReturnType<typeof moneyOf>]>([
    ['of the event', { from: 'event' }, {}, { value: 499, currency: 'INR' }],
    ['given back', { from: 'event' }, { kind: 'refund' }, { value: -499, currency: 'INR' }],
    ['of an event without', { from: 'event' }, { amount: null }, null],
    ['of none', { from: 'none' }, {}, null],
    ['that is fixed', { from: 'fixed', amount: 2.5, currency: 'USD' }, {}, { value: 2.5, currency: 'USD' }],
    [
      'of a property',
      { from: 'property', property: 'price', currency: 'EUR' },
      { data: { price: '12.50' } },
      { value: 12.5, currency: 'EUR' },
    ],
    [
      'of a property that is no number',
      { from: 'property', property: 'sku', currency: 'EUR' },
      { data: { sku: 'tea' } },
      null,
    ],
    [
      'of a property that is empty',
      { from: 'property', property: 'sku', currency: 'EUR' },
      { data: { sku: ' ' } },
      null,
    ],
    ['of a property that is missing', { from: 'property', property: 'sku', currency: 'EUR' }, {}, null],
  ])('%s', (_which, value, event, expected) => {
    expect(moneyOf(buildNetworkEvent(event), buildEventMap({ value }))).toEqual(expected);
  });
});
