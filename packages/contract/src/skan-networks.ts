import { z } from 'zod';
import type { Network } from './networks.ts';

/** Networks whose ad network ids are known, by the part before the dot: SKAdNetwork and AdAttributionKit share ids. */
const KNOWN_IDS: Record<string, SkanNetwork> = {
  v9wttpbfk9: 'META',
  n38lu8286q: 'META',
  cstr6suwn9: 'GOOGLE',
  mj797d8u6f: 'TIKTOK',
  su67r6k2v3: 'IRONSOURCE',
};

export const SKAN_NETWORKS = ['META', 'GOOGLE', 'TIKTOK', 'IRONSOURCE'] as const;
export type SkanNetwork = (typeof SKAN_NETWORKS)[number];

/** The network that an ad network id belongs to; null: we do not know whose it is. */
export function skanNetworkOf(networkId: string | null): SkanNetwork | null {
  if (networkId === null) return null;
  return KNOWN_IDS[networkId.toLowerCase().split('.')[0] ?? ''] ?? null;
}

/** Whether campaigns of a network can be found in postbacks without naming an ad network id. */
export function hasSkanIds(network: Network): boolean {
  return (SKAN_NETWORKS as readonly string[]).includes(network);
}

/** The id that Apple gave an ad network. */
export const SkanNetworkId = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z0-9-]{1,64}\.(skadnetwork|adattributionkit)$/,
    'is not an ad network id, such as abc123.skadnetwork',
  );

/** A source identifier of four digits, or a campaign id of the versions before 4. */
export const SkanId = z
  .string()
  .trim()
  .regex(/^(\d{4}|\d{1,2}|100)$/, 'has something that is neither four digits nor a number from 0 to 100')
  .transform((id) => (id.length === 4 ? id : String(Number(id))));

export const MAX_SKAN_IDS = 200;
