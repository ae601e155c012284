import { WEBHOOK_VERSION, type WebhookPayload } from '@trailmark/contract/webhook-payload';
import type { DeliveryEvent } from '../delivery-event.ts';
import { deliveryId } from '../delivery-id.ts';
import { type EventChoice, isChosen } from '../describe-event.ts';
import type { Destination, Judgement, OutboundResponse, PlannedRequest } from '../destination.ts';
import { forAll, retryLater } from '../judge-status.ts';
import { signWebhook } from './sign-webhook.ts';
import { isSlackUrl, slackMessage } from './slack-message.ts';

export interface WebhookConfig extends Pick<EventChoice, 'events'> {
  url: string;
  /** The new one first, while an old one is being replaced. */
  secrets: readonly string[];
}

export interface WebhookItem {
  id: string;
  payload: WebhookPayload;
}

function payloadOf(event: DeliveryEvent, type: WebhookPayload['type']): WebhookPayload {
  const { credit, amount, currency } = event;
  return {
    type,
    timestamp: event.occurredAt.toISOString(),
    data: {
      version: WEBHOOK_VERSION,
      name: event.name,
      install_id: event.installId || null,
      installed_at: event.installedAt?.toISOString() ?? null,
      user_id: event.userId,
      platform: event.platform,
      country: event.country,
      consent: event.consentAnswers,
      attribution: {
        network: credit.network,
        campaign_id: credit.campaignId,
        campaign_name: credit.campaignName,
        link_name: credit.linkName,
        ad_set: credit.adSet,
        creative: credit.creative,
        match_type: credit.matchType,
      },
      decision: event.decision,
      connection: event.connection,
      money: amount !== null && currency !== null ? { amount, currency } : null,
      properties: (event.data ?? {}) as WebhookPayload['data']['properties'],
    },
  };
}

function map(event: DeliveryEvent, config: WebhookConfig): { send: WebhookItem } | { skip: string } {
  const { kind } = event;
  if (kind === 'claim_answer' || !isChosen(event, config)) {
    return { skip: 'This event is not sent to the endpoint.' };
  }
  return { send: { id: deliveryId(event.id), payload: payloadOf(event, kind) } };
}

/** A message for each event; Slack has no use for a signature. */
function requests(items: WebhookItem[], config: WebhookConfig, now: Date): PlannedRequest<WebhookItem>[] {
  const isSlack = isSlackUrl(config.url);
  return items.map((item) => {
    const body = JSON.stringify(isSlack ? slackMessage(item.payload) : item.payload);
    const signed = isSlack ? {} : signWebhook({ id: item.id, sentAt: now, body }, config.secrets);
    const headers = { 'content-type': 'application/json', ...signed };
    return {
      endpoint: 'webhook',
      items: [item],
      request: { method: 'POST', url: config.url, headers, body },
    };
  });
}

/** Only 2xx is success: whatever else a receiver says may pass, except 410, by which it wants no more messages. */
function judge(response: OutboundResponse, { items }: PlannedRequest<WebhookItem>, now: Date): Judgement {
  const { status } = response;
  if (status >= 200 && status < 300) return forAll(items, 'delivered');
  if (status === 410) return forAll(items, { reconnect: 'answered 410: it accepts no more messages' });
  return forAll(items, retryLater(response, now));
}

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export const webhook: Destination<WebhookConfig, WebhookItem> = {
  kind: 'webhook',
  limits: { maxItems: 1, maxBytes: 1_000_000, concurrency: 16, itemsPerSecond: null },
  map,
  requests,
  judge,
};
