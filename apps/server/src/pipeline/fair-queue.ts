import { createLanes, type Lane, type Load } from './project-lanes.ts';

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

const LIGHT_SHARE = 0.1;

export interface FairQueue<Item> {
  /** False when there is no room for the item: nothing was taken. */
  push(item: Item): boolean;
  /** The next group, project by project in turn; empty when nothing of this load waits. */
  take(load: Load): Item[];
  /** A group that was taken is written, or has failed. */
  end(group: Item[]): void;
  /** The work of a project took too long: from now on, for a while, it goes alone. */
  setSlow(project: string): void;
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
  const lanes = createLanes<Item>(lightWeight);
  const total = () => lanes.weights.light + lanes.weights.heavy + lanes.weights.slow;

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
    if (count > 0) lanes.take(lane, { count, weight: taken });
    return taken;
  };

  /** Nobody else of its load waits: it takes the whole group, and neither saves anything up nor owes anything. */
  const takeAlone = (lane: Lane<Item>): Item[] => {
    const group: Item[] = [];
    takeFrom(lane, group, { room: maxGroup, credit: Math.max(maxGroup, lane.entries[0]?.weight ?? 0) });
    lane.credit = 0;
    return group;
  };

  const take = (load: Load): Item[] => {
    const group: Item[] = [];
    let room = maxGroup;
    let waiting = lanes.of(load);
    const [first] = waiting;
    if (first && (waiting.length === 1 || load === 'slow')) return takeAlone(first);
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
      const weight = weigh(item);
      const lane = lanes.find(projectOf(item));
      // An item that is larger than the whole queue is taken when nothing waits.
      if (total() > 0 && lane.weight + weight > maxQueued - total()) return false;
      lanes.push(lane, item, weight);
      return true;
    },
    take,
    end: (group) => {
      for (const item of group) lanes.end(projectOf(item), weigh(item));
    },
    setSlow: lanes.setSlow,
    weightOf: (load) => lanes.weights[load],
    weight: total,
  };
}
