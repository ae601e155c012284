import type { EventMap } from '@trailmark/core/destinations/event-map';
import { type ConnectionRow, findConnection } from '../../connections/connection.ts';
import { type OpenDestination, openDestination } from '../../connections/destination-of.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { type EventMapRow, listMappedAccounts } from './store.ts';

export interface AccountKey {
  projectId: string;
  adNetworkId: string;
}

export const NOT_SET_UP =
  'This account is not set up to be sent events yet. Finish its setup under Integrations first.';

export const asEventMap = (row: Omit<EventMapRow, 'project_id' | 'created_at' | 'updated_at'>): EventMap => ({
  id: row.id,
  event: row.event,
  networkEvent: row.network_event,
  value: row.value,
  installs: row.installs,
  times: row.times,
  consent: row.consent,
});

/** An account with the connection by which it is sent events. */
export async function getAccount({ db }: Kit, { projectId, adNetworkId }: AccountKey) {
  const account = (await listMappedAccounts(db, projectId)).find((one) => one.ad_network_id === adNetworkId);
  if (!account) throw new AppError('not_found', 'We couldn’t find this account.');
  const connection = await findConnection(db, { projectId, connectionId: adNetworkId });
  if (!connection) throw new AppError('conflict', NOT_SET_UP);
  return { kind: account.kind, connection };
}

/** Its destination as deliveries use it, with other maps. */
export function openWith(kit: Kit, connection: ConnectionRow, maps: EventMap[]): OpenDestination {
  const settings = { ...connection.settings, maps } as ConnectionRow['settings'];
  return openDestination(kit, { ...connection, settings }, kit.clock.now());
}
