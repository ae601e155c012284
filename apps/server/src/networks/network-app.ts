import type { NetworkApp } from '@trailmark/contract/network-accounts';
import type { AuditActor } from '../access/caller.ts';
import { recordChange } from '../audit/record.ts';
import { AppError, badField } from '../platform/app-error.ts';
import type { Kit } from '../platform/kit.ts';
import { findSettings, type NetworkKey, saveSettings } from './network-store.ts';

/** Of a secret so many characters are shown. */
export const HINT_CHARACTERS = 4;

/** Whose app, at which network. */
export interface AppKey extends NetworkKey {
  /** The network in words. */
  label: string;
}

/** The page of the dashboard to which a network sends people back. */
export const redirectUriOf = ({ publicUrl }: Pick<Kit, 'publicUrl'>, slug: string): string =>
  `${publicUrl}/integrations/${slug}/callback`;

/** The advertiser's own app; without it nobody can connect. */
export async function getApp(
  { db, secrets }: Kit,
  { projectId, kind, label }: AppKey,
): Promise<{ appId: string; appSecret: string }> {
  const row = await findSettings(db, { projectId, kind });
  if (!row) {
    throw new AppError('conflict', `Enter the app id and the app secret of your app at ${label} first.`);
  }
  const appSecret = secrets.open('networks', row.sealed_secrets);
  if (typeof appSecret !== 'string') {
    throw new AppError('conflict', 'The app secret cannot be read any more. Enter it again.');
  }
  return { appId: row.settings.app_id ?? '', appSecret };
}

export async function presentApp(kit: Kit, key: NetworkKey, slug: string): Promise<NetworkApp> {
  const row = await findSettings(kit.db, key);
  return {
    app_id: row?.settings.app_id ?? null,
    app_secret_hint: row?.settings.app_secret_hint ?? null,
    redirect_uri: redirectUriOf(kit, slug),
  };
}

export async function saveApp(
  kit: Kit,
  { actor, label, ...key }: AppKey & { actor: AuditActor },
  { appId, appSecret }: { appId: string; appSecret: string | undefined },
): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const before = await findSettings(tx, key);
    // A secret belongs to its app.
    const isSameApp = before?.settings.app_id === appId;
    if (appSecret === undefined && !(before && isSameApp)) throw badField('app_secret', 'is required');
    const hint = appSecret?.slice(0, HINT_CHARACTERS) ?? before?.settings.app_secret_hint ?? '';
    await saveSettings(tx, now, {
      ...key,
      settings: { app_id: appId, app_secret_hint: hint },
      sealed_secrets:
        appSecret === undefined ? (before?.sealed_secrets ?? '') : kit.secrets.seal('networks', appSecret),
    });
    await recordChange(tx, now, {
      projectId: key.projectId,
      actor,
      action: 'network.settings_changed',
      target: label,
      before: { app_id: before?.settings.app_id ?? null },
      after: { app_id: appId },
    });
  });
}
