import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BufferFull, createGroupCommit } from './group-commit.ts';
import type { Load } from './project-lanes.ts';

interface Item {
  project: string;
  weight: number;
  n: number;
}

interface Write {
  items: Item[];
  load: Load;
  finish(): void;
  giveUp(): void;
}

class TooSlow extends Error {}

/** A commit whose writes end when the test lets them. */
function build(given: { writers?: number; maxBuffered?: number } = {}) {
  const writes: Write[] = [];
  const running = new Set<Write>();
  const commit = createGroupCommit<Item, number>({
    write: (items, load) =>
      new Promise((resolve, reject) => {
        const write: Write = {
          items,
          load,
          finish: () => {
            running.delete(write);
            resolve(items.map(({ n }) => n));
          },
          giveUp: () => {
            running.delete(write);
            reject(new TooSlow());
          },
        };
        running.add(write);
        writes.push(write);
      }),
    projectOf: ({ project }) => project,
    weigh: ({ weight }) => weight,
    groupByProject: false,
    maxGroup: 100,
    maxBuffered: given.maxBuffered ?? 10_000,
    writers: given.writers ?? 3,
    gatherMs: 0,
    isItemsFault: () => false,
    isTooSlow: (error) => error instanceof TooSlow,
  });
  return { commit, writes, running };
}

