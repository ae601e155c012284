import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DueDelivery } from '../../connections/read-sources.ts';
import { readAhead } from './read-ahead.ts';

const asDue = (n: number): DueDelivery => ({ sourceId: String(n), attempts: 0, revision: 0, event: null });

/** A store of deliveries that are due until they are stored as sent. */
function createStore(count: number, limit: number) {
  const due = new Set(Array.from({ length: count }, (_, n) => n));
  return {
    due,
    read: async (except: readonly string[]) => {
      await Promise.resolve();
      return [...due]
        .map(asDue)
        .filter(({ sourceId }) => !except.includes(sourceId))
        .slice(0, limit);
    },
  };
}

test('each is taken once, by any number of workers, and however late it is stored', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        count: fc.nat(60),
        limit: fc.integer({ min: 1, max: 20 }),
        size: fc.integer({ min: 1, max: 10 }),
        workers: fc.integer({ min: 1, max: 3 }),
        // How many turns pass until something is stored.
        late: fc.nat(4),
      }),
      async ({ count, limit, size, workers, late }) => {
        const store = createStore(count, limit);
        const ahead = readAhead(store.read);
        const taken: string[] = [];
        const work = async () => {
          for (let some = await ahead.take(size); some.length > 0; some = await ahead.take(size)) {
            expect(some.length).toBeLessThanOrEqual(size);
            taken.push(...some.map(({ sourceId }) => sourceId));
            for (let turn = 0; turn < late; turn += 1) await Promise.resolve();
            for (const { sourceId } of some) store.due.delete(Number(sourceId));
            ahead.release(some);
          }
        };
        await Promise.all(Array.from({ length: workers }, work));
        await ahead.end();
        expect(taken.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, n) => n));
      },
    ),
  );
});

test('a read that fails is the failure of who takes next', async () => {
  let isBroken = false;
  const ahead = readAhead(async () => {
    if (isBroken) throw new Error('gone');
    isBroken = true;
    return [asDue(1)];
  });
  expect(await ahead.take(1)).toHaveLength(1);
  await ahead.end();
  await expect(ahead.take(1)).rejects.toThrow('gone');
});
