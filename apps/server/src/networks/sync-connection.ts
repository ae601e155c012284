import type { MapValue } from '@trailmark/contract/event-maps';
import type { EventMap } from '@trailmark/core/destinations/event-map';
import { sql } from 'kysely';
import { z } from 'zod';
import {
  findConnection,
  insertConnection,
  type MetaSettings,
  setState,
  updateConnection,
} from '../connections/connection.ts';
import { sealCredentials } from '../connections/destination-of.ts';
import { announce } from '../db/changes.ts';
import type { Tx } from '../db/connection.ts';
import type { Kit } from '../platform/kit.ts';
import { findAccount } from './network-store.ts';

interface AccountKey {
  projectId: string;
  adNetworkId: string;
}

interface MapRow {
  id: string;
  event: string;
  network_event: string;
  value: MapValue;
  installs: EventMap['installs'];
  times: EventMap['times'];
  consent: EventMap['consent'];
}

async function listActiveMaps(tx: Tx, { projectId, adNetworkId }: AccountKey): Promise<EventMap[]> {
  const { rows } = await sql<MapRow>`select id, event, network_event, value, installs, times, consent
    from postback_event_maps where project_id = ${projectId} and ad_network_id = ${adNetworkId} and active
    order by event`.execute(tx);
  return rows.map(({ network_event: networkEvent, ...row }) => ({ ...row, networkEvent }));
}

/** The apps of a project in their stores. */
async function findBundleIds(tx: Tx, projectId: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ platform: string; app_id: string }>`select platform, min(app_id) as app_id
    from store_listings where project_id = ${projectId} and app_id is not null group by platform`.execute(tx);
  return Object.fromEntries(rows.map(({ platform, app_id }) => [platform.toLowerCase(), app_id]));
}

const Credentials = z.object({ capi_access_token: z.string() });

/** The connection by which an account is sent conversions, as the account and its event maps are now. */
export async function syncConnection(
  tx: Tx,
  { secrets, clock }: Pick<Kit, 'secrets' | 'clock'>,
  key: AccountKey,
): Promise<void> {
  const { projectId, adNetworkId } = key;
  const account = await findAccount(tx, { projectId, kind: 'META', adNetworkId });
  const opened = account?.sealed_credentials && secrets.open('networks', account.sealed_credentials);
  const credentials = Credentials.safeParse(opened).data;
  const datasetId = account?.settings.dataset_id;
  if (!account || !credentials || !datasetId) return;
  const maps = await listActiveMaps(tx, key);
  const settings: MetaSettings = {
    ...{ datasetId, testEventCode: account.settings.test_event_code ?? null, maps },
    bundleIds: await findBundleIds(tx, projectId),
    events: maps.map(({ event }) => event),
  };
  const [now, connectionId] = [clock.now(), adNetworkId];
  const stored = {
    ...{ name: account.name, settings, sealed_credentials: sealCredentials(secrets, credentials) },
    credential_hints: account.credential_hints,
  };
  const before = await findConnection(tx, { projectId, connectionId });
  if (before) await updateConnection(tx, now, { projectId, connectionId, ...stored });
  else {
    const made = { project_id: projectId, connection_id: connectionId, kind: 'META' as const };
    await insertConnection(tx, now, { ...made, ...stored });
  }
  // New credentials are how somebody mends one that needs attention.
  if (before?.state === 'attention') {
    await setState(tx, now, { projectId, connectionId, state: 'active', reason: null });
  }
  await announce(tx, { kind: 'project', projectId });
}
