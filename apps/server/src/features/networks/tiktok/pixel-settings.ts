import type { TiktokPixel } from '@trailmark/contract/tiktok';
import type { AuditActor } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import { getAccount } from '../../../networks/network-accounts.ts';
import { type NetworkAccountRow, saveAccountSettings } from '../../../networks/network-store.ts';
import { syncConnection } from '../../../networks/sync-connection.ts';
import type { Kit } from '../../../platform/kit.ts';

const HINT_CHARACTERS = 6;

interface PixelKey {
  projectId: string;
  adNetworkId: string;
}

export const getPixel = (db: Db | Tx, key: PixelKey): Promise<NetworkAccountRow> =>
  getAccount(db, { ...key, kind: 'TIKTOK', noun: 'pixel' });

export function presentPixel(row: NetworkAccountRow): TiktokPixel {
  const [advertiserId = '', pixelCode = ''] = row.external_id.split('/');
  const {
    app_id_android: android = null,
    app_id_ios: ios = null,
    test_event_code: code = null,
  } = row.settings;
  return {
    account_id: row.ad_network_id,
    advertiser_id: advertiserId,
    pixel_code: pixelCode,
    name: row.name,
    app_ids: { android, ios },
    test_event_code: code,
    access_token_hint: row.credential_hints.access_token ?? null,
  };
}

/** undefined: stays as it is; null: is deleted. */
interface PixelChange {
  android: string | null | undefined;
  ios: string | null | undefined;
  testEventCode: string | null | undefined;
  token: string | null | undefined;
}

function credentialsOf({ secrets }: Kit, row: NetworkAccountRow, token: PixelChange['token']) {
  if (token === undefined) {
    return { sealed_credentials: row.sealed_credentials, credential_hints: row.credential_hints };
  }
  if (token === null) return { sealed_credentials: null, credential_hints: {} };
  return {
    sealed_credentials: secrets.seal('networks', { access_token: token }),
    credential_hints: { access_token: token.slice(0, HINT_CHARACTERS) },
  };
}

export async function savePixel(
  kit: Kit,
  { actor, ...key }: PixelKey & { actor: AuditActor },
  { android, ios, testEventCode, token }: PixelChange,
): Promise<NetworkAccountRow> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const row = await getPixel(tx, key);
    const settings = {
      ...row.settings,
      ...(android === undefined ? {} : { app_id_android: android }),
      ...(ios === undefined ? {} : { app_id_ios: ios }),
      ...(testEventCode === undefined ? {} : { test_event_code: testEventCode }),
    };
    await saveAccountSettings(tx, now, { ...key, settings, ...credentialsOf(kit, row, token) });
    await syncConnection(tx, kit, key);
    const saved = await getPixel(tx, key);
    const { app_ids: idsBefore, test_event_code: codeBefore } = presentPixel(row);
    const { app_ids: idsAfter, test_event_code: codeAfter } = presentPixel(saved);
    await recordChange(tx, now, {
      projectId: key.projectId,
      actor,
      action: 'network.conversions_changed',
      target: `TikTok: ${row.name}`,
      before: { ...idsBefore, test_event_code: codeBefore },
      after: { ...idsAfter, test_event_code: codeAfter },
    });
    return saved;
  });
}
