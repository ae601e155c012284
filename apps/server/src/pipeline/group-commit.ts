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
  /** The weight of an item, by which groups and the buffer are measured; 1 unless told. */
  weigh?(item: Item): number;
  /** What the items of one group have in common; without it anything goes together. */
  groupBy?: ((item: Item) => string) | undefined;
  maxGroup: number;
  /** What may wait; beyond it `add` throws BufferFull. */
  maxBuffered: number;
  /** Groups that are written at the same time. */
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

/**
 * Gathers what concurrent requests bring and writes it as sets: at once when idle, otherwise as soon as a
 * writer is free. Everybody is answered after the commit that holds their item.
 */
export function createGroupCommit<Item, Result>(options: Options<Item, Result>): GroupCommit<Item, Result> {
  const weigh = options.weigh ?? (() => 1);
  let queue: Waiting<Item, Result>[] = [];
  let queuedWeight = 0;
  let writing = 0;
  let isDue = false;
  let patience: NodeJS.Timeout | undefined;
  const idle: (() => void)[] = [];

  const take = (): Waiting<Item, Result>[] => {
    const group: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    const first = queue[0];
    const common = first && options.groupBy?.(first.item);
    let weight = 0;
    for (const [index, one] of queue.entries()) {
      if (common !== undefined && options.groupBy?.(one.item) !== common) {
        left.push(one);
        continue;
      }
      if (group.length > 0 && weight + weigh(one.item) > options.maxGroup) {
        left.push(...queue.slice(index));
        break;
      }
      weight += weigh(one.item);
      group.push(one);
    }
    queue = left;
    queuedWeight -= weight;
    return group;
  };

  const flush = () => {
    isDue = false;
    clearTimeout(patience);
    patience = undefined;
    while (queue.length > 0 && writing < options.writers) {
      writing += 1;
      void writeOrHalve(take(), options).finally(() => {
        writing -= 1;
        if (queue.length > 0) schedule();
        else if (writing === 0) for (const done of idle.splice(0)) done();
      });
    }
  };

  const schedule = () => {
    if (isDue || writing >= options.writers) return;
    // What arrives in the same turn of the event loop goes along; an idle server waits no longer than that, and
    // neither does a group that is full.
    if (writing === 0 || queuedWeight >= options.maxGroup) {
      isDue = true;
      setImmediate(flush);
    } else patience ??= setTimeout(flush, options.gatherMs);
  };

  return {
    add(item) {
      const weight = weigh(item);
      if (queuedWeight > 0 && queuedWeight + weight > options.maxBuffered) {
        return Promise.reject(new BufferFull());
      }
      queuedWeight += weight;
      return new Promise<Result>((resolve, reject) => {
        queue.push({ item, resolve, reject });
        schedule();
      });
    },
    drain: async () => {
      if (queue.length === 0 && writing === 0) return;
      await new Promise<void>((resolve) => idle.push(resolve));
    },
    waiting: () => queuedWeight,
  };
}
