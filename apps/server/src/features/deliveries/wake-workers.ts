import { wakeLanes } from '../../connections/connection.ts';
import type { Group } from '../../pipeline/group.ts';
import type { Kit } from '../../platform/kit.ts';

/** What is planned within this time is announced together. */
const GATHER_MS = 100;

/** Says which projects have something to send, after their transactions have committed. */
export interface WakeWorkers {
  /** After the commit of a group. */
  stored(group: Pick<Group, 'projectId' | 'plannedMessages'>): void;
  stop(): Promise<void>;
}

export function createWakeWorkers({ db, clock, log }: Pick<Kit, 'db' | 'clock' | 'log'>): WakeWorkers {
  let projects = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const wake = () => {
    gathering = undefined;
    const now = [...projects].sort();
    projects = new Set();
    working = working
      .then(() => wakeLanes(db, clock.now(), now))
      .catch((err: unknown) => {
        // Workers look at every lane once a minute, so that it only goes out later.
        log.debug({ err }, 'workers could not be told about deliveries');
      });
  };
  return {
    stored({ projectId, plannedMessages }) {
      if (plannedMessages === 0) return;
      projects.add(projectId);
      gathering ??= setTimeout(wake, GATHER_MS).unref();
    },
    stop: async () => {
      clearTimeout(gathering);
      if (projects.size > 0) wake();
      await working;
    },
  };
}
