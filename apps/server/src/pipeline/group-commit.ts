import { createFairQueue } from './fair-queue.ts';
import type { Load } from './project-lanes.ts';
import { createGroupWriter, type Waiting, type WriteOptions } from './write-group.ts';

/** The buffer is full: the caller has to come back later, and nothing was taken. */
export class BufferFull extends Error {}

const LOADS: readonly Load[] = ['light', 'heavy', 'slow'];

interface Options<Item, Result> extends WriteOptions<Item, Result> {
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
}

export interface GroupCommit<Item, Result> {
  /** Resolves when the item is on disk. */
  add(item: Item): Promise<Result>;
  /** Resolves when nothing is waiting any more. */
  drain(): Promise<void>;
  waiting(): number;
}

/** Groups of a load: how many are written, and whether the next is about to be. */
interface Writing {
  groups: number;
  isDue: boolean;
  patience: NodeJS.Timeout | undefined;
}

const newWriting = (): Writing => ({ groups: 0, isDue: false, patience: undefined });

/**
 * Gathers what concurrent requests bring and writes it as sets: at once when idle, otherwise as soon as a
 * writer is free. Everybody is answered after the commit that holds their item. Projects that send much go their
 * own way: the groups of the others are small, and there is always a writer for them.
 */
export function createGroupCommit<Item, Result>(options: Options<Item, Result>): GroupCommit<Item, Result> {
  type One = Waiting<Item, Result>;
  const { maxGroup, maxBuffered, writers, gatherMs, groupByProject } = options;
  const projectOf = ({ item }: One) => options.projectOf(item);
  const weigh = ({ item }: One) => options.weigh?.(item) ?? 1;
  const queue = createFairQueue<One>({
    maxGroup,
    maxQueued: maxBuffered,
    groupByProject,
    projectOf,
    weigh,
  });
  /** Groups of one project each that took too long, to be written again. */
  const slowGroups: One[][] = [];
  const writing: Record<Load, Writing> = { light: newWriting(), heavy: newWriting(), slow: newWriting() };
  const writersOfLoad = Math.max(1, writers - 1);
  const idle: (() => void)[] = [];

  const isEmpty = () => queue.weight() === 0 && slowGroups.length === 0;
  const groups = () => writing.light.groups + writing.heavy.groups;
  const canWrite = (load: Load) => {
    if (load === 'slow')
      return writing.slow.groups === 0 && (slowGroups.length > 0 || queue.weightOf(load) > 0);
    return queue.weightOf(load) > 0 && groups() < writers && writing[load].groups < writersOfLoad;
  };

  const write = createGroupWriter<Item, Result>({
    ...options,
    projectOf,
    weigh,
    onEnd: queue.end,
    onSlow: (group, project) => {
      queue.setSlow(project);
      slowGroups.push(group);
      schedule('slow');
    },
  });

  const scheduleAll = (last: Load) => {
    // The load that was written comes last, so that a single writer serves both in turn.
    for (const load of LOADS) if (load !== last) schedule(load);
    schedule(last);
  };

  const flush = (load: Load) => {
    const own = writing[load];
    own.isDue = false;
    clearTimeout(own.patience);
    own.patience = undefined;
    while (canWrite(load)) {
      own.groups += 1;
      const group = (load === 'slow' && slowGroups.shift()) || queue.take(load);
      void write(group, load).finally(() => {
        own.groups -= 1;
        scheduleAll(load);
        if (isEmpty() && groups() + writing.slow.groups === 0) for (const done of idle.splice(0)) done();
      });
    }
  };

  const schedule = (load: Load) => {
    const own = writing[load];
    if (own.isDue || !canWrite(load)) return;
    // What arrives in the same turn of the event loop goes along; an idle server waits no longer than that, and
    // neither does a group that is full. Light ones wait for light ones only: heavy ones take long.
    const isIdle = load === 'heavy' ? groups() === 0 : own.groups === 0;
    if (isIdle || queue.weightOf(load) >= maxGroup) {
      own.isDue = true;
      setImmediate(flush, load);
    } else own.patience ??= setTimeout(flush, gatherMs, load);
  };

  return {
    add(item) {
      return new Promise<Result>((resolve, reject) => {
        if (!queue.push({ item, resolve, reject })) return reject(new BufferFull());
        scheduleAll('heavy');
      });
    },
    drain: async () => {
      if (isEmpty() && groups() + writing.slow.groups === 0) return;
      await new Promise<void>((resolve) => idle.push(resolve));
    },
    waiting: () => queue.weight(),
  };
}
