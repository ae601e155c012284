import type { OutboundRequest } from '@trailmark/core/destinations/destination';
import type { TiktokApp } from '@trailmark/core/networks/tiktok/tiktok-auth';
import { readTiktokError } from '@trailmark/core/networks/tiktok/tiktok-error';
import { z } from 'zod';
import { askNetwork } from '../../../networks/ask-network.ts';
import { type AppKey, getApp } from '../../../networks/network-app.ts';
import type { Kit } from '../../../platform/kit.ts';

/** In addresses of pages. */
export const SLUG = 'tiktok';
const API = { label: 'TikTok', readError: readTiktokError };

export const tiktokKey = (projectId: string): AppKey => ({ projectId, kind: 'TIKTOK', label: API.label });

const Envelope = z.object({ code: z.int(), data: z.unknown() }).transform(({ data }) => data);

/** Asks TikTok, and gives the data of its answer. */
export const askTiktok = <Schema extends z.ZodType>(
  kit: Pick<Kit, 'env'>,
  request: OutboundRequest,
  data: Schema,
): Promise<z.output<Schema>> => askNetwork(kit, API, { request, schema: Envelope.pipe(data) });

export async function getTiktokApp(kit: Kit, projectId: string): Promise<TiktokApp> {
  return { version: kit.env.networkVersions.tiktok, ...(await getApp(kit, tiktokKey(projectId))) };
}
