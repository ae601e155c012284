import type { NetworkKind } from '@trailmark/contract/network-accounts';
import type { AdReportQuery, AdReportRow } from '@trailmark/core/networks/ad-report';
import { z } from 'zod';
import { freshGoogleToken } from '../../../networks/google-login.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';
import { readGoogleReport } from '../google/read-report.ts';
import { readMetaReport } from '../meta/read-report.ts';
import { readTiktokReport } from '../tiktok/read-report.ts';
import type { AccountAccess, ImportKey } from './import-store.ts';

interface ReadAt {
  projectId: string;
  query: AdReportQuery;
  token: string;
  /** Of the account. */
  settings: AccountAccess['settings'];
  signal: AbortSignal;
}

/** Networks that say what ads cost. */
const READERS: Partial<Record<NetworkKind, (kit: Kit, at: ReadAt) => Promise<AdReportRow[]>>> = {
  META: readMetaReport,
  GOOGLE: readGoogleReport,
  TIKTOK: readTiktokReport,
};

const Tokens = z.object({ access_token: z.string() });

async function tokenOf(
  kit: Kit,
  { projectId, kind }: ImportKey,
  { login_id: loginId, sealed_tokens: sealed }: AccountAccess,
): Promise<string> {
  if (kind === 'GOOGLE') return await freshGoogleToken(kit, { projectId, loginId });
  const tokens = Tokens.safeParse(kit.secrets.open('networks', sealed)).data;
  if (!tokens) throw new AppError('conflict', 'Its token cannot be read any more. Connect again.');
  return tokens.access_token;
}

/** Asks the network of an account what its ads cost. */
export async function readReport(
  kit: Kit,
  key: ImportKey,
  {
    access,
    days,
    signal,
  }: { access: AccountAccess; days: { from: string; to: string }; signal: AbortSignal },
): Promise<AdReportRow[]> {
  const read = READERS[key.kind];
  if (!read) throw new AppError('conflict', 'This network reports no spend.');
  return await read(kit, {
    projectId: key.projectId,
    query: { accountId: key.adAccountId, ...days },
    signal,
    token: await tokenOf(kit, key, access),
    settings: access.settings,
  });
}
