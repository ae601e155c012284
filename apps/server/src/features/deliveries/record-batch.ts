import type { ConnectionKind } from '@trailmark/contract/connections';
import type { DeliveryEvent } from '@trailmark/core/destinations/delivery-event';
import type { MetaCapiConfig } from '@trailmark/core/destinations/meta-capi/meta-capi';
import { secondsToNextAttempt } from '@trailmark/core/destinations/retry-schedule';
import { sql } from 'kysely';
import { blackOut } from '../../connections/black-out.ts';
import type { ConnectionKey } from '../../connections/connection.ts';
import type { OpenDestination } from '../../connections/destination-of.ts';
import type { DueDelivery } from '../../connections/read-sources.ts';
import { storeSentInstalls } from '../../connections/sent-installs.ts';
import { bulk } from '../../db/bulk.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { later, SECOND_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { packRecord } from './pack-record.ts';
import type { Outcome, SentBatch } from './send-batch.ts';
import { storeClaims } from './store-claims.ts';

/** An attempt, as it is kept with its delivery: a line of JSON for each. */
export interface HistoryEntry {
  at: string;
  verdict: string;
  /** Where its requests are, and its index there. */
  batch_id: string | null;
  item: number | null;
}

interface VerdictRow {
  source_id: string;
  state: 'waiting' | 'rejected' | 'skipped';
  due_at: Date | null;
  is_attempt: boolean;
  reason: string | null;
  revision: number;
  /** A line of the history. */
  entry: string | null;
  /** Of one that is sent again: the person, as it was sent. */
  sent_as: Pick<DeliveryEvent, 'userId' | 'identities'> | null;
}

const VERDICTS = bulk<VerdictRow>({
  source_id: 'uuid',
  state: 'text',
  due_at: 'timestamptz',
  is_attempt: 'boolean',
  reason: 'text',
  revision: 'int',
  entry: 'text',
  sent_as: 'jsonb',
});

type Decided = Pick<VerdictRow, 'state' | 'due_at' | 'is_attempt' | 'reason'>;

const MOST_REASON = 500;

/** The state that follows from a verdict, of what was not delivered. */
function decide(
  outcome: Exclude<Outcome, 'delivered'>,
  { attempts, now, random }: { attempts: number; now: Date; random: number },
): Decided {
  if ('skipped' in outcome) {
    return { state: 'skipped', due_at: null, is_attempt: false, reason: outcome.skipped };
  }
  if ('rejected' in outcome) {
    return { state: 'rejected', due_at: null, is_attempt: true, reason: outcome.rejected };
  }
  // It stays due: it goes as soon as the connection does.
  if ('reconnect' in outcome) {
    return { state: 'waiting', due_at: now, is_attempt: false, reason: outcome.reconnect };
  }
  if ('untried' in outcome) {
    return { state: 'waiting', due_at: now, is_attempt: false, reason: outcome.untried };
  }
  const { retry, afterSeconds } = outcome;
  const seconds = secondsToNextAttempt(attempts + 1, { afterSeconds, random });
  if (seconds === null) {
    const reason = `given up after ${attempts + 1} attempts: ${retry}`;
    return { state: 'rejected', due_at: null, is_attempt: true, reason };
  }
  return { state: 'waiting', due_at: later(now, seconds * SECOND_MS), is_attempt: true, reason: retry };
}

interface Batch extends ConnectionKey {
  kind: ConnectionKind;
  due: readonly DueDelivery[];
  sent: SentBatch;
  /** What they were sent by. */
  by: OpenDestination;
  now: Date;
}

function rowsOf({ due, sent, by: { secrets }, now }: Batch, batchId: string): VerdictRow[] {
  return due.flatMap(({ sourceId, attempts, revision, event }, n): VerdictRow[] => {
    const outcome = sent.outcomes[n] ?? { untried: 'It was not sent.' };
    if (outcome === 'delivered') return [];
    const decided = decide(outcome, { attempts, now, random: Math.random() });
    const reason = decided.reason && blackOut(decided.reason, secrets).slice(0, MOST_REASON);
    const item = sent.indexes[n] ?? null;
    const entry: HistoryEntry = { at: now.toISOString(), verdict: reason ?? '', batch_id: batchId, item };
    const isTriedAgain = decided.state === 'waiting' && decided.is_attempt;
    return [
      {
        ...decided,
        reason,
        source_id: sourceId,
        revision,
        entry: decided.is_attempt ? JSON.stringify(entry) : null,
        sent_as: isTriedAgain && event ? { userId: event.userId, identities: event.identities } : null,
      },
    ];
  });
}

const LINE = sql.raw(`e'\\n'`);
/** Written so that rows are found by their key: the index of what waits would be read as a whole. */
const isWaiting = sql`d.state || '' = 'waiting'`;
/** The rows that are found, next to those that were given: each list once, and not one list for every row of the other. */
const EACH_ONCE = sql`set local enable_nestloop = off`;

