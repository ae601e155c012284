import { z } from 'zod';
import { Instant, storable } from './fields.ts';

/** Where what Trailmark learns can be delivered to. */
export const CONNECTION_KINDS = [
  'webhook',
  'mixpanel',
  'amplitude',
  'posthog',
  'clevertap',
  'moengage',
  'META',
  'TIKTOK',
  'GOOGLE',
  'JIO_COUPONS',
] as const;
export const ConnectionKind = z.enum(CONNECTION_KINDS, { error: 'is not a kind of connection' });
export type ConnectionKind = z.infer<typeof ConnectionKind>;

/** `attention`: the receiver refused the credentials, or wants no more; nothing is sent until somebody acts. */
export const ConnectionState = z.enum(['active', 'paused', 'attention']);
export type ConnectionState = z.infer<typeof ConnectionState>;

/** How a connection is doing. */
export const ConnectionHealth = z.object({
  connection_id: z.uuid(),
  kind: ConnectionKind,
  name: z.string(),
  state: ConnectionState,
  /** In words: why it is not active, or what the receiver last failed with. */
  reason: z.string().nullable(),
  state_since: Instant,
  /** Planned and not delivered yet. */
  waiting: z.int(),
  /** Since when the oldest delivery is due that has not been sent; null: none is late. */
  late_since: Instant.nullable(),
  /** Sending pauses until then, because the receiver failed several times in a row. */
  blocked_until: Instant.nullable(),
  last_delivered_at: Instant.nullable(),
  /** In the last 24 hours or so: today and yesterday by UTC. */
  delivered: z.int(),
  rejected: z.int(),
  skipped: z.int(),
});
export type ConnectionHealth = z.infer<typeof ConnectionHealth>;

/** Kinds and names of events that a connection is sent; null: all. */
export const EventChoice = z
  .array(
    z
      .string()
      .min(1, 'is empty')
      .max(256, 'is longer than 256 characters')
      .refine(storable, { message: 'contains characters that cannot be stored' }),
  )
  .max(500, 'has more than 500 entries')
  .nullable();
