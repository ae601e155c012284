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
  | { reconnect: string };

/** One verdict for each event of a request, or that the request was too large and is sent again in halves. */
export type Judgement = { verdicts: Verdict[] } | { split: string };

/** A request, and the items in it; what comes back is judged for them. */
export interface PlannedRequest<Item> {
  /** Where a tool has several: answers differ. */
  endpoint: string;
  request: OutboundRequest;
  items: Item[];
}

/**
 * A tool that events are sent to: pure rules. Sending, retrying and recording are the same for all. An event is delivered
 * when every request that it is in was.
 */
export interface Destination<Config, Item> {
  kind: string;
  limits: { maxItems: number; maxBytes: number };
  /** An event as the destination takes it, or why it is left out: that is no error. */
  map(event: DeliveryEvent, config: Config, now: Date): { send: Item } | { skip: string };
  requests(items: Item[], config: Config, now: Date): PlannedRequest<Item>[];
  judge(response: OutboundResponse, planned: PlannedRequest<Item>, now: Date): Judgement;
}
