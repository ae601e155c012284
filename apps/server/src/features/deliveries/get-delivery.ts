import type { DeliveryDetails } from '@trailmark/contract/deliveries';
import { blackOut } from '../../connections/black-out.ts';
import { type ConnectionKey, findConnection } from '../../connections/connection.ts';
import { findCredentials, mapEvent, openDestination } from '../../connections/destination-of.ts';
import { withDetails } from '../../connections/read-network-events.ts';
import { type DueDelivery, readDelivery } from '../../connections/read-sources.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { type BatchRecord, unpackRecord } from './pack-record.ts';
import { presentDelivery } from './present.ts';
import type { HistoryEntry } from './record-batch.ts';
import { findRow, listBatches } from './store.ts';

type Attempt = DeliveryDetails['history'][number];

async function readBatches(
  { db }: Kit,
  projectId: string,
  history: readonly HistoryEntry[],
): Promise<Map<string, BatchRecord>> {
  const rows = await listBatches(
    db,
    projectId,
    history.flatMap(({ batch_id }) => batch_id ?? []),
  );
  const entries = rows.map(
    async ({ batch_id, record }): Promise<[string, BatchRecord]> => [batch_id, await unpackRecord(record)],
  );
  return new Map(await Promise.all(entries));
}

/** The requests of an attempt that the delivery was in. */
function attemptOf(entry: HistoryEntry, n: number, record: BatchRecord | undefined): Attempt {
  const own = record?.requests.filter(({ items }) => entry.item !== null && items.includes(entry.item)) ?? [];
  return {
    attempt: n + 1,
    at: entry.at,
    verdict: entry.verdict,
    requests: own.map(({ durationMs, items, ...request }) => ({
      ...request,
      duration_ms: durationMs,
      items: items.length,
    })),
  };
}

/** As it would be mapped now. */
async function mapNow(kit: Kit, key: ConnectionKey, source: DueDelivery | null): Promise<unknown> {
  const { db, secrets, clock } = kit;
  const connection = await findConnection(db, key);
  if (!connection || !source?.event) return null;
  if (findCredentials(secrets, connection.sealed_credentials) === null) return null;
  const open = openDestination(kit, connection, clock.now());
  const [known] = await withDetails(db, connection, [source]);
  if (!known?.event) return null;
  const mapped = mapEvent(open, known.event, clock.now());
  return 'send' in mapped ? JSON.parse(blackOut(JSON.stringify(mapped.send), open.secrets)) : null;
}

/** A delivery with what was sent and what came back. */
export async function getDelivery(
  kit: Kit,
  { projectId, deliveryId }: { projectId: string; deliveryId: string },
): Promise<DeliveryDetails> {
  const [sourceId = '', connectionId = ''] = deliveryId.split('.');
  const key = { projectId, connectionId, sourceId };
  const row = await findRow(kit.db, key);
  if (!row) throw new AppError('not_found', 'We couldn’t find this delivery.');
  const lines = row.history?.split('\n') ?? [];
  const history = lines.map((line) => JSON.parse(line) as HistoryEntry);
  const batches = await readBatches(kit, projectId, history);
  const last = history.at(-1);
  const sent = last?.batch_id ? batches.get(last.batch_id)?.items[last.item ?? -1] : undefined;
  const source = await readDelivery(kit.db, key);
  return {
    ...presentDelivery(row),
    user_id: source?.event?.userId ?? null,
    payload: (sent ?? (await mapNow(kit, key, source))) as DeliveryDetails['payload'],
    history: history.map((entry, n) => attemptOf(entry, n, batches.get(entry.batch_id ?? ''))),
  };
}
