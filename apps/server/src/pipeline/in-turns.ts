import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long one turn of the event loop is worked on a list before other requests have theirs. */
const TURN_MS = 4;

/** Goes through a list and lets other requests have their turn in between: a batch may hold hundreds of things. */
export async function inTurns<One>(list: One[], work: (one: One, index: number) => void): Promise<void> {
  let begun = performance.now();
  for (const [index, one] of list.entries()) {
    if (performance.now() - begun > TURN_MS) {
      await nextTurn();
      begun = performance.now();
    }
    work(one, index);
  }
}
