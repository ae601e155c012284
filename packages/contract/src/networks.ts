import { z } from 'zod';

export const NETWORKS = ['NONE', 'META', 'GOOGLE', 'TIKTOK', 'JIO_COUPONS', 'OTHER'] as const;
/** Where a campaign is bought. */
export const Network = z.enum(NETWORKS, { error: 'is not a known network' });
export type Network = z.infer<typeof Network>;

/** The network of installs that are credited to no campaign. */
export const ORGANIC = 'ORGANIC';
/** The network of what Apple claims: it names campaigns that are not ours. */
export const APPLE = 'APPLE';
/** Every network that an install can be credited to. */
export const CREDITED_NETWORKS = [ORGANIC, ...NETWORKS, APPLE] as const;
export type CreditedNetwork = (typeof CREDITED_NETWORKS)[number];
