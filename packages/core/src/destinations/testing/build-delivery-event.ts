import type { DeliveryEvent } from '../delivery-event.ts';
import type { EventChoice } from '../describe-event.ts';

export const ALL_EVENTS: EventChoice = { events: null, eventNames: {}, propertyNames: {} };

/** An event of a person who came by a campaign of Meta. */
export function buildDeliveryEvent(over: Partial<DeliveryEvent> = {}): DeliveryEvent {
  return {
    id: '01a1e8c4-88b7-7364-9aa0-9f2f4aaa66ed',
    kind: 'event',
    name: 'add_to_cart',
    occurredAt: new Date('2026-11-16T10:00:00.250Z'),
    installId: 'install-1',
    installedAt: new Date('2026-11-15T08:00:00Z'),
    userId: 'user-1',
    identities: {},
    platform: 'android',
    country: 'IN',
    consentAnswers: null,
    credit: {
      network: 'META',
      campaignId: 'c-1',
      campaignName: 'Festive baskets',
      linkName: 'Story',
      adSet: 'Metro',
      creative: null,
      matchType: 'click_id',
    },
    isCurrent: true,
    verdict: 'clean',
    amount: null,
    currency: null,
    decision: null,
    connection: null,
    data: { sku: 'tea', price: 12.5 },
    ...over,
  };
}
