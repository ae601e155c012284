import { deliveryId } from '../delivery-id.ts';
import type { Destination, Judgement, OutboundResponse, PlannedRequest } from '../destination.ts';
import { type EventMap, mapOf, moneyOf } from '../event-map.ts';
import { forAll, isSuccess, retryLater, wordsOf } from '../judge-status.ts';
import type { NetworkEvent } from '../network-event.ts';
import { signWebhook } from '../webhook/sign-webhook.ts';
import { inJson } from './macro-meanings.ts';
import { fillTemplate, type Macro, macroValues } from './macros.ts';

/** Any network that takes postbacks: an address with macros, by GET or by POST. */
export interface AffiliateConfig {
  /** As campaigns name it. */
  network: string;
  /** The account, which codes belong to. */
  adNetworkId: string;
  method: 'GET' | 'POST';
  url: string;
  /** Of a POST. */
  body: string;
  contentType: string;
  headers: Readonly<Record<string, string>>;
  /** null: not signed. */
  secret: string | null;
  /** A text that an answer has when the network took it; null: a status from 200 to 299 is enough. */
  successText: string | null;
  maps: readonly EventMap[];
}

export interface AffiliateItem {
  id: string;
  values: Partial<Record<Macro, string | null>>;
  successText: string | null;
}

/** What happens with codes of coupon networks, as events of a person. */
export const COUPON_EVENTS: readonly string[] = ['$coupon_issued', '$coupon_redeemed', '$coupon_reversed'];

function map(event: NetworkEvent, config: AffiliateConfig): { send: AffiliateItem } | { skip: string } {
  const owner = event.data?.ad_network_id;
  if (COUPON_EVENTS.includes(event.name) && owner !== config.adNetworkId) {
    return { skip: 'The code is of another coupon network.' };
  }
  const mapped = mapOf(event, config.maps, config.network);
  if ('skip' in mapped) return mapped;
  const id = deliveryId(event.id);
  const money = moneyOf(event, mapped.map);
  const values = macroValues(event, { id, name: mapped.map.networkEvent, money });
  return { send: { id, values, successText: config.successText } };
}

function requestOf({ id, values }: AffiliateItem, config: AffiliateConfig, now: Date) {
  const url = fillTemplate(config.url, values, encodeURIComponent);
  const isJson = config.contentType.includes('json');
  const body =
    config.method === 'GET' ? '' : fillTemplate(config.body, values, isJson ? inJson : encodeURIComponent);
  // Of a GET it is the address that must not be changed.
  const signed = config.method === 'GET' ? url : body;
  const signature = config.secret ? signWebhook({ id, sentAt: now, body: signed }, [config.secret]) : {};
  const type: Record<string, string> = config.method === 'GET' ? {} : { 'content-type': config.contentType };
  return { method: config.method, url, headers: { ...type, ...config.headers, ...signature }, body };
}

const requests = (
  items: AffiliateItem[],
  config: AffiliateConfig,
  now: Date,
): PlannedRequest<AffiliateItem>[] =>
  items.map((item) => ({ endpoint: 'postback', items: [item], request: requestOf(item, config, now) }));

const RETRIED = [408, 425, 429];

function judge(response: OutboundResponse, { items }: PlannedRequest<AffiliateItem>, now: Date): Judgement {
  const { status, body } = response;
  const successText = items[0]?.successText ?? null;
  if (isSuccess(response)) {
    if (successText === null || body.includes(successText)) return forAll(items, 'delivered');
    return forAll(items, { rejected: `answered ${status} without “${successText}”: ${wordsOf(response)}` });
  }
  const isFinal = status >= 400 && status < 500 && !RETRIED.includes(status);
  if (isFinal) return forAll(items, { rejected: `answered ${status}: ${wordsOf(response)}` });
  return forAll(items, retryLater(response, now));
}

export const affiliate: Destination<AffiliateConfig, AffiliateItem, NetworkEvent> = {
  kind: 'affiliate',
  limits: { maxItems: 1, maxBytes: 100_000, concurrency: 8, itemsPerSecond: null },
  map,
  requests,
  judge,
};
