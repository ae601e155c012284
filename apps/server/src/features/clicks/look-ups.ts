import type { LinkTarget } from '@trailmark/core/links/link-target';
import { within } from './within.ts';

/** What a visitor may wait for the database. */
export const BUDGET_MS = 250;
const MISSING_MS = 2000;
const MAX_MISSING = 10_000;
const MAX_AT_ONCE = 32;

/** There are too many questions already; somebody may be guessing names. */
class TooMany extends Error {}

/** Questions to the database about links that the copy does not have, kept few and short. */
export function createLookUps() {
  /** Names without a link, and until when that is taken for true. */
  const missing = new Map<string, number>();
  const asking = new Map<string, Promise<LinkTarget | null>>();

  const start = (key: string, find: () => Promise<LinkTarget | null>) => {
    const answer = find()
      .then((found) => {
        if (!found) {
          const [oldest] = missing.keys();
          if (missing.size >= MAX_MISSING && oldest !== undefined) missing.delete(oldest);
          missing.set(key, performance.now() + MISSING_MS);
        }
        return found;
      })
      .finally(() => asking.delete(key));
    asking.set(key, answer);
    return answer;
  };

  return {
    async ask(key: string, find: () => Promise<LinkTarget | null>): Promise<LinkTarget | null> {
      const until = missing.get(key);
      if (until !== undefined && performance.now() < until) return null;
      missing.delete(key);
      const before = asking.get(key);
      if (!before && asking.size >= MAX_AT_ONCE) throw new TooMany();
      return await within(before ?? start(key, find), BUDGET_MS);
    },
    /** What was missing may be there now. */
    forget: () => missing.clear(),
  };
}
