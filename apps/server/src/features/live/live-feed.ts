import { attributedEventsOf } from '../../pipeline/attributed-event.ts';
import type { Group } from '../../pipeline/group.ts';
import type { Kit } from '../../platform/kit.ts';
import { LATE_MS, publishNews } from './channel.ts';
import { listWatched } from './watches.ts';

/** What is stored within this time is published together. */
const GATHER_MS = 100;
/** How often the list of watched projects is read, in case an announcement was missed. */
const REFRESH_MS = 5000;
/** Late events that one message names; of more at once, only a part is shown. */
const MOST_LATE = 300;

type Recorded<Row, Result> = (row: Row) => Promise<Result>;

/** Notifies the watchers of a project that something was stored. While nobody watches it does nothing. */
export interface LiveFeed {
  /** After the commit of a group. */
  stored(group: Group): void;
  /** A recorder of touches that publishes each. */
  publishing<Row extends { project_id: string }, Result>(
    record: Recorded<Row, Result>,
  ): Recorded<Row, Result>;
  /** Somebody began or stopped watching. */
  refresh(): void;
  stop(): Promise<void>;
}

export function createLiveFeed({ db, log }: Pick<Kit, 'db' | 'log'>): LiveFeed {
  let watched = new Set<string>();
  let news = new Map<string, string[]>();
  let gathering: NodeJS.Timeout | undefined;
  let working = Promise.resolve();

  const work = (task: () => Promise<void>) => {
    working = working.then(task).catch((err: unknown) => {
      // Watchers look by themselves every few seconds, so that they only see it later.
      log.debug({ err }, 'live news could not be published');
    });
  };
  const refresh = () =>
    work(async () => {
      watched = new Set(await listWatched({ db, log }));
    });
  const publish = () => {
    gathering = undefined;
    const pending = [...news].map(([projectId, lateIds]) => ({ projectId, lateIds }));
    news = new Map();
    work(() => publishNews(db, pending));
  };
  const note = (projectId: string, lateId: string | null) => {
    const lateIds = news.get(projectId) ?? [];
    news.set(projectId, lateIds);
    if (lateId !== null && lateIds.length < MOST_LATE) lateIds.push(lateId);
    gathering ??= setTimeout(publish, GATHER_MS).unref();
  };

  refresh();
  const timer = setInterval(refresh, REFRESH_MS).unref();
  return {
    refresh,
    stored(group) {
      if (!watched.has(group.projectId)) return;
      for (const { storedIn, id, isImported, occurredAt } of attributedEventsOf(group)) {
        // Watchers read events, and see of a decision what the events show of it.
        if (storedIn !== 'events' || isImported) continue;
        const isLate = group.now.getTime() - occurredAt.getTime() > LATE_MS;
        note(group.projectId, isLate ? id : null);
      }
    },
    publishing: (record) => (row) => {
      const recorded = record(row);
      if (!watched.has(row.project_id)) return recorded;
      return recorded.then((result) => {
        note(row.project_id, null);
        return result;
      });
    },
    stop: async () => {
      clearInterval(timer);
      clearTimeout(gathering);
      await working;
    },
  };
}
