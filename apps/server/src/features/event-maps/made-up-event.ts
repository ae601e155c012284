import type { NetworkKind } from '@trailmark/contract/network-accounts';
import { ORGANIC } from '@trailmark/contract/networks';
import type { DeliveryKind } from '@trailmark/core/destinations/delivery-event';
import type { EventMap } from '@trailmark/core/destinations/event-map';
import type { NetworkEvent } from '@trailmark/core/destinations/network-event';
import { newId } from '../../platform/ids.ts';

const KINDS: readonly DeliveryKind[] = [
  'install',
  'reinstall',
  'reengagement',
  'signup',
  'payment',
  'refund',
];
export const PLATFORMS = ['android', 'ios', 'web'] as const;

const kindOf = (event: string): DeliveryKind => KINDS.find((kind) => kind === event) ?? 'event';

/** From the range for documentation (RFC 5737), and an advertising id that no device has. */
const DEVICE: NetworkEvent['device'] = {
  advertisingId: '00000000-0000-4000-8000-000000000001',
  vendorId: null,
  osVersion: '15.0',
  model: 'Test device',
  language: 'en-GB',
  appVersion: '1.0.0',
  isTrackingAllowed: true,
  ip: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile',
  pageUrl: null,
};

interface Example {
  kind: NetworkKind;
  map: EventMap;
  platform: (typeof PLATFORMS)[number];
  now: Date;
  pageUrl: string;
}

/** An event that a map takes, for projects that have none yet. */
export function makeUpEvent({ kind, map, platform, now, pageUrl }: Example): NetworkEvent {
  const id = newId(now);
  const property = map.value.from === 'property' ? { [map.value.property]: 1 } : {};
  return {
    id,
    kind: kindOf(map.event),
    name: map.event,
    occurredAt: now,
    installId: id,
    installedAt: now,
    userId: 'trailmark-test',
    identities: {},
    platform,
    country: 'IN',
    consentAnswers: null,
    isCurrent: true,
    verdict: 'clean',
    credit: {
      network: map.installs === 'organic' ? ORGANIC : kind,
      campaignId: null,
      campaignName: null,
      linkName: null,
      adSet: null,
      creative: null,
      matchType: null,
    },
    amount: '1',
    currency: 'INR',
    data: property,
    decision: null,
    connection: null,
    device: { ...DEVICE, pageUrl: platform === 'web' ? pageUrl : null },
    contact: { email: null, phone: null, name: null },
    click: null,
    consent: { isEea: null, adUserData: true, adPersonalization: true },
    isFirst: true,
    isFirstOfDay: true,
    isInstallSent: false,
    isClaimedReturn: false,
    claimAnswer: null,
  };
}
