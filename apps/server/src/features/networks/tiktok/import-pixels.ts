import type { TiktokLeftOut } from '@trailmark/contract/tiktok';
import type { AuditActor } from '../../../access/caller.ts';
import { storeImported } from '../../../networks/network-accounts.ts';
import { getLogins, readWithLogin, syncConnections } from '../../../networks/network-logins.ts';
import { listAccounts } from '../../../networks/network-store.ts';
import type { Kit } from '../../../platform/kit.ts';
import { getTiktokApp, tiktokKey } from './ask-tiktok.ts';
import { type PixelAccount, readPixels } from './read-pixels.ts';

/** Reads the pixels of everybody who has connected, keeps those that are new or changed, and gives the others. */
export async function importPixels(
  kit: Kit,
  { projectId, actor }: { projectId: string; actor: AuditActor },
): Promise<TiktokLeftOut[]> {
  const key = tiktokKey(projectId);
  const app = await getTiktokApp(kit, projectId);
  const pixels: (PixelAccount & { login_id: string })[] = [];
  const leftOut: TiktokLeftOut[] = [];
  for (const login of await getLogins(kit, key)) {
    const reached = await readWithLogin(kit, { ...key, login }, (token) => readPixels(kit, { app, token }));
    pixels.push(...(reached?.pixels ?? []).map((pixel) => ({ ...pixel, login_id: login.login_id })));
    leftOut.push(...(reached?.leftOut ?? []));
  }
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const known = new Set((await listAccounts(tx, key)).map(({ external_id }) => external_id));
    // One that was imported before it was unbound is disabled.
    const imported = pixels.filter(({ isUnbound, external_id: id }) => !isUnbound || known.has(id));
    await storeImported(
      tx,
      { ...key, now, actor, noun: 'pixel' },
      imported.map(({ isUnbound: _, ...pixel }) => pixel),
    );
    // One that another login reaches now is sent to with the token of that one.
    await syncConnections(tx, kit, key, { mends: false });
  });
  return leftOut;
}
