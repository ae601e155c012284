/** What of a first postback of version 4 or AdAttributionKit its crowd decides. */
export interface TierSigns {
  /** Of the source identifier. */
  digits: number;
  hasFine: boolean;
  hasCoarse: boolean;
  /** It names the app or site that showed the ad. */
  hasSource: boolean;
}

export type Tier = 0 | 1 | 2 | 3;

/**
 * The crowd tier that a winning first postback is probably of, by what it carries. Apple does not send the tier
 * (https://developer.apple.com/documentation/storekit/receiving-ad-attributions-and-postbacks).
 */
export function tierOfFirst({ digits, hasFine, hasCoarse, hasSource }: TierSigns): Tier {
  if (hasSource) return 3;
  // An app that set no value leaves the first postback without one in any tier: the digits still tell.
  if (hasFine || digits > 2) return 2;
  return hasCoarse ? 1 : 0;
}
