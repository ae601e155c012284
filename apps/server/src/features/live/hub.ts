import { listen } from '../../db/listen.ts';
import type { Kit } from '../../platform/kit.ts';
import { LIVE_CHANNEL, type LiveNews } from './channel.ts';
import { lookSoon, type WatchedProject, type Watcher, watchProject } from './watched-project.ts';
import { endWatch, keepWatches, RENEW_MS } from './watches.ts';

/** Finds what was stored without a message. */
const LOOK_EVERY_MS = 3000;

/** Looks at projects for those who watch them: once for all watchers of a process. */
export interface LiveHub {
  /** Resolves when all that is stored from now on will be sent to the watcher; call the result to stop. */
  watch(projectId: string, watcher: Watcher): Promise<() => void>;
  stop(): Promise<void>;
}

/** Listens to messages and looks at all projects regularly, from the first watcher to the last. */
function createRounds(kit: Kit, projects: Map<string, WatchedProject>) {
  const lookAtAll = () => {
    for (const watched of projects.values()) lookSoon(kit, watched);
  };
  const hear = (message: string) => {
    const { projectId, lateIds } = JSON.parse(message) as LiveNews;
    const watched = projects.get(projectId);
    if (!watched) return;
    for (const id of lateIds) watched.lateIds.add(id);
    lookSoon(kit, watched);
  };
  const renew = () => {
    void keepWatches(kit.db, [...projects.values()]).catch((err: unknown) => {
      kit.log.warn({ err }, 'watches could not be kept');
    });
  };
  let stop: (() => Promise<void>) | null = null;
  return {
    begin() {
      if (stop) return;
      const listener = listen(kit.databaseUrl, LIVE_CHANNEL, { onMessage: hear, onGap: lookAtAll });
      const clocks = [setInterval(lookAtAll, LOOK_EVERY_MS).unref(), setInterval(renew, RENEW_MS).unref()];
      stop = async () => {
        for (const clock of clocks) clearInterval(clock);
        await listener.stop();
      };
    },
    async end() {
      const stopping = stop?.();
      stop = null;
      await stopping;
    },
  };
}

export function createLiveHub(kit: Kit): LiveHub {
  const projects = new Map<string, WatchedProject>();
  const rounds = createRounds(kit, projects);

  const begin = (projectId: string) => {
    const watched = watchProject(kit, projectId);
    projects.set(projectId, watched);
    rounds.begin();
    return watched;
  };
  const finish = async (watched: WatchedProject) => {
    if (projects.get(watched.projectId) !== watched) return;
    projects.delete(watched.projectId);
    clearTimeout(watched.timer);
    if (projects.size === 0) await rounds.end();
    await watched.ready.catch(() => {});
    await watched.looking;
    // If the database cannot be reached, the time of the watch runs out by itself.
    await endWatch(kit.db, watched).catch(() => {});
  };
  const ending = new Set<Promise<void>>();
  const end = async (watched: WatchedProject) => {
    const done = finish(watched);
    ending.add(done);
    await done;
    ending.delete(done);
  };
  const leave = async (watched: WatchedProject, watcher: Watcher) => {
    watched.watchers.delete(watcher);
    if (watched.watchers.size === 0) await end(watched);
  };

  return {
    async watch(projectId, watcher) {
      const watched = projects.get(projectId) ?? begin(projectId);
      watched.watchers.add(watcher);
      try {
        await watched.ready;
      } catch (error) {
        await leave(watched, watcher);
        throw error;
      }
      return () => void leave(watched, watcher);
    },
    stop: async () => {
      await Promise.all([...projects.values()].map(end));
      // Those whose last watcher has just gone.
      await Promise.all(ending);
      await rounds.end();
    },
  };
}
