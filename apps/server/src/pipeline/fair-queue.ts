/** What waits of one project, first come first. */
interface Lane<Item> {
  project: string;
  entries: { item: Item; weight: number }[];
  weight: number;
  /** What it may still take in its turn; it is saved up, so that a heavy item has its turn, too. */
  credit: number;
}

interface Options<Item> {
  projectOf(item: Item): string;
  weigh(item: Item): number;
  /** The weight of a group. An item that weighs more is a group by itself. */
  maxGroup: number;
  /** The weight of all that may wait. */
  maxQueued: number;
  /** Whether a group holds items of one project only. */
  groupByProject: boolean;
}

/**
 * `light`: so little of a project waits that ten such projects fit into one group; `heavy`: any other. A group
 * holds one of them only, so that a project that sends little does not wait for the work of one that sends much.
 */
export type Load = 'light' | 'heavy';

const LIGHT_SHARE = 0.1;

export interface FairQueue<Item> {
  /** False when there is no room for the item: nothing was taken. */
  push(item: Item): boolean;
  /** The next group, project by project in turn; empty when nothing of this load waits. */
  take(load: Load): Item[];
  weightOf(load: Load): number;
  weight(): number;
}

/**
 * A queue for each project, served by deficit round robin (Shreedhar and Varghese, 1995): over time, projects that
 * wait get the same weight. No project may hold more than what is still free, so that there is always room for another.
 */
export function createFairQueue<Item>(options: Options<Item>): FairQueue<Item> {
  const { projectOf, weigh, maxGroup, maxQueued, groupByProject } = options;
  const lightWeight = Math.max(1, Math.floor(maxGroup * LIGHT_SHARE));
  const turnCredit = groupByProject ? maxGroup : lightWeight;
  /** In the order of their turns: a map keeps the order of insertion. */
  const lanes = new Map<string, Lane<Item>>();
  const weights: Record<Load, number> = { light: 0, heavy: 0 };

  const loadOf = ({ weight }: Lane<Item>): Load => (weight <= lightWeight ? 'light' : 'heavy');
  const addWeight = (lane: Lane<Item>, weight: number) => {
    weights[loadOf(lane)] -= lane.weight;
    lane.weight += weight;
    weights[loadOf(lane)] += lane.weight;
  };

  /** Takes what the credit of a lane and the room in the group allow; its turn is over when it took something. */
  const takeFrom = (lane: Lane<Item>, group: Item[], { room, credit }: { room: number; credit: number }) => {
    let taken = 0;
    let count = 0;
    for (const { item, weight } of lane.entries) {
      if (taken + weight > credit || (group.length > 0 && taken + weight > room)) break;
      group.push(item);
      taken += weight;
      count += 1;
    }
    if (count === 0) return 0;
    lane.entries.splice(0, count);
    lane.credit -= taken;
    addWeight(lane, -taken);
    lanes.delete(lane.project);
    if (lane.entries.length > 0) lanes.set(lane.project, lane);
    return taken;
  };

  const take = (load: Load): Item[] => {
    const group: Item[] = [];
    let room = maxGroup;
    let waiting = [...lanes.values()].filter((lane) => loadOf(lane) === load);
    // Nobody else waits, so nothing is saved up and nothing is owed.
    if (waiting.length === 1) for (const lane of waiting) lane.credit = lane.weight;
    while (waiting.length > 0 && room > 0) {
      const left: Lane<Item>[] = [];
      for (const lane of waiting) {
        const isLast = waiting.length === 1;
        if (!isLast) lane.credit += turnCredit;
        // What the others leave free is taken, and owed to them.
        const credit = isLast ? lane.weight : lane.credit;
        room -= takeFrom(lane, group, { room, credit });
        if (groupByProject && group.length > 0) return group;
        const [next] = lane.entries;
        if (next && (group.length === 0 || next.weight <= room)) left.push(lane);
      }
      waiting = left;
    }
    return group;
  };

  return {
    push(item) {
      const [project, weight] = [projectOf(item), weigh(item)];
      const lane = lanes.get(project) ?? { project, entries: [], weight: 0, credit: 0 };
      const total = weights.light + weights.heavy;
      // An item that is larger than the whole queue is taken when nothing waits.
      if (total > 0 && lane.weight + weight > maxQueued - total) return false;
      lanes.set(project, lane);
      lane.entries.push({ item, weight });
      addWeight(lane, weight);
      return true;
    },
    take,
    weightOf: (load) => weights[load],
    weight: () => weights.light + weights.heavy,
  };
}
