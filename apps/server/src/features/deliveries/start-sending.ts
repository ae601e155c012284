import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { later, SECOND_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { claimLanes, type Lane, releaseLane } from './lanes.ts';
import { sendLane } from './send-lane.ts';

/** Lanes that a process works on at a time; most of their time is waiting for answers. */
const MOST_LANES = 32;
/** So that the receivers of one project cannot take them all. */
const MOST_OF_PROJECT = 4;
const PAUSE_MS = 500;
/** Before a lane is tried again that failed for a reason of our own. */
const AFTER_FAILURE_MS = 5 * SECOND_MS;
/** For answers that are under way when a process is stopped. */
const STOP_MS = 5 * SECOND_MS;

/** Claims lanes and sends for them. */
function createSender(kit: Kit) {
  const [soon, now] = [new AbortController(), new AbortController()];
  const working = new Map<Promise<void>, Lane>();
  const countOf = (projectId: string) =>
    [...working.values()].filter((lane) => lane.projectId === projectId).length;
  const isFull = (projectId: string) => countOf(projectId) >= MOST_OF_PROJECT;

  const begin = async (lane: Lane): Promise<void> => {
    if (isFull(lane.projectId)) {
      const at = kit.clock.now();
      return await releaseLane(kit.db, { lane, now: at, dueAt: at });
    }
    const work = sendLane(kit, lane, { soon: soon.signal, now: now.signal })
      .catch(async (err: unknown) => {
        // What was sent and not recorded is sent again.
        kit.log.warn({ err, project_id: lane.projectId, connection_id: lane.connectionId }, 'sending failed');
        const at = kit.clock.now();
        await releaseLane(kit.db, { lane, now: at, dueAt: later(at, AFTER_FAILURE_MS) });
      })
      .catch((err: unknown) => {
        kit.log.warn({ err }, 'a lane is free only when its lease ends');
      })
      .finally(() => working.delete(work));
    working.set(work, lane);
  };
  return {
    signal: soon.signal,
    /** Gives how many lanes were found. */
    async claim(): Promise<number> {
      const count = MOST_LANES - working.size;
      if (count <= 0) return 0;
      const except = [...new Set([...working.values()].map(({ projectId }) => projectId))].filter(isFull);
      const lanes = await claimLanes(kit.db, kit.clock.now(), { lease: randomUUID(), count, except });
      for (const lane of lanes) await begin(lane);
      return lanes.length;
    },
    idle: async () => {
      await Promise.all(working.keys());
    },
    stop: async () => {
      soon.abort();
      const timer = setTimeout(() => now.abort(), STOP_MS);
      await Promise.all(working.keys());
      clearTimeout(timer);
    },
  };
}

/** Sends until nothing is due any more. */
export async function sendDue(kit: Kit): Promise<void> {
  const sender = createSender(kit);
  while ((await sender.claim()) > 0) await sender.idle();
}

/** Sends what is due until stopped; a database that is away is tried again. */
export function startSending(kit: Kit): { stop(): Promise<void> } {
  const sender = createSender(kit);
  const work = async () => {
    while (!sender.signal.aborted) {
      try {
        await sender.claim();
      } catch (err) {
        // Nothing is lost: what is due stays due.
        kit.log.warn({ err }, 'deliveries could not be looked for');
      }
      await sleep(PAUSE_MS, undefined, { signal: sender.signal }).catch(() => {});
    }
  };
  const done = work();
  return {
    stop: async () => {
      await sender.stop();
      await done;
    },
  };
}
