import type { GoogleAdsSettings } from '@trailmark/contract/google-ads';
import type { AuditActor } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import { GoogleSecrets, googleKey } from '../../../networks/google-login.ts';
import { HINT_CHARACTERS, redirectUriOf } from '../../../networks/network-app.ts';
import { syncConnections } from '../../../networks/network-logins.ts';
import { findSettings, saveSettings } from '../../../networks/network-store.ts';
import { AppError, badField } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';

/** In addresses of pages. */
export const SLUG = 'google_ads';

export async function presentSettings(kit: Kit, projectId: string): Promise<GoogleAdsSettings> {
  const settings = (await findSettings(kit.db, googleKey(projectId)))?.settings;
  return {
    client_id: settings?.client_id ?? null,
    client_secret_hint: settings?.client_secret_hint ?? null,
    dev_token_hint: settings?.dev_token_hint ?? null,
    app_analytics_provider_id: settings?.app_analytics_provider_id ?? null,
    redirect_uri: redirectUriOf(kit, SLUG),
  };
}

/** What is entered; undefined: it stays as it is, null: it is deleted. */
interface EnteredSettings {
  client_id: string;
  client_secret?: string | undefined;
  dev_token?: string | null | undefined;
  app_analytics_provider_id?: string | null | undefined;
}

/** What was entered before. */
interface StoredSettings {
  clientId: string;
  clientSecret: string | null;
  devToken: string | null;
  providerId: string | null;
}

async function findStored(
  db: Db | Tx,
  { secrets }: Pick<Kit, 'secrets'>,
  projectId: string,
): Promise<StoredSettings | null> {
  const row = await findSettings(db, googleKey(projectId));
  if (!row) return null;
  const opened = GoogleSecrets.safeParse(secrets.open('networks', row.sealed_secrets)).data;
  return {
    clientId: row.settings.client_id ?? '',
    clientSecret: opened?.client_secret ?? null,
    devToken: opened?.dev_token ?? null,
    providerId: row.settings.app_analytics_provider_id ?? null,
  };
}

/** Whether the app conversion API can be used, and by which number Google knows us. */
export async function findAppAccess(kit: Kit, projectId: string) {
  const stored = await findStored(kit.db, kit, projectId);
  return { hasDevToken: Boolean(stored?.devToken), providerId: stored?.providerId ?? null };
}

function merge(before: StoredSettings | null, entered: EnteredSettings): StoredSettings {
  const isSameClient = before?.clientId === entered.client_id;
  // A secret belongs to its client.
  const clientSecret = entered.client_secret ?? (isSameClient ? before.clientSecret : null);
  if (clientSecret === null) throw badField('client_secret', 'is required');
  const kept = <Value>(given: Value | undefined, old: Value | undefined) =>
    given === undefined ? (old ?? null) : given;
  return {
    clientId: entered.client_id,
    clientSecret,
    devToken: kept(entered.dev_token, before?.devToken),
    providerId: kept(entered.app_analytics_provider_id, before?.providerId),
  };
}

const isEqual = (one: StoredSettings, other: StoredSettings) => JSON.stringify(one) === JSON.stringify(other);

const hintOf = (name: string, secret: string | null) =>
  secret === null ? {} : { [name]: secret.slice(0, HINT_CHARACTERS) };

interface Saving {
  projectId: string;
  actor: AuditActor;
  /** A second client would silently replace the first. */
  ifNew: boolean;
}

/** Saves the OAuth client, and what events of apps are sent with. To send the same again changes nothing. */
export async function saveGoogleSettings(
  kit: Kit,
  { projectId, actor, ifNew }: Saving,
  entered: EnteredSettings,
): Promise<void> {
  const now = kit.clock.now();
  const key = googleKey(projectId);
  await kit.db.transaction().execute(async (tx) => {
    const before = await findStored(tx, kit, projectId);
    const after = merge(before, entered);
    if (before && isEqual(before, after)) return;
    if (before && ifNew) {
      throw new AppError('conflict', 'An OAuth client is entered already. Change that one instead.');
    }
    const { clientId, clientSecret, devToken, providerId } = after;
    await saveSettings(tx, now, {
      projectId,
      kind: key.kind,
      settings: {
        client_id: clientId,
        ...hintOf('client_secret_hint', clientSecret),
        ...hintOf('dev_token_hint', devToken),
        ...(providerId === null ? {} : { app_analytics_provider_id: providerId }),
      },
      sealed_secrets: kit.secrets.seal('networks', { client_secret: clientSecret, dev_token: devToken }),
    });
    await syncConnections(tx, kit, key);
    const shown = (settings: StoredSettings | null) => ({
      client_id: settings?.clientId ?? null,
      app_analytics_provider_id: settings?.providerId ?? null,
      has_dev_token: settings !== null && settings.devToken !== null,
    });
    await recordChange(tx, now, {
      projectId,
      actor,
      action: 'network.settings_changed',
      target: key.label,
      before: shown(before),
      after: shown(after),
    });
  });
}
