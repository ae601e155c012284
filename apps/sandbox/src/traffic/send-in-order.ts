import { HOUR } from './calendar.ts';

/** A call and when it is made, in milliseconds. */
export interface TimedCall {
  at: number;
  /** Calls of the same lane wait for one another; null: nothing waits for it, nor does it wait. */
  lane: string | null;
  send(): Promise<void>;
}

const AT_ONCE = 64;
/** How much earlier than a call those may be that are still on their way: at night few calls are made in an hour. */
const AHEAD_MS = HOUR;

/** Which calls of a list are answered; they begin in its order. */
function createWatch(calls: readonly TimedCall[]) {
  const isAnswered = new Uint8Array(calls.length);
  const waiting: (() => void)[] = [];
  let oldest = 0;
  return {
    answered(index: number): void {
      isAnswered[index] = 1;
      while (isAnswered[oldest] === 1) oldest += 1;
      for (const look of waiting.splice(0)) look();
    },
    async untilNear(at: number): Promise<void> {
      while (at - (calls[oldest]?.at ?? at) > AHEAD_MS)
        await new Promise<void>((resolve) => waiting.push(resolve));
    },
    /** Lets everybody go on who waits for an answer that will not come. */
    giveUp(): void {
      oldest = calls.length;
      for (const look of waiting.splice(0)) look();
    },
  };
}

/** Makes calls in the order of time, many at once. */
export async function sendInOrder(
  calls: readonly TimedCall[],
  { signal, onSent }: { signal: AbortSignal; onSent(calls: number): void },
): Promise<void> {
  const ordered = calls.toSorted((one, other) => one.at - other.at);
  const watch = createWatch(ordered);
  const lastOf = new Map<string, Promise<void>>();
  let next = 0;
  let hasFailed = false;
  const send = async ({ at, lane, send: go }: TimedCall) => {
    const before = lane === null ? undefined : lastOf.get(lane);
    const sent = Promise.all([before, watch.untilNear(at)]).then(go);
    if (lane !== null) lastOf.set(lane, sent);
    await sent;
  };
  const worker = async () => {
    while (next < ordered.length && !hasFailed) {
      signal.throwIfAborted();
      const index = next;
      const call = ordered[index] as TimedCall;
      next += 1;
      await send(call);
      watch.answered(index);
      onSent(1);
    }
  };
  const failing = async () => {
    try {
      await worker();
    } catch (error) {
      hasFailed = true;
      watch.giveUp();
      throw error;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, failing));
}
