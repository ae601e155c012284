import { z } from 'zod';

/** The versions of the networks' APIs, which end after one or two years. */
export const NETWORK_VERSIONS = {
  META_GRAPH_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, 'is not a version such as v26.0')
    .default('v26.0'),
  TIKTOK_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, 'is not a version such as v1.3')
    .default('v1.3'),
  GOOGLE_ADS_VERSION: z
    .string()
    .regex(/^v\d+$/, 'is not a version such as v26')
    .default('v26'),
  DATA_MANAGER_VERSION: z
    .string()
    .regex(/^v\d+$/, 'is not a version such as v1')
    .default('v1'),
};

export interface NetworkVersions {
  meta: string;
  tiktok: string;
  googleAds: string;
  dataManager: string;
}

export const networkVersions = (vars: Record<keyof typeof NETWORK_VERSIONS, string>): NetworkVersions => ({
  meta: vars.META_GRAPH_VERSION,
  tiktok: vars.TIKTOK_API_VERSION,
  googleAds: vars.GOOGLE_ADS_VERSION,
  dataManager: vars.DATA_MANAGER_VERSION,
});
