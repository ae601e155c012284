import { AsyncResource } from 'node:async_hooks';
import { byProject } from './by-project.ts';
import type { Load } from './project-lanes.ts';

/** Somebody who waits until their item is on disk. */
export interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface WriteOptions<Item, Result> {
  /** Writes a group in one transaction; one result for each item, in order. */
  write(items: Item[], load: Load): Promise<Result[]>;
  /** Whether an error is of the items' making: then the group is halved until only the culprit fails. */
  isItemsFault(error: unknown): boolean;
  /**
   * Whether a group was given up because it took too long: then its projects are written one by one, and one that
   * takes too long by itself is written by a writer of its own, for which nobody else waits.
   */
  isTooSlow?(error: unknown): boolean;
}

interface Options<Item, Result> extends WriteOptions<Item, Result> {
  projectOf(one: Waiting<Item, Result>): string;
  weigh(one: Waiting<Item, Result>): number;
  /** Those of the group have their answer. */
  onEnd(group: Waiting<Item, Result>[]): void;
  /** A group of one project took too long and is to be written again as `slow`. */
  onSlow(group: Waiting<Item, Result>[], project: string): void;
}

/** Writes a group and answers everybody in it, but for those who are slow. */
export function createGroupWriter<Item, Result>(options: Options<Item, Result>) {
  type One = Waiting<Item, Result>;
  const { projectOf, weigh } = options;
  // A group belongs to none of its requests, and knows nothing of the first one either.
  const writeItems = AsyncResource.bind(options.write);

  const answer = (group: One[], one: (waiting: One, index: number) => void) => {
    options.onEnd(group);
    for (const [index, waiting] of group.entries()) one(waiting, index);
  };
  const weightOf = (group: One[]) => group.reduce((sum, one) => sum + weigh(one), 0);

  /** Project by project, the lightest first: most likely it is not the one that the others waited for. */
  const writeApart = async (group: One[], load: Load): Promise<void> => {
    const parts = byProject(group, projectOf);
    if (parts.length === 1 && parts[0]) return options.onSlow(group, parts[0][0]);
    const sorted = parts.map(([, part]) => part).sort((one, other) => weightOf(one) - weightOf(other));
    for (const part of sorted) await write(part, load);
  };

  const write = async (group: One[], load: Load): Promise<void> => {
    try {
      const results = await writeItems(
        group.map(({ item }) => item),
        load,
      );
      answer(group, (one, index) => one.resolve(results[index] as Result));
    } catch (error) {
      if (load !== 'slow' && options.isTooSlow?.(error)) return await writeApart(group, load);
      if (group.length === 1 || !options.isItemsFault(error)) {
        return answer(group, (one) => one.reject(error));
      }
      const middle = Math.ceil(group.length / 2);
      await write(group.slice(0, middle), load);
      await write(group.slice(middle), load);
    }
  };
  return write;
}
