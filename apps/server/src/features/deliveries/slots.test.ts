import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

test('so many have a slot at a time, in the order in which they came', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 20 }),
      async (count, turns) => {
        const slots = createSlots(count);
        const begun: number[] = [];
        let running = 0;
        const work = async (length: number, n: number) => {
          await slots.take();
          begun.push(n);
          running += 1;
          expect(running).toBeLessThanOrEqual(count);
          for (let turn = 0; turn < length; turn += 1) await nextTurn();
          running -= 1;
          slots.give();
        };
        await Promise.all(turns.map(work));
        expect(begun).toEqual(turns.map((_, n) => n));
        // All are free again.
        for (let n = 0; n < count; n += 1) expect(slots.take()).toBeNull();
        expect(slots.take()).not.toBeNull();
      },
    ),
  );
});
