import type { FailedLoads } from './load-by-node.ts';

const RETRY_MS = 1000;

/** Renews the copy: what is said to be old, or all of it, one time after the other and again after a failure. */
export interface Refresher {
  some(projectId: string): void;
  all(): void;
  /** The renewal under way. */
  running(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  /** Loads some projects, or all of them for null; says which of them it could not load, and throws if none of them. */
  load(projectIds: string[] | null): Promise<FailedLoads | null>;
  onFailure(error: unknown): void;
}

export function createRefresher({ load, onFailure }: Options): Refresher {
  const old = new Set<string>();
  let isAllOld = false;
  let isStopped = false;
  let running: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;

  const loadOld = async () => {
    const wasAll = isAllOld;
    const some = [...old];
    isAllOld = false;
    old.clear();
    const retryLater = (ids: string[], error: unknown) => {
      for (const projectId of ids) old.add(projectId);
      onFailure(error);
      if (!isStopped) retry ??= setTimeout(again, RETRY_MS).unref();
    };
    try {
      const failed = await load(wasAll ? null : some);
      if (failed) retryLater(failed.projectIds, failed.error);
    } catch (error) {
      isAllOld ||= wasAll;
      retryLater(some, error);
    }
  };

  const kick = () => {
    if (isStopped || running || retry || (!isAllOld && old.size === 0)) return;
    running = loadOld().finally(() => {
      running = null;
      kick();
    });
  };
  const again = () => {
    retry = undefined;
    kick();
  };

  return {
    some(projectId) {
      old.add(projectId);
      kick();
    },
    all() {
      isAllOld = true;
      kick();
    },
    running: () => running ?? Promise.resolve(),
    stop: async () => {
      isStopped = true;
      clearTimeout(retry);
      await running;
    },
  };
}
