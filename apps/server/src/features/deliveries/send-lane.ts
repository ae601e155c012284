import { setTimeout as sleep } from 'node:timers/promises';
import { isSlackUrl } from '@trailmark/core/destinations/webhook/slack-message';
import { type ConnectionRow, findConnection, MOST_FAILURES } from '../../connections/connection.ts';
import { CredentialsLost, type OpenDestination, openDestination } from '../../connections/destination-of.ts';
import { needsAttention } from '../../connections/needs-attention.ts';
import { withDetails } from '../../connections/read-network-events.ts';
import { type DueDelivery, readDue } from '../../connections/read-sources.ts';
import { createSendRequest } from '../../connections/send-request.ts';
import { renewForSending } from '../../networks/renew-for-sending.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { shareBreaker } from './breaker.ts';
import { findNextDue, keepLane, type Lane, releaseLane } from './lanes.ts';
import { readAhead } from './read-ahead.ts';
import { recordBatch } from './record-batch.ts';
import { type SentBatch, type Stop, sendBatch } from './send-batch.ts';
import { createSlots } from './slots.ts';
import { unfoldPlans } from './unfold-plans.ts';

/** Sent and stored together; twice as many are read together. */
const BATCH = 2000;
/** Fewer where they are large: so much is sent together at most. */
const MOST_CHARACTERS = 8_000_000;
/** After so many a lane is given back: others may have waited. */
const MOST_READS = 20;

type SendingKit = Pick<Kit, 'db' | 'clock' | 'env' | 'secrets' | 'log' | 'publicUrl'>;

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
    return openDestination(kit, connection, kit.clock.now());
  } catch (error) {
    if (!(error instanceof CredentialsLost)) throw error;
    await needsAttention(kit, connection, error.message);
    return null;
  }
}

interface Opened {
  connection: ConnectionRow;
  open: OpenDestination;
}

/** The connection of a lane as it is now; null: nothing may be sent for it. */
async function openLane(kit: SendingKit, lane: Lane): Promise<Opened | null> {
  const connection = await findConnection(kit.db, lane);
  const isBlocked = connection?.blocked_until && connection.blocked_until > kit.clock.now();
  if (connection?.state !== 'active' || isBlocked) return null;
  const current = await renewForSending(kit, connection);
  const open = current && (await openOrStop(kit, current));
  return open && { connection: current, open };
}

/** Batches on their way at a time: while the last answers to one come and it is stored, the next is sent. */
const batchesAtOnce = ({ concurrency, itemsPerSecond }: OpenDestination['destination']['limits']) =>
  itemsPerSecond === null && concurrency > 1 ? 2 : 1;

const refusalOf = ({ outcomes }: SentBatch): string | undefined =>
  outcomes.flatMap((one) => (typeof one === 'object' && 'reconnect' in one ? [one.reconnect] : []))[0];

const once = (work: () => void) => {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
};

/** How batches of a connection are sent, several at once. */
function wayOf({ env, clock }: SendingKit, { connection, open }: Opened) {
  const isTool = !['webhook', 'JIO_COUPONS'].includes(connection.kind) || isSlack(open);
  const slots = createSlots(open.destination.limits.concurrency);
  return { send: createSendRequest(env, { isTool }), clock, slots };
}

/** Sends for a lane: reading, sending and storing go on beside each other. */
function createPump(kit: SendingKit, lane: Lane, { first, stop }: { first: Opened; stop: Stop }) {
  const { db, clock } = kit;
  const { connection, open } = first;
  const { failures, reason } = connection;
  // Blocked until then is over: what is answered next decides.
  const breaker = shareBreaker({ failures, reason, blockedUntil: null });
  const { limits } = open.destination;
  const workers = batchesAtOnce(limits);
  const way = { ...wayOf(kit, first), stop, breaker };
  const turn = createSlots(1);
  const most = Math.min(BATCH, limits.itemsPerSecond ?? BATCH);
  let reads = 0;
  let size = most;
  let opened: Opened | null = first;
  let refusal: string | undefined;
  let stored = Promise.resolve();
  const isFailing = () => breaker.current().failures >= MOST_FAILURES;
  const ahead = readAhead(async (except) => {
    if (reads > 0) opened = await openLane(kit, lane);
    reads += 1;
    if (!opened || reads > MOST_READS) return [];
    const query = { ...lane, now: clock.now(), limit: isFailing() ? 1 : 2 * size, except };
    return await withDetails(db, opened.connection, await readDue(db, query));
  });
  const store = async (before: Promise<void>, due: DueDelivery[], sent: SentBatch, by: OpenDestination) => {
    await before;
    const batch = { ...lane, kind: connection.kind, due, sent, by, now: clock.now() };
    const characters = await recordBatch(db, batch);
    size = Math.min(most, Math.ceil((MOST_CHARACTERS * due.length) / characters));
    ahead.release(due);
  };
  const mayGoOn = async () =>
    !stop.soon.aborted &&
    !breaker.current().blockedUntil &&
    refusal === undefined &&
    (await keepLane(db, clock.now(), lane));
  const sendSome = async (): Promise<boolean> => {
    const some = (await mayGoOn()) ? await ahead.take(isFailing() ? 1 : size) : [];
    // As it was read last; while these are on their way, it may be closed.
    const current = opened?.open;
    if (some.length === 0 || !current) return false;
    await turn.take();
    const endTurn = once(turn.give);
    const begun = performance.now();
    const sent = await sendBatch({ open: current, ...way, onLastBegun: endTurn }, some).finally(endTurn);
    refusal ??= refusalOf(sent);
    const before = stored;
    stored = store(before, some, sent, current);
    // It is waited for below: until then a failure is nobody's.
    stored.catch(() => {});
    await before;
    await keepPace(open, some.length, { ms: performance.now() - begun, signal: stop.soon });
    return true;
  };
  return {
    /** Sends what is due, as long as there is something to send; says why the receiver wants no more, if it said so. */
    async run(): Promise<string | undefined> {
      // A receiver that fails gets a single request until it answers again.
      while (isFailing() && (await sendSome()));
      const work = async () => {
        while (await sendSome());
      };
      const ends = await Promise.allSettled(Array.from({ length: workers }, work));
      await ahead.end();
      await stored;
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      return refusal;
    },
  };
}

async function sendWhatIsDue(kit: SendingKit, lane: Lane, stop: Stop): Promise<void> {
  const first = await openLane(kit, lane);
  if (!first) return;
  const refusal = await createPump(kit, lane, { first, stop }).run();
  if (refusal !== undefined) await needsAttention(kit, first.connection, refusal);
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
