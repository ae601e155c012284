import type { DELIVERY_KINDS } from '@trailmark/contract/deliveries';
import type { WebhookPayload } from '@trailmark/contract/webhook-payload';
import type { Verdict } from '../attribution/decision.ts';

/** The kinds of events that destinations are sent. An open is one only where it is a conversion. */
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** The ad that is credited; null where it is not known. */
export interface DeliveryCredit {
  network: string;
  campaignId: string | null;
  campaignName: string | null;
  linkName: string | null;
  adSet: string | null;
  creative: string | null;
  matchType: string | null;
}

/** An event, or the decision about an install, with what is known of its person: what every destination maps. */
export interface DeliveryEvent {
  /** The same for the same event, however often it is sent. */
  id: string;
  kind: DeliveryKind;
  /** As the client named it; of other kinds, ours. */
  name: string;
  occurredAt: Date;
  installId: string;
  installedAt: Date | null;
  userId: string | null;
  /** The ids that a client gave for tools, such as `mixpanel_distinct_id`. */
  identities: Readonly<Record<string, string>>;
  platform: string;
  country: string;
  /** What the person has agreed to; null: the app has said nothing. */
  consentAnswers: WebhookPayload['data']['consent'];
  credit: DeliveryCredit;
  /** Of a decision: nobody else is credited since then, it is what the person has now. Of everything else true. */
  isCurrent: boolean;
  /** Of the decision that gives the credit; null: there is none. */
  verdict: Verdict | null;
  amount: string | null;
  currency: string | null;
  data: Readonly<Record<string, unknown>> | null;
  /** Of a decision: how it came out. */
  decision: WebhookPayload['data']['decision'];
  /** The connection that a message is about; of everything else null. */
  connection: WebhookPayload['data']['connection'];
}
