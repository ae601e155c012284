import { z } from 'zod';
import { Instant } from './fields.ts';

export const CONSENT_PURPOSES = [
  ...(['ad_user_data', 'ad_personalization', 'ad_storage', 'analytics_storage'] as const),
  ...(['att_status', 'gpc', 'is_eea'] as const),
] as const;

export const CONSENT_ANSWERS = [
  ...(['granted', 'denied', 'unknown'] as const),
  /** Of `att_status`. */
  ...(['authorized', 'restricted', 'not_determined'] as const),
  /** Of `gpc` and `is_eea`. */
  ...(['yes', 'no'] as const),
] as const;

/** Something that a person has agreed to or withdrawn. */
export const ConsentAnswer = z.object({
  purpose: z.enum(CONSENT_PURPOSES),
  answer: z.enum(CONSENT_ANSWERS),
  /** When it was given, by the clock of the client as corrected; null: it was not stored. */
  given_at: Instant.nullable(),
});
export type ConsentAnswer = z.infer<typeof ConsentAnswer>;