/** Long enough for everything that is due: immediates, and timers of no time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const flood = (commit: ReturnType<typeof build>['commit'], count: number, weight = 5) =>
  Array.from({ length: count }, (_, n) => commit.add({ project: 'hostile', weight, n }));

const isQuiet = ({ items }: Write) => items.some(({ project }) => project === 'quiet');

describe('a quiet project beside a hostile one', () => {
  test('is written while none of the hostile groups ever ends', async () => {
    const { commit, writes, running } = build();
    const hostile = flood(commit, 500);
    await settle();
    const quiet = commit.add({ project: 'quiet', weight: 1, n: 7 });
    await settle();
    const own = writes.filter(isQuiet);
    expect(own.map(({ items }) => items)).toEqual([[{ project: 'quiet', weight: 1, n: 7 }]]);
    own[0]?.finish();
    expect(await quiet).toBe(7);
    expect([...running].every((write) => !isQuiet(write))).toBe(true);
    while (running.size > 0) {
      for (const write of running) write.finish();
      await settle();
    }
    expect(await Promise.all(hostile)).toEqual(Array.from({ length: 500 }, (_, n) => n));
  });

  test('waits behind no heavy write, and none that begins after it came, however much the other sends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ count: fc.integer({ min: 1, max: 60 }), weight: fc.integer({ min: 1, max: 400 }) }),
          {
            minLength: 1,
            maxLength: 6,
          },
        ),
        async (floods) => {
          const { commit, writes, running } = build({ maxBuffered: 1_000_000 });
          const answers: Promise<number>[] = [];
          for (const { count, weight } of floods) {
            answers.push(...flood(commit, count, weight));
            await settle();
            const before = writes.length;
            answers.push(commit.add({ project: 'quiet', weight: 1, n: 1 }));
            await settle();
            // What is left of a flood is little, so that it is written as light: such a write may hold the writer.
            for (const write of [...running])
              if (!isQuiet(write) && write.load === 'light' && writes.indexOf(write) < before) write.finish();
            // A busy machine may take more turns.
            for (let turn = 0; turn < 100 && !writes.slice(before).some(isQuiet); turn += 1) await settle();
            const begun = writes.slice(before);
            // One more may begin in the same turn: the writer that the hostile project had left.
            expect(begun.findIndex(isQuiet)).toBeLessThanOrEqual(1);
            expect(begun.find(isQuiet)?.items).toHaveLength(1);
            for (const write of [...running]) write.finish();
            await settle();
          }
          while (running.size > 0) {
            for (const write of [...running]) write.finish();
            await settle();
          }
          await Promise.all(answers);
        },
      ),
      {
        numRuns: 15,
        // The rest of the first flood is light and holds a writer while the second begins.
        examples: [
          [
            [
              { count: 21, weight: 10 },
              { count: 2, weight: 51 },
            ],
          ],
        ],
      },
    );
  });

  test('waits for one group of the other at most where there is one writer', async () => {
    const { commit, writes, running } = build({ writers: 1 });
    const answers: Promise<number>[] = flood(commit, 500);
    await settle();
    answers.push(commit.add({ project: 'quiet', weight: 1, n: 1 }));
    await settle();
    expect(writes).toHaveLength(1);
    writes[0]?.finish();
    await settle();
    expect(writes.map(isQuiet)).toEqual([false, true]);
    while (running.size > 0) {
      for (const write of [...running]) write.finish();
      await settle();
    }
    await Promise.all(answers);
  });

  test('is taken when the other has to come back', async () => {
    const { commit, running } = build({ maxBuffered: 1000 });
    const answers = flood(commit, 300);
    const outcomes = Promise.allSettled(answers);
    const quiet = commit.add({ project: 'quiet', weight: 1, n: 1 });
    await settle();
    while (running.size > 0) {
      for (const write of [...running]) write.finish();
      await settle();
    }
    expect(await quiet).toBe(1);
    const refused = (await outcomes).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(200);
    expect(refused.every((one) => one.status === 'rejected' && one.reason instanceof BufferFull)).toBe(true);
  });

  test('keeps a writer from a flood of quiet ones, too', async () => {
    const { commit, writes, running } = build();
    const answers: Promise<number>[] = [];
    for (let n = 0; n < 400; n += 1) answers.push(commit.add({ project: `p${n}`, weight: 1, n }));
    await settle();
    expect(writes).toHaveLength(2);
    answers.push(...flood(commit, 10));
    await settle();
    expect(writes).toHaveLength(3);
    expect(writes[2]?.items[0]?.project).toBe('hostile');
    while (running.size > 0) {
      for (const write of [...running]) write.finish();
      await settle();
    }
    await Promise.all(answers);
  });
});

describe('a group that took too long', () => {
  const describeWrite = ({ items, load }: Write) =>
    `${load}: ${items.map(({ project, n }) => project + n).join(' ')}`;

  test('is written project by project, and the slow one alone, while others are written', async () => {
    const { commit, writes, running } = build();
    const hostile = commit.add({ project: 'hostile', weight: 5, n: 1 });
    const quiet = commit.add({ project: 'quiet', weight: 1, n: 2 });
    await settle();
    writes[0]?.giveUp();
    await settle();
    expect(writes.map(describeWrite)).toEqual(['light: hostile1 quiet2', 'light: quiet2']);
    writes[1]?.finish();
    expect(await quiet).toBe(2);
    await settle();
    writes[2]?.giveUp();
    await settle();
    expect(writes.slice(2).map(describeWrite)).toEqual(['light: hostile1', 'slow: hostile1']);
    const more = [
      commit.add({ project: 'hostile', weight: 1, n: 3 }),
      commit.add({ project: 'quiet', weight: 1, n: 4 }),
    ];
    await settle();
    // The hostile project waits for itself, nobody else does.
    expect(writes.slice(4).map(describeWrite)).toEqual(['light: quiet4']);
    for (const write of [...running]) write.finish();
    await settle();
    expect(writes.slice(5).map(describeWrite)).toEqual(['slow: hostile3']);
    for (const write of [...running]) write.finish();
    expect(await Promise.all([hostile, ...more])).toEqual([1, 3, 4]);
    await commit.drain();
  });

  test('fails when it takes too long alone, too', async () => {
    const { commit, writes } = build();
    const outcome = commit.add({ project: 'hostile', weight: 1, n: 1 }).catch((error: unknown) => error);
    for (const turn of [0, 1]) {
      await settle();
      writes[turn]?.giveUp();
    }
    expect(await outcome).toBeInstanceOf(TooSlow);
    expect(writes.map(({ load }) => load)).toEqual(['light', 'slow']);
    await commit.drain();
  });
});
