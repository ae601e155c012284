import { createFairQueue, type Load } from './fair-queue.ts';

/** The buffer is full: the caller is told to come back later, and nothing was taken. */
export class BufferFull extends Error {}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface Options<Item, Result> {
  /** Writes a group in one transaction; one result for each item, in order. */
  write(items: Item[]): Promise<Result[]>;
  /** Whose item it is: projects that wait have their turn one after the other. */
  projectOf(item: Item): string;
  /** The weight of an item, by which groups, turns and the buffer are measured: what it costs; 1 by default. */
  weigh?(item: Item): number;
  /** Whether a group holds items of one project only. */
  groupByProject: boolean;
  maxGroup: number;
  /** The weight that may wait; beyond it, or beyond the share of its project, `add` throws BufferFull. */
  maxBuffered: number;
  /** Groups that are written at the same time; neither load may hold the last writer, if there are several. */
  writers: number;
  /** How long the first of a group waits for company while others write; no longer than until the last is done. */
  gatherMs: number;
  /** Whether an error is of the items' making: then the group is halved until only the culprit fails. */
  isItemsFault(error: unknown): boolean;
}

export interface GroupCommit<Item, Result> {
  /** Resolves when the item is on disk. */
  add(item: Item): Promise<Result>;
  /** Resolves when nothing is waiting any more. */
  drain(): Promise<void>;
  waiting(): number;
}

/** Everybody is answered; where the items are to blame, halves are written until only the culprit fails. */
async function writeOrHalve<Item, Result>(
  group: Waiting<Item, Result>[],
  options: Pick<Options<Item, Result>, 'write' | 'isItemsFault'>,
): Promise<void> {
  try {
    const results = await options.write(group.map(({ item }) => item));
    for (const [index, one] of group.entries()) one.resolve(results[index] as Result);
  } catch (error) {
    if (group.length === 1 || !options.isItemsFault(error)) {
      for (const one of group) one.reject(error);
      return;
    }
    const middle = Math.ceil(group.length / 2);
    await writeOrHalve(group.slice(0, middle), options);
    await writeOrHalve(group.slice(middle), options);
  }
}

/** Groups of a load: how many are written, and whether the next is about to be. */
interface Writing {
  groups: number;
  isDue: boolean;
  patience: NodeJS.Timeout | undefined;
}

const OTHER: Record<Load, Load> = { light: 'heavy', heavy: 'light' };

/**
 * Gathers what concurrent requests bring and writes it as sets: at once when idle, otherwise as soon as a
 * writer is free. Everybody is answered after the commit that holds their item. Projects that send much go their
 * own way: the groups of the others are small, and there is always a writer for them.
 */
export function createGroupCommit<Item, Result>(options: Options<Item, Result>): GroupCommit<Item, Result> {
  const { maxGroup, maxBuffered, writers, gatherMs, groupByProject } = options;
  const queue = createFairQueue<Waiting<Item, Result>>({
    ...{ maxGroup, maxQueued: maxBuffered, groupByProject },
    projectOf: ({ item }) => options.projectOf(item),
    weigh: ({ item }) => options.weigh?.(item) ?? 1,
  });
  const writing: Record<Load, Writing> = {
    light: { groups: 0, isDue: false, patience: undefined },
    heavy: { groups: 0, isDue: false, patience: undefined },
  };
  const writersOfLoad = Math.max(1, writers - 1);
  const idle: (() => void)[] = [];

  const groups = () => writing.light.groups + writing.heavy.groups;
  const canWrite = (load: Load) =>
    queue.weightOf(load) > 0 && groups() < writers && writing[load].groups < writersOfLoad;

  const flush = (load: Load) => {
    const own = writing[load];
    own.isDue = false;
    clearTimeout(own.patience);
    own.patience = undefined;
    while (canWrite(load)) {
      own.groups += 1;
      void writeOrHalve(queue.take(load), options).finally(() => {
        own.groups -= 1;
        // The other load first, so that a single writer serves both in turn.
        schedule(OTHER[load]);
        schedule(load);
        if (queue.weight() === 0 && groups() === 0) for (const done of idle.splice(0)) done();
      });
    }
  };

  const schedule = (load: Load) => {
    const own = writing[load];
    if (own.isDue || !canWrite(load)) return;
    // What arrives in the same turn of the event loop goes along; an idle server waits no longer than that, and
    // neither does a group that is full. Light ones wait for light ones only: heavy ones take long.
    const isIdle = load === 'light' ? own.groups === 0 : groups() === 0;
    if (isIdle || queue.weightOf(load) >= maxGroup) {
      own.isDue = true;
      setImmediate(flush, load);
    } else own.patience ??= setTimeout(flush, gatherMs, load);
  };

  return {
    add(item) {
      return new Promise<Result>((resolve, reject) => {
        if (!queue.push({ item, resolve, reject })) return reject(new BufferFull());
        schedule('light');
        schedule('heavy');
      });
    },
    drain: async () => {
      if (queue.weight() === 0 && groups() === 0) return;
      await new Promise<void>((resolve) => idle.push(resolve));
    },
    waiting: () => queue.weight(),
  };
}
