import type { NetworkKind } from '@trailmark/contract/network-accounts';
import type { AdReportQuery, AdReportRow } from '@trailmark/core/networks/ad-report';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';
import { readMetaReport } from '../meta/read-report.ts';
import { readTiktokReport } from '../tiktok/read-report.ts';
import type { AccountAccess, ImportKey } from './import-store.ts';

interface ReadAt {
  projectId: string;
  query: AdReportQuery;
  token: string;
  signal: AbortSignal;
}

/** Networks that say what ads cost. */
const NETWORKS: Partial<
  Record<NetworkKind, { label: string; read: (kit: Kit, at: ReadAt) => Promise<AdReportRow[]> }>
> = {
  META: { label: 'Meta', read: readMetaReport },
  TIKTOK: { label: 'TikTok', read: readTiktokReport },
};

export const labelOf = (kind: NetworkKind): string => NETWORKS[kind]?.label ?? kind;

const Tokens = z.object({ access_token: z.string() });

/** Asks the network of an account what its ads cost. */
export async function readReport(
  kit: Kit,
  { projectId, kind, adAccountId }: ImportKey,
  {
    access,
    days,
    signal,
  }: { access: AccountAccess; days: { from: string; to: string }; signal: AbortSignal },
): Promise<AdReportRow[]> {
  const network = NETWORKS[kind];
  if (!network) throw new AppError('conflict', 'This network does not say what ads cost.');
  const tokens = Tokens.safeParse(kit.secrets.open('networks', access.sealed_tokens)).data;
  if (!tokens) throw new AppError('conflict', 'Its token cannot be read any more. Connect again.');
  const query = { accountId: adAccountId, ...days };
  return await network.read(kit, { projectId, query, token: tokens.access_token, signal });
}
