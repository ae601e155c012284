import { createLru } from '../platform/lru.ts';

/**
 * `light`: so little of a project waits or is being written that ten such projects fit into one group; `heavy`: any
 * other. A group holds one of them only, so that a project that sends little does not wait for the work, or for the
 * locks, of one that sends much. `slow`: its work took too long; it goes alone.
 */
export type Load = 'light' | 'heavy' | 'slow';

/** What waits of one project, first come first. */
export interface Lane<Item> {
  project: string;
  entries: { item: Item; weight: number }[];
  weight: number;
  load: Load;
  /** What it may still take in its turn; it is saved up, so that a heavy item has its turn, too. */
  credit: number;
}

/** For how long a project goes alone. */
const SLOW_MS = 60_000;
const MAX_SLOW = 10_000;

/** The projects of which something waits, in the order of their turns, and what load each is. */
export function createLanes<Item>(lightWeight: number) {
  /** A map keeps the order of insertion. */
  const lanes = new Map<string, Lane<Item>>();
  const weights: Record<Load, number> = { light: 0, heavy: 0, slow: 0 };
  /** What was taken of a project and has not ended. */
  const taken = new Map<string, number>();
  const slow = createLru<true>(MAX_SLOW, SLOW_MS);

  const loadOf = ({ project, weight }: Lane<Item>): Load => {
    if (slow.has(project)) return 'slow';
    return weight + (taken.get(project) ?? 0) <= lightWeight ? 'light' : 'heavy';
  };
  const addWeight = (lane: Lane<Item>, weight: number) => {
    weights[lane.load] -= lane.weight;
    lane.weight += weight;
    lane.load = loadOf(lane);
    weights[lane.load] += lane.weight;
  };
  const refresh = (project: string) => {
    const lane = lanes.get(project);
    if (lane) addWeight(lane, 0);
  };

  return {
    weights,
    of: (load: Load) => [...lanes.values()].filter((lane) => lane.load === load),
    find: (project: string): Lane<Item> =>
      lanes.get(project) ?? { project, entries: [], weight: 0, load: 'light', credit: 0 },
    push(lane: Lane<Item>, item: Item, weight: number): void {
      lanes.set(lane.project, lane);
      lane.entries.push({ item, weight });
      addWeight(lane, weight);
    },
    /** Takes the first items of a lane, which ends its turn. */
    take(lane: Lane<Item>, { count, weight }: { count: number; weight: number }): void {
      lane.entries.splice(0, count);
      lane.credit -= weight;
      taken.set(lane.project, (taken.get(lane.project) ?? 0) + weight);
      addWeight(lane, -weight);
      lanes.delete(lane.project);
      if (lane.entries.length > 0) lanes.set(lane.project, lane);
    },
    /** What was taken of a project is written, or has failed. */
    end(project: string, weight: number): void {
      const left = (taken.get(project) ?? 0) - weight;
      if (left > 0) taken.set(project, left);
      else taken.delete(project);
      refresh(project);
    },
    setSlow(project: string): void {
      slow.set(project, true);
      refresh(project);
    },
  };
}
