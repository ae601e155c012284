import type { OutboundRequest } from '@trailmark/core/destinations/destination';
import type { MetaApp } from '@trailmark/core/networks/meta/meta-auth';
import { readMetaError } from '@trailmark/core/networks/meta/meta-error';
import type { z } from 'zod';
import { askNetwork } from '../../../networks/ask-network.ts';
import { type AppKey, getApp } from '../../../networks/network-app.ts';
import type { Kit } from '../../../platform/kit.ts';

/** In addresses of pages. */
export const SLUG = 'meta';
const API = { label: 'Meta', readError: readMetaError };

export const metaKey = (projectId: string): AppKey => ({ projectId, kind: 'META', label: API.label });

export const askMeta = <Schema extends z.ZodType>(
  kit: Pick<Kit, 'env'>,
  request: OutboundRequest,
  schema: Schema,
): Promise<z.output<Schema>> => askNetwork(kit, API, { request, schema });

export async function getMetaApp(kit: Kit, projectId: string): Promise<MetaApp> {
  return { version: kit.env.networkVersions.meta, ...(await getApp(kit, metaKey(projectId))) };
}
