import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BufferFull, createGroupCommit } from './group-commit.ts';

class Poison extends Error {}

interface Given {
  write?: (items: number[]) => Promise<number[]>;
  maxGroup?: number;
  maxBuffered?: number;
  writers?: number;
  gatherMs?: number;
  projectOf?: (item: number) => string;
  groupByProject?: boolean;
  weigh?: (item: number) => number;
}

/** Doubles what it is given, and remembers the groups. */
function build(given: Given = {}) {
  const groups: number[][] = [];
  const commit = createGroupCommit<number, number>({
    write: async (items) => {
      groups.push(items);
      return given.write ? await given.write(items) : items.map((item) => item * 2);
    },
    maxGroup: given.maxGroup ?? 100,
    maxBuffered: given.maxBuffered ?? 1000,
    writers: given.writers ?? 1,
    gatherMs: given.gatherMs ?? 1,
    projectOf: given.projectOf ?? (() => 'one'),
    groupByProject: given.groupByProject ?? false,
    ...(given.weigh ? { weigh: given.weigh } : {}),
    isItemsFault: (error) => error instanceof Poison,
  });
  return { commit, groups };
}

/** A writer that waits until the test lets it go on. */
function gate() {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('a group commit', () => {
  test('answers each with its own result, and writes what comes together as one', async () => {
    const { commit, groups } = build();
    expect(await Promise.all([1, 2, 3].map((item) => commit.add(item)))).toEqual([2, 4, 6]);
    expect(groups).toEqual([[1, 2, 3]]);
  });

  test('gathers while its writers are busy, up to the size of a group', async () => {
    const { open, opened } = gate();
    const { commit, groups } = build({
      maxGroup: 2,
      write: async (items) => {
        await opened;
        return items;
      },
    });
    const first = commit.add(1);
    await new Promise((resolve) => setImmediate(resolve));
    const rest = [2, 3, 4].map((item) => commit.add(item));
    open();
    expect(await Promise.all([first, ...rest])).toEqual([1, 2, 3, 4]);
    expect(groups).toEqual([[1], [2, 3], [4]]);
  });

  test('keeps another writer back for company, until the first is done or a group is full', async () => {
    const { open, opened } = gate();
    const { commit, groups } = build({
      maxGroup: 3,
      writers: 2,
      gatherMs: 60_000,
      write: async (items) => {
        if (items[0] === 1) await opened;
        return items;
      },
    });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const first = commit.add(1);
    await turn();
    const full = [2, 3, 4].map((item) => commit.add(item));
    expect(await Promise.all(full)).toEqual([2, 3, 4]);
    const rest = [5, 6].map((item) => commit.add(item));
    await turn();
    await turn();
    expect(groups).toEqual([[1], [2, 3, 4]]);
    open();
    expect(await Promise.all([first, ...rest])).toEqual([1, 5, 6]);
    expect(groups).toEqual([[1], [2, 3, 4], [5, 6]]);
  });

  test('does not keep it back for longer than the limit', async () => {
    const { open, opened } = gate();
    const { commit } = build({
      writers: 3,
      write: async (items) => {
        if (items[0] === 1) await opened;
        return items;
      },
    });
    const first = commit.add(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await commit.add(2)).toBe(2);
    open();
    expect(await first).toBe(1);
  });

  test('takes no more of a project than is left for others, and loses nothing of what it took', async () => {
    const { open, opened } = gate();
    const { commit } = build({
      maxBuffered: 6,
      write: async (items) => {
        await opened;
        return items;
      },
    });
    const taken = [commit.add(0)];
    await new Promise((resolve) => setImmediate(resolve));
    taken.push(...[1, 2, 3].map((item) => commit.add(item)));
    await expect(commit.add(4)).rejects.toBeInstanceOf(BufferFull);
    expect(commit.waiting()).toBe(3);
    open();
    expect(await Promise.all(taken)).toEqual([0, 1, 2, 3]);
    expect(await commit.add(4)).toBe(4);
  });

  test('lets every poisoned item fail alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (poisoned) => {
        const written: number[] = [];
        const { commit } = build({
          write: async (items) => {
            if (items.some((item) => poisoned[item])) throw new Poison();
            written.push(...items);
            return items;
          },
        });
        const results = await Promise.allSettled(poisoned.map((_, item) => commit.add(item)));
        expect(results.map(({ status }) => status === 'rejected')).toEqual(poisoned);
        expect(written).toEqual(poisoned.flatMap((bad, item) => (bad ? [] : [item])));
      }),
    );
  });

  test('keeps apart what has nothing in common, in the order of arrival', async () => {
    const { commit, groups } = build({ projectOf: (item) => String(item % 2), groupByProject: true });
    await Promise.all([1, 2, 3, 4, 5].map((item) => commit.add(item)));
    expect(groups).toEqual([
      [1, 3, 5],
      [2, 4],
    ]);
  });

  test('does not halve for what is no fault of the items', async () => {
    const { commit, groups } = build({ write: () => Promise.reject(new Error('gone')) });
    const results = await Promise.allSettled([1, 2, 3, 4].map((item) => commit.add(item)));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(groups).toHaveLength(1);
  });

  test('is drained when nothing waits and nothing is written', async () => {
    const { commit } = build();
    await commit.drain();
    const done: number[] = [];
    for (const item of [1, 2, 3]) void commit.add(item).then((result) => done.push(result));
    await commit.drain();
    expect(done).toEqual([2, 4, 6]);
  });
});
