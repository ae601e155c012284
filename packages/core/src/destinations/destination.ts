import type { DeliveryEvent } from './delivery-event.ts';

export interface OutboundRequest {
  method: 'POST' | 'GET';
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface OutboundResponse {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

/** What became of one event. */
export type Verdict =
  | 'delivered'
  /** The same again, later. */
  | { retry: string; afterSeconds?: number }
  /** For good: the person who set it up sees why. */
  | { rejected: string }
  /** Nothing can be sent until somebody connects the destination again. */
  | { reconnect: string }
  /** It was not sent at all: the destination is failing, or there was no time left. */
  | { untried: string };

/** What a network says of an install of its own: it claims it, and the install is decided again. */
export interface NetworkClaim {
  /** When its ad was clicked or seen. */
  at: Date;
  isClick: boolean;
  /** As the network knows them. */
  campaignId: string | null;
  campaignName: string | null;
  adSetId: string | null;
  adSetName: string | null;
  adId: string | null;
  /** Its answer as it came. */
  answer: Record<string, unknown>;
}

/**
 * One verdict for each event of a request, or that the request was too large and is sent again in halves. `again`: nothing
 * was taken because of others in the request; without them it is sent again at once.
 */
export type Judgement =
  | { verdicts: (Verdict | 'again')[]; claims?: (NetworkClaim | null)[] }
  | { split: string };

/** A request, and the items in it; what comes back is judged for them. */
export interface PlannedRequest<Item> {
  /** Where a tool has several: answers differ. */
  endpoint: string;
  request: OutboundRequest;
  items: Item[];
}

export interface DestinationLimits {
  /** Of one request. */
  maxItems: number;
  maxBytes: number;
  /** Requests at the same time. */
  concurrency: number;
  /** null: as fast as it answers. */
  itemsPerSecond: number | null;
}

/**
 * A tool that events are sent to: pure rules. Sending, retrying and recording are the same for all. An event is delivered
 * when every request that it is in was.
 */
export interface Destination<Config, Item, Event = DeliveryEvent> {
  kind: string;
  limits: DestinationLimits;
  /** An event as the destination takes it, or why it is left out: that is no error. */
  map(event: Event, config: Config, now: Date): { send: Item } | { skip: string };
  requests(items: Item[], config: Config, now: Date): PlannedRequest<Item>[];
  judge(response: OutboundResponse, planned: PlannedRequest<Item>, now: Date): Judgement;
}
