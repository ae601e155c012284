import { findMap } from '@trailmark/core/destinations/event-map';
import {
  deviceKeys,
  META_INSTALL,
  META_INSTALL_DAYS,
} from '@trailmark/core/destinations/meta-capi/meta-install';
import type { NetworkEvent } from '@trailmark/core/destinations/network-event';
import { sql } from 'kysely';
import { bulk } from '../db/bulk.ts';
import type { Db, Tx } from '../db/connection.ts';
import type { ConnectionRow, MetaSettings } from './connection.ts';
import type { DueDelivery } from './read-sources.ts';

interface InstallKey {
  device_key: string;
  source_id: string;
  occurred_at: Date;
}

const KEYS = bulk<InstallKey>({ device_key: 'text', source_id: 'uuid', occurred_at: 'timestamptz' });

const keysOf = (sourceId: string, event: NetworkEvent): InstallKey[] =>
  deviceKeys(event).map((device_key) => ({ device_key, source_id: sourceId, occurred_at: event.occurredAt }));

/** Those of some events of whose device or person another install was sent to a dataset. */
async function findSent(
  db: Db,
  { projectId, datasetId }: { projectId: string; datasetId: string },
  keys: InstallKey[],
): Promise<Set<string>> {
  const { rows } = await sql<{ source_id: string }>`
    select distinct r.source_id from ${KEYS.rows(keys)}
    join sent_installs s on s.project_id = ${projectId} and s.dataset_id = ${datasetId}
      and s.device_key = r.device_key and s.source_id <> r.source_id
    where s.occurred_at > r.occurred_at - make_interval(days => ${META_INSTALL_DAYS})
      and s.occurred_at < r.occurred_at + make_interval(days => ${META_INSTALL_DAYS})`.execute(db);
  return new Set(rows.map(({ source_id }) => source_id));
}

/** The connection that deliveries are read for. */
export type DetailedConnection = Pick<ConnectionRow, 'project_id' | 'kind'> &
  Partial<Pick<ConnectionRow, 'settings'>>;

/** Marks installs that Meta would not count, because it was sent one of the same device or person. */
export async function markSentInstalls(
  db: Db,
  { project_id: projectId, kind, settings }: DetailedConnection,
  due: DueDelivery[],
): Promise<DueDelivery[]> {
  if (kind !== 'META' || !settings) return due;
  const { datasetId, maps } = settings as MetaSettings;
  const isInstall = (event: NetworkEvent) =>
    event.kind === 'install' ||
    event.kind === 'reinstall' ||
    findMap(event, maps)?.networkEvent === META_INSTALL;
  const keys = due.flatMap(({ sourceId, event }) =>
    event && isInstall(event as NetworkEvent) ? keysOf(sourceId, event as NetworkEvent) : [],
  );
  if (keys.length === 0) return due;
  const sent = await findSent(db, { projectId, datasetId }, keys);
  return due.map((delivery) => {
    const { sourceId, event } = delivery;
    return event && sent.has(sourceId) ? { ...delivery, event: { ...event, isInstallSent: true } } : delivery;
  });
}

/** Remembers the installs among what was delivered to a dataset. */
export async function storeSentInstalls(
  tx: Tx,
  { projectId, datasetId }: { projectId: string; datasetId: string },
  delivered: readonly { due: DueDelivery; item: unknown }[],
): Promise<void> {
  const installs = delivered.filter(
    ({ item }) => (item as { event_name?: string }).event_name === META_INSTALL,
  );
  const keys = new Map(
    installs
      .flatMap(({ due: { sourceId, event } }) => (event ? keysOf(sourceId, event as NetworkEvent) : []))
      .map((key) => [key.device_key, key]),
  );
  if (keys.size === 0) return;
  await sql`insert into sent_installs (project_id, dataset_id, device_key, source_id, occurred_at)
    select ${projectId}::uuid, ${datasetId}, r.device_key, r.source_id, r.occurred_at
    from ${KEYS.rows([...keys.values()])} order by r.device_key
    on conflict (project_id, dataset_id, device_key) do update set
      source_id = excluded.source_id, occurred_at = excluded.occurred_at`.execute(tx);
}