/** Most are: they differ in nothing but their index. */
async function storeDelivered(
  tx: Tx,
  { projectId, connectionId, due, sent, now }: Batch,
  batchId: string,
): Promise<void> {
  const indexes = due.flatMap((_, n) => (sent.outcomes[n] === 'delivered' ? [n] : []));
  if (indexes.length === 0) return;
  const ids = `{${indexes.map((n) => due[n]?.sourceId).join()}}`;
  const revisions = `{${indexes.map((n) => due[n]?.revision).join()}}`;
  const items = `{${indexes.map((n) => sent.indexes[n]).join()}}`;
  const entry = JSON.stringify({ at: now.toISOString(), verdict: 'delivered', batch_id: batchId });
  const beforeItem = `${entry.slice(0, -1)},"item":`;
  await sql`
    with changed as (
      update deliveries d set state = 'delivered', due_at = null, delivered_at = ${now}, reason = null,
        attempts = d.attempts + 1, revision = r.revision,
        history = coalesce(d.history || ${LINE}, '') || ${beforeItem}::text || r.item || '}'
      from unnest(${ids}::uuid[], ${revisions}::int[], ${items}::int[]) as r (source_id, revision, item)
      where d.project_id = ${projectId} and d.connection_id = ${connectionId} and d.source_id = r.source_id
        and d.source_id = any(${ids}::uuid[]) and ${isWaiting}
      returning 1)
    insert into delivery_totals (project_id, connection_id, day, delivered)
    select ${projectId}::uuid, ${connectionId}::uuid, (${now}::timestamptz at time zone 'UTC')::date, count(*)
    from changed having count(*) > 0
    on conflict (project_id, connection_id, day) do update set
      delivered = delivery_totals.delivered + excluded.delivered`.execute(tx);
}

async function storeVerdicts(tx: Tx, { projectId, connectionId, now }: Batch, rows: VerdictRow[]) {
  if (rows.length === 0) return;
  await sql`
    with changed as (
      update deliveries d set state = r.state, due_at = r.due_at, reason = r.reason,
        sent_as = coalesce(d.sent_as, r.sent_as), attempts = d.attempts + r.is_attempt::int,
        revision = case when r.is_attempt then r.revision else d.revision end,
        history = case when r.entry is null then d.history
          else coalesce(d.history || ${LINE}, '') || r.entry end
      from ${VERDICTS.rows(rows)}
      where d.project_id = ${projectId} and d.connection_id = ${connectionId} and d.source_id = r.source_id
        and d.source_id = any(${rows.map(({ source_id }) => source_id)}::uuid[]) and ${isWaiting}
      returning d.state)
    insert into delivery_totals (project_id, connection_id, day, rejected, skipped)
    select ${projectId}::uuid, ${connectionId}::uuid, (${now}::timestamptz at time zone 'UTC')::date,
      count(*) filter (where state = 'rejected'), count(*) filter (where state = 'skipped')
    from changed having count(*) > 0
    on conflict (project_id, connection_id, day) do update set
      rejected = delivery_totals.rejected + excluded.rejected,
      skipped = delivery_totals.skipped + excluded.skipped`.execute(tx);
}

async function storeHealth(tx: Tx, { projectId, connectionId, sent, now }: Batch) {
  const { failures, blockedUntil, reason } = sent.breaker;
  const isDelivered = sent.outcomes.includes('delivered');
  await sql`update connections set failures = ${failures}, blocked_until = ${blockedUntil},
      reason = case when state = 'active' then ${reason} else reason end,
      last_delivered_at = case when ${isDelivered} then ${now}::timestamptz else last_delivered_at end
    where project_id = ${projectId} and connection_id = ${connectionId}`.execute(tx);
}

const deliveredOf = ({ due, sent: { outcomes, indexes, record } }: Batch) =>
  due.flatMap((one, n) =>
    outcomes[n] === 'delivered' ? [{ due: one, item: record.items[indexes[n] ?? -1] }] : [],
  );

/** Stores what became of a batch, all of it or nothing. Gives the size of what was sent. */
export async function recordBatch(db: Db, batch: Batch): Promise<number> {
  const { projectId, connectionId, by, now, sent } = batch;
  const batchId = newId(now);
  const rows = rowsOf(batch, batchId);
  const { record, characters } = await packRecord(sent.record, by.secrets);
  await db.transaction().execute(async (tx) => {
    await EACH_ONCE.execute(tx);
    if (sent.record.requests.length > 0) {
      await tx
        .insertInto('delivery_batches')
        .values({
          project_id: projectId,
          batch_id: batchId,
          connection_id: connectionId,
          sent_at: now,
          record,
        })
        .execute();
    }
    // First: those who change deliveries of a connection have locked it, so that nobody waits for one another in a circle.
    await storeHealth(tx, batch);
    await storeDelivered(tx, batch, batchId);
    await storeVerdicts(tx, batch, rows);
    await storeClaims(tx, { ...batch, network: batch.kind, claims: sent.claims });
    if (batch.kind === 'META') {
      const { datasetId } = by.config as MetaCapiConfig;
      await storeSentInstalls(tx, { projectId, datasetId }, deliveredOf(batch));
    }
  });
  return characters;
}
