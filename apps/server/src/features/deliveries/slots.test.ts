import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSlots } from './slots.ts';

describe('slots', () => {
  test('are so many at a time, and are given in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 20 }),
        async (count, turns) => {
          const takeSlot = createSlots(count);
          const begun: number[] = [];
          let running = 0;
          let most = 0;
          const work = async (length: number, n: number) => {
            const give = await takeSlot();
            begun.push(n);
            running += 1;
            most = Math.max(most, running);
            for (let turn = 0; turn < length; turn += 1) await nextTurn();
            running -= 1;
            give();
          };
          await Promise.all(turns.map(work));
          expect(begun).toEqual(turns.map((_, n) => n));
          expect(most).toBeLessThanOrEqual(count);
        },
      ),
    );
  });

  test('that are given back twice are free once', async () => {
    const takeSlot = createSlots(1);
    const give = await takeSlot();
    give();
    give();
    await takeSlot();
    let isTaken = false;
    takeSlot().then(() => {
      isTaken = true;
    });
    await nextTurn();
    expect(isTaken).toBe(false);
  });
});
