import { later } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { LOOK_BACK_MS } from './channel.ts';
import { inOrder, type LiveRow, readEventsById, readLatest } from './read-rows.ts';
import { beginWatch } from './watches.ts';

/** Between two looks at one project. */
const GATHER_MS = 150;
/** Rows of each kind that one look takes: more in so short a time nobody can read. */
const MOST_AT_ONCE = 200;
/** Far more than a look can find. */
const MOST_SEEN = 5000;

export type Watcher = (rows: LiveRow[]) => void;

/** What this process knows of a project that somebody watches through it. */
export interface WatchedProject {
  projectId: string;
  /** The name of this watch among those of all processes. */
  watcher: string;
  watchers: Set<Watcher>;
  /** Ids of what was sent or was there before, the last found at the end. */
  seen: Set<string>;
  lateIds: Set<string>;
  /** Resolves when all that is stored from then on is sent. */
  ready: Promise<void>;
  looking: Promise<void> | null;
  timer: NodeJS.Timeout | undefined;
}

/** Those that are new, which from now on are not. */
function remember({ seen }: WatchedProject, rows: LiveRow[]): LiveRow[] {
  const fresh = rows.filter(({ item }) => !seen.has(item.id));
  for (const { item } of rows) {
    // To the end of the order: what was found just now can be found again.
    seen.delete(item.id);
    seen.add(item.id);
  }
  for (const id of seen) {
    if (seen.size <= MOST_SEEN) break;
    seen.delete(id);
  }
  return fresh;
}

async function look({ db, clock, log }: Kit, watched: WatchedProject, publish: Watcher): Promise<void> {
  const { projectId } = watched;
  const lateIds = [...watched.lateIds];
  watched.lateIds.clear();
  try {
    const since = later(clock.now(), -LOOK_BACK_MS);
    const rows = await readLatest(db, { projectId, since, limit: MOST_AT_ONCE });
    const late = await readEventsById(db, projectId, lateIds);
    const fresh = remember(watched, inOrder([...rows, ...late]));
    if (fresh.length > 0) publish(fresh);
  } catch (err) {
    // The next look finds it.
    for (const id of lateIds) watched.lateIds.add(id);
    log.warn({ err }, 'what is new could not be read');
  }
}

function publishToAll({ watchers }: WatchedProject, rows: LiveRow[]): void {
  for (const watcher of watchers) watcher(rows);
}

/** One look at a time; what is published meanwhile is looked for right after. */
export function lookSoon(kit: Kit, watched: WatchedProject): void {
  watched.timer ??= setTimeout(async () => {
    await watched.looking;
    watched.timer = undefined;
    watched.looking = look(kit, watched, (rows) => publishToAll(watched, rows));
  }, GATHER_MS).unref();
}

/** Begins to watch. What was there before is marked as seen and sent to nobody: each watcher reads it by itself. */
export function watchProject(kit: Kit, projectId: string): WatchedProject {
  const watched: WatchedProject = {
    projectId,
    watcher: newId(kit.clock.now()),
    watchers: new Set(),
    seen: new Set(),
    lateIds: new Set(),
    ready: Promise.resolve(),
    looking: null,
    timer: undefined,
  };
  watched.ready = beginWatch(kit.db, watched).then(() => look(kit, watched, () => {}));
  return watched;
}
