import type { TiktokLeftOut } from '@trailmark/contract/tiktok';
import type { TiktokApp } from '@trailmark/core/networks/tiktok/tiktok-auth';
import { z } from 'zod';
import type { AuditActor } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import {
  importAccount,
  listAccounts,
  listLogins,
  loginNeedsAttention,
  type NetworkLoginRow,
} from '../../../networks/network-store.ts';
import { AppError } from '../../../platform/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import type { Kit } from '../../../platform/kit.ts';
import { getApp, TIKTOK, TiktokRefused } from './ask-tiktok.ts';
import { type PixelAccount, type ReachedPixels, readPixels } from './read-pixels.ts';

const Tokens = z.object({ access_token: z.string() });
const LOST = 'Its token cannot be read any more, because SECRET_KEY was changed. Connect again.';

/** The pixels that a login reaches; a login that TikTok does not accept any more is marked, and reaches none. */
async function pixelsOf(
  kit: Kit,
  app: TiktokApp,
  { projectId, login }: { projectId: string; login: NetworkLoginRow },
): Promise<ReachedPixels> {
  const { login_id: loginId } = login;
  const none = { pixels: [], leftOut: [] };
  const tokens = Tokens.safeParse(kit.secrets.open('networks', login.sealed_tokens)).data;
  if (!tokens) {
    await loginNeedsAttention(kit.db, { projectId, loginId, reason: LOST });
    return none;
  }
  try {
    return await readPixels(kit, { app, token: tokens.access_token });
  } catch (error) {
    const isLost = error instanceof TiktokRefused && ['bad_token', 'forbidden'].includes(error.error.meaning);
    if (!isLost) throw error;
    const reason = `TikTok answered ${error.error.words}. Connect again.`;
    await loginNeedsAttention(kit.db, { projectId, loginId, reason });
    return none;
  }
}

/** Reads the pixels of everybody who has connected, keeps those that are new or changed, and gives the others. */
export async function importPixels(
  kit: Kit,
  { projectId, actor }: { projectId: string; actor: AuditActor },
): Promise<TiktokLeftOut[]> {
  const key = { projectId, kind: TIKTOK };
  const app = await getApp(kit, projectId);
  const logins = await listLogins(kit.db, key);
  if (logins.length === 0) throw new AppError('conflict', 'Connect to TikTok first.');
  const pixels: (PixelAccount & { login_id: string })[] = [];
  const leftOut: TiktokLeftOut[] = [];
  for (const login of logins) {
    const reached = await pixelsOf(kit, app, { projectId, login });
    pixels.push(...reached.pixels.map((pixel) => ({ ...pixel, login_id: login.login_id })));
    leftOut.push(...reached.leftOut);
  }
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const known = new Set((await listAccounts(tx, key)).map(({ external_id }) => external_id));
    // One that was imported before it was unbound is disabled.
    const imported = pixels.filter(({ isUnbound, external_id: id }) => !isUnbound || known.has(id));
    for (const { isUnbound: _, ...pixel } of imported) {
      await importAccount(tx, now, { ...key, ...pixel, ad_network_id: newId(now) });
    }
    const target = `TikTok: ${imported.length} ${imported.length === 1 ? 'pixel' : 'pixels'}`;
    await recordChange(tx, now, { projectId, actor, action: 'network.accounts_imported', target });
  });
  return leftOut;
}
