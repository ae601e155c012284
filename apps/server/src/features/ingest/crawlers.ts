import { readAgent } from '@trailmark/core/links/visitor';
import { createLru } from '../../platform/lru.ts';

/** Website traffic has a few thousand; reading one takes as long as reading an event. */
const KEPT_AGENTS = 10_000;
const MAX_AGENT = 1000;
const known = createLru<boolean>(KEPT_AGENTS);

/**
 * Whether a page was opened by a crawler or something else without a person, some of which run its scripts. A browser
 * always says who it is; what has no name may have come through a proxy that leaves it out.
 */
export function isCrawler(userAgent: string | undefined): boolean {
  if (!userAgent) return false;
  const agent = userAgent.slice(0, MAX_AGENT);
  let is = known.get(agent);
  if (is === undefined) {
    is = readAgent(agent).kind !== 'person';
    known.set(agent, is);
  }
  return is;
}
