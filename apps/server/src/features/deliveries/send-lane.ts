import { setTimeout as sleep } from 'node:timers/promises';
import { isSlackUrl } from '@trailmark/core/destinations/webhook/slack-message';
import { type ConnectionRow, findConnection } from '../../connections/connection.ts';
import { CredentialsLost, type OpenDestination, openDestination } from '../../connections/destination-of.ts';
import { type DueDelivery, readDue } from '../../connections/read-sources.ts';
import { createSendRequest } from '../../connections/send-request.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { type Breaker, MOST_FAILURES } from './breaker.ts';
import { findNextDue, keepLane, type Lane, releaseLane } from './lanes.ts';
import { needsAttention } from './needs-attention.ts';
import { recordBatch } from './record-batch.ts';
import { type SentBatch, type Stop, sendBatch } from './send-batch.ts';
import { unfoldPlans } from './unfold-plans.ts';

/** Sent and stored together. */
const BATCH = 500;
/** Read together. */
const READ = 4 * BATCH;
/** After so many a lane is given back: others may have waited. */
const MOST_READS = 20;

type SendingKit = Pick<Kit, 'db' | 'clock' | 'env' | 'secrets' | 'log' | 'publicUrl'>;

/** How many a receiver is tried with: one that fails gets a single request until it answers again. */
function sizeOf({ failures }: ConnectionRow, { destination }: OpenDestination): number {
  if (failures >= MOST_FAILURES) return 1;
  return Math.min(READ, destination.limits.itemsPerSecond ?? READ);
}

/** Tools with a rate of their own are not sent more in a second than that. */
async function keepPace(
  { destination }: OpenDestination,
  items: number,
  { ms, signal }: { ms: number; signal: AbortSignal },
) {
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

interface Sending {
  lane: Lane;
  connection: ConnectionRow;
  open: OpenDestination;
  stop: Stop;
}

/** Sends what was read, a batch at a time; while one is stored, the next is on its way. Gives the last. */
async function sendAll(kit: SendingKit, { lane, connection, open, stop }: Sending, due: DueDelivery[]) {
  const { db, clock } = kit;
  const send = createSendRequest(kit.env, { isTool: connection.kind !== 'webhook' || isSlack(open) });
  let stored = Promise.resolve();
  // Blocked until then is over: what is answered next decides.
  let before: Breaker = { failures: connection.failures, blockedUntil: null, reason: connection.reason };
  let refusal: string | undefined;
  for (let at = 0; at < due.length && !before.blockedUntil && refusal === undefined; at += BATCH) {
    if (at > 0 && !(await keepLane(db, clock.now(), lane))) break;
    const begun = performance.now();
    const some = due.slice(at, at + BATCH);
    const sent = await sendBatch({ open, send, clock, stop }, some, before);
    await stored;
    const batch = { ...lane, due: some, sent, secrets: open.secrets, now: clock.now() };
    stored = recordBatch(db, batch);
    // It is waited for below: until then a failure is nobody's.
    stored.catch(() => {});
    before = sent.breaker;
    refusal = refusalOf(sent);
    await keepPace(open, some.length, { ms: performance.now() - begun, signal: stop.soon });
  }
  await stored;
  return { breaker: before, refusal };
}

const refusalOf = ({ outcomes }: SentBatch): string | undefined =>
  outcomes.flatMap((one) => (typeof one === 'object' && 'reconnect' in one ? [one.reconnect] : []))[0];

/** Sends what is due, as long as there is something to send; while some is on its way, the next is read. */
async function sendWhatIsDue(kit: SendingKit, lane: Lane, stop: Stop): Promise<void> {
  const { db, clock } = kit;
  let due: DueDelivery[] = [];
  for (let reads = 0; reads < MOST_READS && !stop.soon.aborted; reads += 1) {
    const connection = await findConnection(db, lane);
    const isBlocked = connection?.blocked_until && connection.blocked_until > clock.now();
    if (connection?.state !== 'active' || isBlocked) return;
    const open = await openOrStop(kit, connection);
    if (!open) return;
    const read = (except: readonly string[]) =>
      readDue(db, { ...lane, now: clock.now(), limit: sizeOf(connection, open), except });
    if (due.length === 0) due = await read([]);
    if (due.length === 0 || !(await keepLane(db, clock.now(), lane))) return;
    const [next, { breaker, refusal }] = await Promise.all([
      read(due.map(({ sourceId }) => sourceId)),
      sendAll(kit, { lane, connection, open, stop }, due),
    ]);
    if (refusal !== undefined) return await needsAttention(kit, connection, refusal);
    if (breaker.blockedUntil) return;
    due = next;
  }
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

/** Sends what is due for a connection, and gives the lane back. */
export async function sendLane(kit: SendingKit, lane: Lane, stop: Stop): Promise<void> {
  await unfoldPlans(kit.db, lane.projectId, kit.clock.now());
  await sendWhatIsDue(kit, lane, stop);
  const now = kit.clock.now();
  await releaseLane(kit.db, { lane, now, dueAt: await nextLook(kit, lane) });
}
