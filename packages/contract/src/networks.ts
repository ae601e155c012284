import { z } from 'zod';

export const NETWORKS = ['NONE', 'META', 'GOOGLE', 'TIKTOK', 'JIO_COUPONS', 'OTHER'] as const;
/** Where a campaign is bought. */
export const Network = z.enum(NETWORKS, { error: 'is not a known network' });
export type Network = z.infer<typeof Network>;
