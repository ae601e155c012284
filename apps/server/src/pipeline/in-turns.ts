import { setImmediate as nextTurn } from 'node:timers/promises';

/** Things that are worked on in one turn of the event loop: a few milliseconds at most. */
const PER_TURN = 20;

/** Goes through a list and lets other requests have their turn in between: a batch may hold hundreds of things. */
export async function inTurns<One>(list: One[], work: (one: One, index: number) => void): Promise<void> {
  for (const [index, one] of list.entries()) {
    if (index > 0 && index % PER_TURN === 0) await nextTurn();
    work(one, index);
  }
}
