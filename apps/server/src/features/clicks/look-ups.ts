import type { LinkTarget } from '@trailmark/core/links/link-target';
import { createLru } from '../../platform/lru.ts';
import { within } from './within.ts';

const MISSING_MS = 2000;
const MAX_MISSING = 10_000;
const MAX_AT_ONCE = 32;

/** There are too many questions already; somebody may be guessing names. */
class TooMany extends Error {}

/** Questions to the database about links that the copy does not have, kept few and short. */
export function createLookUps(budgetMs: number) {
  /** Names without a link. */
  const missing = createLru<true>(MAX_MISSING, MISSING_MS);
  const asking = new Map<string, Promise<LinkTarget | null>>();

  const start = (key: string, find: () => Promise<LinkTarget | null>) => {
    const answer = find()
      .then((found) => {
        if (!found) missing.set(key, true);
        return found;
      })
      .finally(() => asking.delete(key));
    asking.set(key, answer);
    return answer;
  };

  return {
    async ask(key: string, find: () => Promise<LinkTarget | null>): Promise<LinkTarget | null> {
      if (missing.has(key)) return null;
      const before = asking.get(key);
      if (!before && asking.size >= MAX_AT_ONCE) throw new TooMany();
      return await within(before ?? start(key, find), budgetMs);
    },
    /** What was missing may be there now. */
    forget: () => missing.clear(),
  };
}
