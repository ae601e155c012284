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
};

export interface NetworkVersions {
  meta: string;
  tiktok: string;
}
