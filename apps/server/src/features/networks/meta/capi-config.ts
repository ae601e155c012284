import type { MetaCapiConfig } from '@trailmark/contract/meta';
import { checkCapi, datasetRequest, testEventRequest } from '@trailmark/core/networks/meta/meta-check';
import { z } from 'zod';
import type { AuditActor } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import { blackOut } from '../../../connections/black-out.ts';
import { createSendRequest } from '../../../connections/send-request.ts';
import type { Db, Tx } from '../../../db/connection.ts';
import { findAccount, type NetworkAccountRow, saveAccountSettings } from '../../../networks/network-store.ts';
import { syncConnection } from '../../../networks/sync-connection.ts';
import { AppError, badField } from '../../../platform/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import type { Kit } from '../../../platform/kit.ts';

const HINT_CHARACTERS = 6;

interface AccountKey {
  projectId: string;
  adNetworkId: string;
  /** Where a client names it too, it must be the same account. */
  accountId?: string | undefined;
}

export async function getAccount(
  db: Db | Tx,
  { projectId, adNetworkId, accountId }: AccountKey,
): Promise<NetworkAccountRow> {
  const row = await findAccount(db, { projectId, kind: 'META', adNetworkId });
  const isOther = accountId !== undefined && accountId.replace(/^act_/, '') !== row?.external_id;
  if (!row || isOther) throw new AppError('not_found', 'We couldn’t find this ad account.');
  return row;
}

export const presentCapi = (row: NetworkAccountRow): MetaCapiConfig => ({
  network_account_id: row.ad_network_id,
  account_id: row.external_id,
  dataset_id: row.settings.dataset_id ?? null,
  capi_access_token_hint: row.credential_hints.capi_access_token ?? null,
  test_event_code: row.settings.test_event_code ?? null,
});

interface CapiChange {
  datasetId: string;
  token: string | undefined;
  testEventCode: string | null | undefined;
}

export async function saveCapi(
  kit: Kit,
  { actor, ...key }: AccountKey & { actor: AuditActor },
  { datasetId, token, testEventCode }: CapiChange,
): Promise<NetworkAccountRow> {
  const { projectId, adNetworkId } = key;
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const row = await getAccount(tx, key);
    if (token === undefined && row.sealed_credentials === null) {
      throw badField('capi_access_token', 'is required');
    }
    const code = testEventCode === undefined ? (row.settings.test_event_code ?? null) : testEventCode;
    await saveAccountSettings(tx, now, {
      projectId,
      adNetworkId,
      settings: { ...row.settings, dataset_id: datasetId, test_event_code: code },
      sealed_credentials:
        token === undefined
          ? row.sealed_credentials
          : kit.secrets.seal('networks', { capi_access_token: token }),
      credential_hints:
        token === undefined
          ? row.credential_hints
          : { ...row.credential_hints, capi_access_token: token.slice(0, HINT_CHARACTERS) },
    });
    await syncConnection(tx, kit, { projectId, adNetworkId });
    await recordChange(tx, now, {
      projectId,
      actor,
      action: 'network.conversions_changed',
      target: `Meta: ${row.name}`,
      before: { dataset_id: row.settings.dataset_id ?? null },
      after: { dataset_id: datasetId },
    });
  });
  return await getAccount(kit.db, key);
}

const Credentials = z.object({ capi_access_token: z.string() });

/** Asks Meta about the dataset, and sends it one event that nobody optimises ads by. */
export async function verifyCapi(kit: Kit, key: AccountKey) {
  const row = await getAccount(kit.db, key);
  const opened = row.sealed_credentials && kit.secrets.open('networks', row.sealed_credentials);
  const accessToken = Credentials.safeParse(opened).data?.capi_access_token;
  const datasetId = row.settings.dataset_id;
  if (!accessToken || !datasetId) {
    throw new AppError('conflict', 'Enter the dataset id and its access token first.');
  }
  const access = { version: kit.env.networkVersions.meta, datasetId, accessToken };
  const send = createSendRequest(kit.env, { isTool: true });
  const now = kit.clock.now();
  const dataset = await send(datasetRequest(access));
  const testEventCode = row.settings.test_event_code ?? null;
  const event = await send(testEventRequest(access, { id: newId(now), testEventCode, now }));
  const check = checkCapi(dataset, event);
  return {
    token_ok: check.tokenOk,
    dataset_ok: check.datasetOk,
    app_linked: check.appLinked,
    event_accepted: check.eventAccepted,
    reason: check.reason && blackOut(check.reason, [accessToken]),
    fbtrace_id: check.traceId,
  };
}
