import type { EventMap } from '../event-map.ts';
import type { NetworkDevice, NetworkEvent } from '../network-event.ts';
import { buildDeliveryEvent } from './build-delivery-event.ts';

export function buildNetworkDevice(over: Partial<NetworkDevice> = {}): NetworkDevice {
  return {
    advertisingId: '38400000-8cf0-11bd-b23e-10b96e40000d',
    vendorId: null,
    osVersion: '14',
    model: 'Pixel 8',
    language: 'en-IN',
    appVersion: '3.2.0',
    isTrackingAllowed: null,
    ip: '203.0.113.7',
    userAgent: null,
    pageUrl: null,
    ...over,
  };
}

/** A payment of a person who came by an ad. */
export function buildNetworkEvent(over: Partial<NetworkEvent> = {}): NetworkEvent {
  return {
    ...buildDeliveryEvent({
      kind: 'payment',
      name: '$payment',
      amount: '499.00',
      currency: 'INR',
      data: null,
    }),
    device: buildNetworkDevice(),
    contact: { email: 'Asha@Example.com', phone: '+91 98765 43210', name: 'Asha Rao' },
    click: { at: new Date('2026-11-15T07:58:00Z'), ids: { fbclid: 'IwAR0abc', ttclid: 'E.C.P.abc' } },
    consent: { isEea: null, adUserData: null, adPersonalization: null },
    isFirst: true,
    isFirstOfDay: true,
    isInstallSent: false,
    isClaimedReturn: false,
    claimAnswer: null,
    ...over,
  };
}

export const buildEventMap = (over: Partial<EventMap> = {}): EventMap => ({
  id: 'map-1',
  event: 'payment',
  networkEvent: 'Purchase',
  value: { from: 'event' },
  installs: 'attributed',
  times: 'every',
  consent: 'not_denied',
  ...over,
});
