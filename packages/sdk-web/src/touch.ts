import type { State } from '@trailmark/sdk-core/base-client';
import { guard } from '@trailmark/sdk-core/guard';
import type { Consent } from '@trailmark/sdk-core/wire';

/** Where a visit came from. The server says what kind of source it is. */
export interface Touch {
  /** The landing page with the parameters of campaigns only. */
  url: string;
  referrer: string;
  /** Milliseconds since 1970. */
  at: number;
}

const KEPT_MS = 90 * 864e5;
/** Parameters of campaigns, networks and our own links; the second group is there for `utm_` alone. */
const KNOWN = /^((u)?tm_|gad_|(\w*cl?(k|ick_?)?id|\wbraid|li_fat_id|epik|tblci)=)/i;

/** The parameters of campaigns in an address; where `ad_storage` is denied, without the ids of clicks. */
export const campaignOf = (url: string, { ad_storage }: Consent): string =>
  url
    .split(/[?&]/)
    .filter((pair) => pair.match(KNOWN)?.[ad_storage === 'denied' ? 2 : 0])
    .join('&');

/** The first and the last touch of this visitor, of the last 90 days, as far as consent allows. */
export const touchesOf = (f: State['f'], consent: Consent): Touch[] =>
  // Something else may have written there. The first visit has nothing, which must not throw: an error takes milliseconds.
  guard(() =>
    (f as Touch[] | undefined)
      ?.filter((touch) => Date.now() - touch.at < KEPT_MS)
      .map((touch) => ({ ...touch, url: `${touch.url.split('?')[0]}?${campaignOf(touch.url, consent)}` })),
  )() || [];

/** The touches after a landing. A visit without campaign and without another site before it leaves the last touch as it is. */
export function addTouch(f: State['f'], consent: Consent, touch: Touch): Touch[] {
  const [first = touch, last = first] = touchesOf(f, consent);
  const { url, referrer } = touch;
  const isFromElsewhere = campaignOf(url, consent) || (referrer && referrer.split('/')[2] !== location.host);
  return touchesOf([first, isFromElsewhere ? touch : last], consent);
}
