import type { Conversion, Rules, SharedAddress, Touch } from './decision.ts';
import { isValid, judgeTouch } from './judge-touch.ts';

/** The most clicks of one address that a receipt lists. */
export const LISTED_NEARBY = 20;

/** The clicks of an address that a receipt lists. */
export interface NearbyChoice {
  touches: Touch[];
  sharedAddress: SharedAddress | null;
}

/**
 * Of the clicks of an address, newest first, those that a receipt lists: first what could be credited, then what shows why it
 * could not, the newest of each. Behind the address of a mobile network there are clicks of many phones: none of
 * them takes the place of the right one.
 */
export function chooseNearby(
  conversion: Conversion,
  clicks: Touch[],
  { rules, hasMore }: { rules: Rules; hasMore: boolean },
): NearbyChoice {
  if (clicks.length <= LISTED_NEARBY && !hasMore) return { touches: clicks, sharedAddress: null };
  const valid = clicks.filter((click) => isValid(judgeTouch(conversion, click, rules)));
  const isListed = new Set(valid.slice(0, LISTED_NEARBY));
  for (const click of clicks) {
    if (isListed.size >= LISTED_NEARBY) break;
    isListed.add(click);
  }
  const touches = clicks.filter((click) => isListed.has(click));
  return { touches, sharedAddress: { compared: clicks.length, listed: touches.length, hasMore } };
}
