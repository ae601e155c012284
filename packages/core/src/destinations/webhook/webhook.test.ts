import { WEBHOOK_TYPES, WebhookPayload } from '@trailmark/contract/webhook-payload';
import { describe, expect, test } from 'vitest';
import type { DeliveryEvent } from '../delivery-event.ts';
import { buildDeliveryEvent } from '../testing/build-delivery-event.ts';
import { signWebhook } from './sign-webhook.ts';
import { type WebhookConfig, type WebhookItem, webhook } from './webhook.ts';

const NOW = new Date('2026-11-16T10:00:05Z');
const CONFIG: WebhookConfig = {
  url: 'https://example.com/hooks?of=trailmark',
  secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  events: null,
};

function itemOf(over: Partial<DeliveryEvent> = {}): WebhookItem {
  const mapped = webhook.map(buildDeliveryEvent(over), CONFIG, NOW);
  if (!('send' in mapped)) throw new Error(mapped.skip);
  return mapped.send;
}

describe('a message', () => {
  test('says what happened, to whom, and who is credited', () => {
    const { id, payload } = itemOf({
      kind: 'payment',
      amount: '499.00',
      currency: 'INR',
      consentAnswers: [{ purpose: 'gpc', answer: 'yes', given_at: '2026-11-15T08:00:00.000Z' }],
    });
    expect(id).toBe('01a1e8c4-88b7-7364-9aa0-9f2f4aaa66ed');
    expect(payload).toEqual({
      type: 'payment',
      timestamp: '2026-11-16T10:00:00.250Z',
      data: {
        version: 1,
        name: 'add_to_cart',
        install_id: 'install-1',
        user_id: 'user-1',
        installed_at: '2026-11-15T08:00:00.000Z',
        platform: 'android',
        country: 'IN',
        consent: [{ purpose: 'gpc', answer: 'yes', given_at: '2026-11-15T08:00:00.000Z' }],
        attribution: {
          network: 'META',
          campaign_id: 'c-1',
          campaign_name: 'Festive baskets',
          link_name: 'Story',
          ad_set: 'Metro',
          creative: null,
          match_type: 'click_id',
        },
        decision: null,
        connection: null,
        money: { amount: '499.00', currency: 'INR' },
        properties: { sku: 'tea', price: 12.5 },
      },
    });
  });

  test.each(WEBHOOK_TYPES)('of the kind %s is as its schema says', (kind) => {
    const { payload } = itemOf({ kind, data: null, installedAt: null, userId: null });
    expect(WebhookPayload.parse(payload)).toEqual(payload);
  });

  test('of an event that is not chosen is not sent', () => {
    expect(webhook.map(buildDeliveryEvent(), { ...CONFIG, events: ['install'] }, NOW)).toEqual({
      skip: 'This event is not sent to the endpoint.',
    });
  });

  test('is sent by itself and signed with the time of the attempt; its id stays the same', () => {
    const items = [itemOf(), itemOf({ id: 'install-1 2' })];
    const planned = webhook.requests(items, CONFIG, NOW);
    expect(planned.map(({ items: some }) => some)).toEqual(items.map((item) => [item]));
    const [{ request } = { request: null }] = planned;
    expect(request).toMatchObject({ method: 'POST', url: CONFIG.url });
    const message = { id: items[0]?.id ?? '', sentAt: NOW, body: request?.body ?? '' };
    expect(request?.headers).toEqual({
      'content-type': 'application/json',
      ...signWebhook(message, CONFIG.secrets),
    });
    const later = webhook.requests(items, CONFIG, new Date(NOW.getTime() + 60_000))[0];
    expect(later?.request.headers['webhook-id']).toBe(items[0]?.id);
    expect(later?.request.headers['webhook-signature']).not.toBe(request?.headers['webhook-signature']);
  });
});

describe('an answer', () => {
  const items = [itemOf()];
  const judge = (status: number, headers: Record<string, string> = {}) => {
    const [planned] = webhook.requests(items, CONFIG, NOW);
    if (!planned) throw new Error('nothing was planned');
    return webhook.judge({ status, headers, body: '' }, planned, NOW);
  };

  test.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [301, { retry: 'answered 301' }],
    [400, { retry: 'answered 400' }],
    [401, { retry: 'answered 401' }],
    [404, { retry: 'answered 404' }],
    [410, { reconnect: 'answered 410: it accepts no more messages' }],
    [429, { retry: 'answered 429' }],
    [500, { retry: 'answered 500' }],
  ])('of %i is judged', (status, verdict) => {
    expect(judge(status)).toEqual({ verdicts: [verdict] });
  });

  test('that says when to come back is heard', () => {
    expect(judge(503, { 'retry-after': '90' })).toEqual({
      verdicts: [{ retry: 'answered 503', afterSeconds: 90 }],
    });
  });
});
