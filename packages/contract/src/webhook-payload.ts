import { z } from 'zod';
import { ConsentAnswer } from './consent.ts';
import { Instant } from './fields.ts';
import { Money } from './report-filter.ts';

/** Raised when a field changes its meaning or goes; new fields may come at any time. */
export const WEBHOOK_VERSION = 1;

export const WEBHOOK_TYPES = [
  ...(['install', 'reinstall', 'reengagement', 'reattribution'] as const),
  ...(['signup', 'event', 'payment', 'refund'] as const),
  ...(['decision_revised', 'fraud_verdict', 'skan_postback', 'connection_needs_attention', 'test'] as const),
] as const;

/** The body of a webhook. `webhook-id` in the headers is the same for every attempt. */
export const WebhookPayload = z.object({
  type: z.enum(WEBHOOK_TYPES),
  /** When it happened. */
  timestamp: Instant,
  data: z.object({
    version: z.literal(WEBHOOK_VERSION),
    /** As the client named it; of other types, ours. */
    name: z.string(),
    /** null of what concerns no install. */
    install_id: z.string().nullable(),
    installed_at: Instant.nullable(),
    user_id: z.string().nullable(),
    platform: z.string(),
    country: z.string(),
    /** What the person has agreed to, as it is known when the message is made; null: the app has said nothing. */
    consent: z.array(ConsentAnswer).nullable(),
    /** Who is credited. */
    attribution: z.object({
      network: z.string(),
      campaign_id: z.string().nullable(),
      campaign_name: z.string().nullable(),
      link_name: z.string().nullable(),
      ad_set: z.string().nullable(),
      creative: z.string().nullable(),
      match_type: z.string().nullable(),
    }),
    /** Of installs, re-engagements and what is found out about them. */
    decision: z
      .object({
        /** Above 1: there was a decision about the install before, which a claim or a return has changed. */
        revision: z.int(),
        /** `clean`, or how suspicious it is. */
        verdict: z.string(),
        reasons: z.array(z.string()),
      })
      .nullable(),
    /** Of `connection_needs_attention`. */
    connection: z.object({ kind: z.string(), name: z.string(), reason: z.string() }).nullable(),
    money: Money.nullable(),
    /** What the client sent with the event; of a SKAN postback, what it says. */
    properties: z.record(z.string(), z.json()),
  }),
});
export type WebhookPayload = z.infer<typeof WebhookPayload>;
