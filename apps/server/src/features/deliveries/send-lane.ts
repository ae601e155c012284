import { setTimeout as sleep } from 'node:timers/promises';
import { isSlackUrl } from '@trailmark/core/destinations/webhook/slack-message';
import { type ConnectionRow, findConnection } from '../../connections/connection.ts';
import { CredentialsLost, type OpenDestination, openDestination } from '../../connections/destination-of.ts';
import { readDue } from '../../connections/read-sources.ts';
import { createSendRequest } from '../../connections/send-request.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { MOST_FAILURES } from './breaker.ts';
import { findNextDue, keepLane, type Lane, releaseLane } from './lanes.ts';
import { needsAttention } from './needs-attention.ts';
import { recordBatch } from './record-batch.ts';
import { type Stop, sendBatch } from './send-batch.ts';

/** Read, sent and stored together. */
const BATCH = 1000;
/** After so many a lane is given back: others may have waited. */
const MOST_BATCHES = 20;

type SendingKit = Pick<Kit, 'db' | 'clock' | 'env' | 'secrets' | 'log' | 'publicUrl'>;

/** How many a receiver is tried with: one that fails gets a single request until it answers again. */
function sizeOf({ failures }: ConnectionRow, { destination }: OpenDestination): number {
  if (failures >= MOST_FAILURES) return 1;
  return Math.min(BATCH, destination.limits.itemsPerSecond ?? BATCH);
}

/** Tools with a rate of their own are not sent more in a second than that. */
async function keepPace({ destination }: OpenDestination, items: number, ms: number, signal: AbortSignal) {
  const { itemsPerSecond } = destination.limits;
  if (itemsPerSecond === null) return;
  const wait = (items / itemsPerSecond) * SECOND_MS - ms;
  if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {});
}

const isSlack = (open: OpenDestination) => isSlackUrl((open.config as { url?: string }).url ?? '');

/** null: its credentials cannot be read, and somebody has to enter them again. */
async function openOrStop(kit: SendingKit, connection: ConnectionRow): Promise<OpenDestination | null> {
  try {
    return openDestination(kit.secrets, connection, kit.clock.now());
  } catch (error) {
    if (!(error instanceof CredentialsLost)) throw error;
    await needsAttention(kit, connection, error.message);
    return null;
  }
}

/** Sends one batch; false: there is nothing to send now. */
async function sendNext(kit: SendingKit, lane: Lane, stop: Stop): Promise<boolean> {
  const { db, clock } = kit;
  const now = clock.now();
  const connection = await findConnection(db, lane);
  if (connection?.state !== 'active') return false;
  if (connection.blocked_until && connection.blocked_until > now) return false;
  const open = await openOrStop(kit, connection);
  if (!open) return false;
  const due = await readDue(db, { ...lane, now, limit: sizeOf(connection, open) });
  if (due.length === 0) return false;
  const begun = performance.now();
  const send = createSendRequest(kit.env, { isTool: connection.kind !== 'webhook' || isSlack(open) });
  // Blocked until then is over: what is asked next decides.
  const before = { failures: connection.failures, blockedUntil: null, reason: connection.reason };
  const sent = await sendBatch({ open, send, clock, stop }, due, before);
  await recordBatch(db, { ...lane, due, sent, secrets: open.secrets, now: clock.now() });
  const refused = sent.outcomes.find((one) => typeof one === 'object' && 'reconnect' in one);
  if (refused) await needsAttention(kit, connection, (refused as { reconnect: string }).reconnect);
  await keepPace(open, due.length, performance.now() - begun, stop.soon);
  return !refused && !sent.breaker.blockedUntil;
}

/** When a lane has to be looked at again: not while its connection may not send. */
async function nextLook({ db, clock }: SendingKit, lane: Lane): Promise<Date | null> {
  const connection = await findConnection(db, lane);
  if (connection?.state !== 'active') return null;
  const due = await findNextDue(db, lane);
  const { blocked_until: blocked } = connection;
  if (due === null || blocked === null || blocked <= clock.now()) return due;
  return due > blocked ? due : blocked;
}

/** Sends what is due for a connection, batch by batch, and gives the lane back. */
export async function sendLane(kit: SendingKit, lane: Lane, stop: Stop): Promise<void> {
  for (let batches = 0; batches < MOST_BATCHES && !stop.soon.aborted; batches += 1) {
    if (!(await keepLane(kit.db, kit.clock.now(), lane))) return;
    if (!(await sendNext(kit, lane, stop))) break;
  }
  const now = kit.clock.now();
  await releaseLane(kit.db, { lane, now, dueAt: await nextLook(kit, lane) });
}
