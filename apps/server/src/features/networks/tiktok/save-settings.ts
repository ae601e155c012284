import type { TiktokSettings } from '@trailmark/contract/tiktok';
import type { AuditActor } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import { findSettings, saveSettings } from '../../../networks/network-store.ts';
import { badField } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';
import { TIKTOK } from './ask-tiktok.ts';
import { redirectUriOf } from './connect-tiktok.ts';

const HINT_CHARACTERS = 4;

export async function presentSettings(kit: Kit, projectId: string): Promise<TiktokSettings> {
  const row = await findSettings(kit.db, { projectId, kind: TIKTOK });
  return {
    app_id: row?.settings.app_id ?? null,
    app_secret_hint: row?.settings.app_secret_hint ?? null,
    redirect_uri: redirectUriOf(kit),
  };
}

export async function saveTiktokSettings(
  kit: Kit,
  { projectId, actor }: { projectId: string; actor: AuditActor },
  { appId, appSecret }: { appId: string; appSecret: string | undefined },
): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const before = await findSettings(tx, { projectId, kind: TIKTOK });
    // A secret belongs to its app.
    const isSameApp = before?.settings.app_id === appId;
    if (appSecret === undefined && !(before && isSameApp)) throw badField('app_secret', 'is required');
    const hint = appSecret?.slice(0, HINT_CHARACTERS) ?? before?.settings.app_secret_hint ?? '';
    await saveSettings(tx, now, {
      ...{ projectId, kind: TIKTOK, settings: { app_id: appId, app_secret_hint: hint } },
      sealed_secrets:
        appSecret === undefined ? (before?.sealed_secrets ?? '') : kit.secrets.seal('networks', appSecret),
    });
    await recordChange(tx, now, {
      ...{ projectId, actor, action: 'network.settings_changed', target: 'TikTok' },
      before: { app_id: before?.settings.app_id ?? null },
      after: { app_id: appId },
    });
  });
}
