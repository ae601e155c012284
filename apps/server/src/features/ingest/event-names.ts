import { OTHER_NAME } from '@trailmark/core/metrics/counters';
import { LRUCache } from 'lru-cache';
import type { NodeOf } from '../../db/connection.ts';
import type { Item, Unit } from '../../pipeline/group.ts';
import type { Clock } from '../../platform/clock.ts';
import type { LimitHits } from './limit-hits.ts';
import { admitEventNames } from './limit-store.ts';

/** Names of all projects that are kept in process. */
const MOST_CACHED = 1_000_000;
/** A project that has all the names it may have is asked about again after this time: an operator may allow more. */
const FULL_MS = 60_000;

interface ProjectNames {
  admitted: Set<string>;
  /** Until then, by the machine's clock, no other name is admitted. null: another may be. */
  fullUntil: number | null;
}

/** Names of events that reports list separately; everything else is counted as "(other)". */
export interface EventNames {
  /** Marks events whose name is one too many. Before the transaction that stores them. */
  mark(units: Unit[]): Promise<void>;
}

type Named = Item & { event: NonNullable<Item['event']> };
/** Names of our own are few, and no app can send them. */
const isNamed = (item: Item): item is Named => item.call === 'event' && item.event !== null;

interface Needs {
  connection: NodeOf<'db'>;
  clock: Clock;
  limit: number;
  hits: LimitHits;
}

export function createEventNames({ connection, clock, limit, hits }: Needs): EventNames {
  const cache = new LRUCache<string, ProjectNames>({
    maxSize: MOST_CACHED,
    sizeCalculation: ({ admitted }) => admitted.size + 1,
  });
  const load = async (projectId: string, names: string[]): Promise<ProjectNames> => {
    const known = cache.get(projectId);
    const isFull = known?.fullUntil && known.fullUntil > performance.now();
    if (known && (isFull || names.every((name) => known.admitted.has(name)))) return known;
    const { db } = await connection.of(projectId);
    const admitted = await admitEventNames(db, { projectId, names, limit, now: clock.now() });
    const loaded = {
      admitted,
      fullUntil: admitted.size < limit ? null : performance.now() + FULL_MS,
    };
    cache.set(projectId, loaded);
    return loaded;
  };
  const markProject = async (projectId: string, items: Named[]) => {
    const names = new Set(items.map(({ event }) => event.name));
    names.delete(OTHER_NAME);
    const { admitted } = await load(projectId, [...names].sort());
    const beyond: string[] = [];
    for (const { event } of items) {
      event.isOther = !admitted.has(event.name);
      if (event.isOther && event.name !== OTHER_NAME) beyond.push(event.name);
    }
    const example = beyond.at(-1);
    if (example !== undefined) hits.note({ projectId, kind: 'event_names', beyond: beyond.length, example });
  };
  return {
    async mark(units) {
      const byProject = new Map<string, Named[]>();
      for (const item of units.flat().filter(isNamed)) {
        const { projectId } = item.project;
        const items = byProject.get(projectId);
        if (items) items.push(item);
        else byProject.set(projectId, [item]);
      }
      for (const [projectId, items] of byProject) await markProject(projectId, items);
    },
  };
}
