import { NETWORK_KINDS, type NetworkKind } from '@trailmark/contract/network-accounts';
import { networkEventProblem } from '@trailmark/contract/network-event-names';
import { expect, test } from 'vitest';
import { proposeEventMaps } from './propose-event-maps.ts';

const byEvent = (kind: NetworkKind, names: string[]) =>
  Object.fromEntries(proposeEventMaps(kind, names).map(({ event, networkEvent }) => [event, networkEvent]));

test('names are recognised however they are written', () => {
  const names = ['add_to_cart', 'Add To Cart', 'AddToBasket', 'level-up', 'view_product', 'xyz'];
  expect(byEvent('META', names)).toEqual({
    install: 'MobileAppInstall',
    signup: 'CompleteRegistration',
    payment: 'Purchase',
    add_to_cart: 'AddToCart',
    'Add To Cart': 'AddToCart',
    AddToBasket: 'AddToCart',
    'level-up': 'AchieveLevel',
    view_product: 'ViewContent',
  });
});

test.each<[NetworkKind, string, string]>([
  ['META', 'install', 'MobileAppInstall'],
  ['GOOGLE', 'install', 'first_open'],
  ['TIKTOK', 'install', 'InstallApp'],
  ['JIO_COUPONS', 'install', 'install'],
  ['GOOGLE', 'payment', 'in_app_purchase'],
  ['TIKTOK', 'signup', 'Registration'],
])('%s: %s is %s', (kind, event, expected) => {
  expect(byEvent(kind, [])[event]).toBe(expected);
});

test('what was paid goes with payments alone', () => {
  for (const kind of NETWORK_KINDS) {
    const valued = proposeEventMaps(kind, ['purchase', 'search']).filter(({ hasValue }) => hasValue);
    expect(valued.map(({ event }) => event)).toEqual(['payment']);
  }
});

test.each(NETWORK_KINDS)('%s takes every name that is proposed for it', (kind) => {
  const events = [
    'purchase',
    'add_card',
    'checkout',
    'add_to_cart',
    'wishlist',
    'view_item',
    'search',
    'lead',
  ];
  const more = ['subscribe', 'trial', 'register', 'tutorial_complete', 'level_up', 'login'];
  const proposed = proposeEventMaps(kind, [...events, ...more]).map(({ networkEvent }) => networkEvent);
  expect(proposed.filter((name) => networkEventProblem(kind, name) !== null)).toEqual([]);
});
