import { findOutliers } from '../../features/attribution/find-outliers.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';

const LOOK_EVERY_MS = 200;

/** What decides about people while history goes by: each day, campaigns whose installs come late are flagged. */
export function startPastJobs(kit: Kit): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let doneAt = 0;
  const work = async () => {
    while (!stopping.signal.aborted) {
      const now = kit.clock.now().getTime();
      if (Math.abs(now - doneAt) >= DAY_MS) {
        doneAt = now;
        await findOutliers.run(kit, { everywhere: true }, stopping.signal);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  };
  const done = work();
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}
