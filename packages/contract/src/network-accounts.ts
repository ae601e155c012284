import { z } from 'zod';
import { Instant } from './fields.ts';

/** Ad networks that a project has accounts with. */
export const NETWORK_KINDS = ['META', 'GOOGLE', 'TIKTOK', 'JIO_COUPONS'] as const;
export const NetworkKind = z.enum(NETWORK_KINDS, { error: 'is not an ad network' });
export type NetworkKind = z.infer<typeof NetworkKind>;

export const NetworkAccountId = z.uuid('is not a network account id').toLowerCase();

/** Somebody who has let Trailmark read their accounts with a network, without the tokens. */
export const NetworkLogin = z.object({
  login_id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.string()),
  /** null: it does not expire. */
  expires_at: Instant.nullable(),
  /** `attention`: the network does not accept it any more; somebody has to connect again. */
  state: z.enum(['active', 'attention']),
  /** In words: what the network said. */
  reason: z.string().nullable(),
  connected_at: Instant,
});
export type NetworkLogin = z.infer<typeof NetworkLogin>;

/** An account with an ad network, which campaigns, spend and event maps refer to. */
export const NetworkAccount = z.object({
  ad_network_id: z.uuid(),
  kind: NetworkKind,
  /** As the network names it. */
  external_account_id: z.string(),
  name: z.string(),
  /** Of the amounts that the network reports; null: it has not said. */
  currency: z.string().nullable(),
  /** In which the network counts days. */
  time_zone: z.string().nullable(),
  /** Whether ads can run, as the network says. */
  status: z.enum(['active', 'disabled']),
  /** null: nobody's login reaches it any more. */
  login_id: z.uuid().nullable(),
  imported_at: Instant,
});
export type NetworkAccount = z.infer<typeof NetworkAccount>;
