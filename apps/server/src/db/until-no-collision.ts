import { isCollision } from './is-away.ts';

const TRIES = 10;

/** Work that is one transaction, again where somebody else changed the same rows at the same time. */
export async function untilNoCollision<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isCollision(error) || tries === TRIES) throw error;
    }
  }
}
